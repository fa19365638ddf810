/* What a program may call before MPI is initialised. Every failed expectation is one line. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define EXPECT(condition)                                                                     \
    do {                                                                                      \
        if (!(condition)) {                                                                   \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                           \
            failures++;                                                                       \
        }                                                                                     \
    } while (0)

static void versions(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int major = 0, minor = 0, length = 0;
    EXPECT(MPI_Get_version(&major, &minor) == MPI_SUCCESS);
    EXPECT(major == MPI_VERSION && minor == MPI_SUBVERSION);
    EXPECT(MPI_Abi_get_version(&major, &minor) == MPI_SUCCESS);
    EXPECT(major == MPI_ABI_VERSION && minor == MPI_ABI_SUBVERSION);
    EXPECT(PMPI_Get_library_version(text, &length) == MPI_SUCCESS);
    EXPECT((size_t)length == strlen(text) && strncmp(text, "Ferry", 5) == 0);
}

static void info_values(void)
{
    char text[MPI_MAX_INFO_VAL], key[MPI_MAX_INFO_KEY];
    int length, flag, keys;
    MPI_Info info, copy;
    EXPECT(MPI_Info_create(&info) == MPI_SUCCESS);
    EXPECT(MPI_Info_set(info, "colour", "green") == MPI_SUCCESS);
    length = 3;
    EXPECT(MPI_Info_get_string(info, "colour", &length, text, &flag) == MPI_SUCCESS);
    EXPECT(flag && length == 6 && strcmp(text, "gr") == 0);
    length = 0;
    EXPECT(MPI_Info_get_string(info, "colour", &length, NULL, &flag) == MPI_SUCCESS);
    EXPECT(flag && length == 6);
    length = 7;
    EXPECT(MPI_Info_get_string(info, "shape", &length, text, &flag) == MPI_SUCCESS);
    EXPECT(!flag && length == 7);
    EXPECT(MPI_Info_get(info, "colour", 5, text, &flag) == MPI_SUCCESS);
    EXPECT(flag && strcmp(text, "green") == 0);
    EXPECT(MPI_Info_get_valuelen(info, "colour", &length, &flag) == MPI_SUCCESS);
    EXPECT(flag && length == 5);
    EXPECT(MPI_Info_dup(info, &copy) == MPI_SUCCESS);
    EXPECT(MPI_Info_delete(info, "colour") == MPI_SUCCESS);
    EXPECT(MPI_Info_get_nkeys(info, &keys) == MPI_SUCCESS && keys == 0);
    EXPECT(MPI_Info_get_nthkey(copy, 0, key) == MPI_SUCCESS && strcmp(key, "colour") == 0);
    EXPECT(MPI_Info_fromint(MPI_Info_toint(copy)) == copy);
    EXPECT(MPI_Info_fromint(MPI_Info_toint(MPI_INFO_NULL)) == MPI_INFO_NULL);
    EXPECT(MPI_Info_free(&info) == MPI_SUCCESS && info == MPI_INFO_NULL);
    EXPECT(MPI_Info_free(&copy) == MPI_SUCCESS);
}

static void info_of_start(int argc, char **argv)
{
    char text[MPI_MAX_INFO_VAL];
    int length = sizeof text, flag;
    MPI_Info info;
    EXPECT(MPI_Info_create_env(argc, argv, &info) == MPI_SUCCESS);
    EXPECT(MPI_Info_get_string(info, "command", &length, text, &flag) == MPI_SUCCESS);
    EXPECT(flag && strcmp(text, argv[0]) == 0);
    EXPECT(MPI_Info_free(&info) == MPI_SUCCESS);
    length = sizeof text;
    EXPECT(MPI_Abi_get_info(&info) == MPI_SUCCESS);
    EXPECT(MPI_Info_get_string(info, "mpi_aint_size", &length, text, &flag) == MPI_SUCCESS);
    EXPECT(flag && (size_t)atoi(text) == sizeof(MPI_Aint));
    EXPECT(MPI_Info_free(&info) == MPI_SUCCESS);
}

static void error_codes(void)
{
    char text[MPI_MAX_ERROR_STRING];
    int class, code, of, length;
    EXPECT(MPI_Error_class(MPI_ERR_TRUNCATE, &of) == MPI_SUCCESS && of == MPI_ERR_TRUNCATE);
    EXPECT(MPI_Error_string(MPI_ERR_TRUNCATE, text, &length) == MPI_SUCCESS);
    EXPECT((size_t)length == strlen(text) && strstr(text, "MPI_ERR_TRUNCATE"));
    EXPECT(MPI_Add_error_class(&class) == MPI_SUCCESS && class > MPI_ERR_LASTCODE);
    EXPECT(MPI_Add_error_code(class, &code) == MPI_SUCCESS);
    EXPECT(MPI_Add_error_string(code, "out of tea") == MPI_SUCCESS);
    EXPECT(MPI_Error_class(code, &of) == MPI_SUCCESS && of == class);
    EXPECT(MPI_Error_string(code, text, &length) == MPI_SUCCESS);
    EXPECT(strcmp(text, "out of tea") == 0);
    EXPECT(MPI_Remove_error_string(code) == MPI_SUCCESS);
    EXPECT(MPI_Remove_error_code(code) == MPI_SUCCESS);
    EXPECT(MPI_Remove_error_class(class) == MPI_SUCCESS);
}

static void statuses(void)
{
    MPI_Status status;
    int value;
    memset(&status, 0, sizeof status);
    EXPECT(MPI_Status_set_source(&status, 3) == MPI_SUCCESS && status.MPI_SOURCE == 3);
    EXPECT(MPI_Status_set_tag(&status, 4) == MPI_SUCCESS && status.MPI_TAG == 4);
    EXPECT(MPI_Status_set_error(&status, 5) == MPI_SUCCESS && status.MPI_ERROR == 5);
    EXPECT(MPI_Status_get_source(&status, &value) == MPI_SUCCESS && value == 3);
    EXPECT(MPI_Status_get_tag(&status, &value) == MPI_SUCCESS && value == 4);
    EXPECT(MPI_Status_get_error(&status, &value) == MPI_SUCCESS && value == 5);
    EXPECT(MPI_Status_set_cancelled(&status, 1) == MPI_SUCCESS);
    EXPECT(MPI_Test_cancelled(&status, &value) == MPI_SUCCESS && value == 1);
}

static void fortran(void)
{
    int yes = 1, no = 0, set = -1, when_true = -1, when_false = -1;
    MPI_Info info;
    EXPECT(MPI_Abi_get_fortran_info(&info) == MPI_SUCCESS && info == MPI_INFO_NULL);
    EXPECT(MPI_Abi_get_fortran_booleans(sizeof yes, &when_true, &when_false, &set) == 0 && !set);
    EXPECT(MPI_Abi_set_fortran_booleans(sizeof yes, &yes, &no) == MPI_SUCCESS);
    EXPECT(MPI_Abi_get_fortran_booleans(sizeof yes, &when_true, &when_false, &set) == 0 && set);
    EXPECT(when_true == 1 && when_false == 0);
}

static void addresses(void)
{
    int array[4];
    MPI_Aint first, last;
    double before = MPI_Wtime();
    EXPECT(MPI_Get_address(&array[0], &first) == MPI_SUCCESS);
    EXPECT(MPI_Get_address(&array[3], &last) == MPI_SUCCESS);
    EXPECT(MPI_Aint_diff(last, first) == 3 * (MPI_Aint)sizeof(int));
    EXPECT(MPI_Aint_add(first, 3 * (MPI_Aint)sizeof(int)) == last);
    EXPECT(MPI_Comm_toint(MPI_COMM_WORLD) == 0x101);
    EXPECT(MPI_Wtime() >= before && MPI_Wtick() > 0);
}

int main(int argc, char **argv)
{
    versions();
    info_values();
    info_of_start(argc, argv);
    error_codes();
    statuses();
    fortran();
    addresses();
    if (argc > 1) {
        void *memory;
        MPI_Alloc_mem(8, MPI_INFO_NULL, &memory);
        fprintf(stderr, "MPI_Alloc_mem returned before MPI_Init\n");
        return 2;
    }
    return failures != 0;
}
