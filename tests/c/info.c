/* Info objects (MPI-5.0 §10), memory (§9.2) and environment (§9.1, §11). */
#include "check.h"

static void info(void)
{
    MPI_Info a, b;
    char value[MPI_MAX_INFO_VAL], key[MPI_MAX_INFO_KEY];
    int flag, n, length;
    MPI_Info_create(&a);
    MPI_Info_set(a, "one", "1");
    MPI_Info_set(a, "two", "2");
    MPI_Info_set(a, "one", "eins");
    MPI_Info_get_nkeys(a, &n);
    SAME(n, 2);
    MPI_Info_get_nthkey(a, 0, key);
    CHECK(!strcmp(key, "one"));
    MPI_Info_get_valuelen(a, "one", &length, &flag);
    CHECK(flag && length == 4);
    MPI_Info_get(a, "one", 10, value, &flag);
    CHECK(flag && !strcmp(value, "eins"));
    MPI_Info_get(a, "none", 10, value, &flag);
    CHECK(!flag);
    length = 3; /* two characters and the end */
    MPI_Info_get_string(a, "one", &length, value, &flag);
    CHECK(flag && length == 5 && !strcmp(value, "ei"));
    MPI_Info_dup(a, &b);
    MPI_Info_delete(a, "one");
    MPI_Info_get_nkeys(a, &n);
    SAME(n, 1);
    MPI_Info_get_nkeys(b, &n);
    SAME(n, 2);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    RAISES(MPI_Info_delete(a, "one"), MPI_ERR_INFO_NOKEY);
    MPI_Info_free(&a);
    CHECK(a == MPI_INFO_NULL);
    MPI_Info_free(&b);
    MPI_Comm_get_info(MPI_COMM_WORLD, &a);
    CHECK(a != MPI_INFO_NULL);
    MPI_Info_free(&a);
    MPI_Info_get_nkeys(MPI_INFO_ENV, &n);
    CHECK(n >= 0);
}

static void memory(void)
{
    char *at = NULL;
    CHECK(!MPI_Alloc_mem(1 << 20, MPI_INFO_NULL, &at));
    CHECK(((uintptr_t) at & 15) == 0);
    fill(at, 1 << 20, 1);
    SAME(differs(at, 1 << 20, 1), -1);
    CHECK(!MPI_Free_mem(at));
}

static void environment(void)
{
    int version = 0, subversion = -1, length = -1, flag = 0;
    char text[MPI_MAX_LIBRARY_VERSION_STRING], name[MPI_MAX_PROCESSOR_NAME];
    MPI_Get_version(&version, &subversion);
    SAME(version, MPI_VERSION);
    SAME(subversion, MPI_SUBVERSION);
    MPI_Get_library_version(text, &length);
    CHECK(length > 0 && (size_t) length == strlen(text));
    MPI_Get_processor_name(name, &length);
    CHECK(length > 0 && (size_t) length == strlen(name));
    double start = MPI_Wtime(), tick = MPI_Wtick();
    CHECK(tick > 0 && tick < 1);
    CHECK(MPI_Wtime() >= start);
    MPI_Initialized(&flag);
    CHECK(flag);
    MPI_Finalized(&flag);
    CHECK(!flag);
    MPI_Abi_get_version(&version, &subversion);
    CHECK(version == 1);
}

int main(int argc, char **argv)
{
    int flag = 1, version, subversion;
    MPI_Initialized(&flag);
    if (flag) return 1;
    MPI_Get_version(&version, &subversion); /* allowed before MPI_Init, §11.4.1 */
    begin(&argc, &argv);
    CHECK(argc == 3 && !strcmp(argv[1], "first argument") && !strcmp(argv[2], "second"));
    info();
    memory();
    environment();
    end();
    MPI_Finalized(&flag);
    return flag ? 0 : 1;
}
