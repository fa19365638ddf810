/* Cached attributes (MPI-5.0 §7.7): keyvals on communicators and datatypes, copying, deleting, and
 * the predefined ones. */
#include "check.h"

static int copies, deletes, refuse;

static int comm_copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void) comm;
    (void) key;
    CHECK(extra == &copies);
    copies++;
    *(void **) out = (char *) in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int comm_delete(MPI_Comm comm, int key, void *value, void *extra)
{
    (void) comm;
    (void) key;
    (void) value;
    CHECK(extra == &copies);
    deletes++;
    return refuse ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int type_copy(MPI_Datatype type, int key, void *extra, void *in, void *out, int *flag)
{
    (void) type;
    (void) key;
    (void) extra;
    *(void **) out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int type_delete(MPI_Datatype type, int key, void *value, void *extra)
{
    (void) type;
    (void) key;
    (void) value;
    (void) extra;
    deletes++;
    return MPI_SUCCESS;
}

static void on_communicators(void)
{
    static char place[4];
    int key, none, always, flag = 1;
    char *value;
    MPI_Comm d, e;
    MPI_Comm_create_keyval(comm_copy, comm_delete, &key, &copies);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &none, NULL);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &always, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &d);
    MPI_Comm_get_attr(d, key, &value, &flag);
    CHECK(!flag);
    MPI_Comm_set_attr(d, key, place);
    MPI_Comm_set_attr(d, none, place + 1);
    MPI_Comm_set_attr(d, always, place + 2);
    MPI_Comm_get_attr(d, key, &value, &flag);
    CHECK(flag && value == place);
    MPI_Comm_set_attr(d, key, place); /* replacing deletes the old value */
    SAME(deletes, 1);
    MPI_Comm_dup(d, &e);
    SAME(copies, 1);
    MPI_Comm_get_attr(e, key, &value, &flag);
    CHECK(flag && value == place + 1);
    MPI_Comm_get_attr(e, none, &value, &flag);
    CHECK(!flag);
    MPI_Comm_get_attr(e, always, &value, &flag);
    CHECK(flag && value == place + 2);
    MPI_Comm_delete_attr(e, key);
    SAME(deletes, 2);
    MPI_Comm_get_attr(e, key, &value, &flag);
    CHECK(!flag);
    MPI_Comm_free(&e);
    SAME(deletes, 2);
    MPI_Comm_free_keyval(&key);
    SAME(key, MPI_KEYVAL_INVALID);
    MPI_Comm_free(&d); /* the keyval lives on until its last value goes */
    SAME(deletes, 3);
    MPI_Comm_free_keyval(&none);
    MPI_Comm_free_keyval(&always);
}

static void on_types(void)
{
    int key, flag, x = 5, *got;
    MPI_Datatype t, u;
    deletes = 0;
    MPI_Type_create_keyval(type_copy, type_delete, &key, NULL);
    MPI_Type_contiguous(3, MPI_INT, &t);
    MPI_Type_set_attr(t, key, &x);
    MPI_Type_dup(t, &u);
    MPI_Type_get_attr(u, key, &got, &flag);
    CHECK(flag && got == &x);
    MPI_Type_delete_attr(u, key);
    SAME(deletes, 1);
    MPI_Type_free(&u);
    SAME(deletes, 1);
    MPI_Type_free(&t);
    SAME(deletes, 2);
    MPI_Type_free_keyval(&key);
}

static void predefined(void)
{
    int *value, flag;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
    CHECK(flag && *value >= 32767);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &flag);
    CHECK(!flag || *value == 0 || *value == 1);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &value, &flag);
    CHECK(!flag || *value >= 1);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &value, &flag);
    CHECK(!flag || *value >= 0);
}

/* §11.2.2: attributes of MPI_COMM_SELF are deleted first thing in MPI_Finalize. */
static int at_finalize(MPI_Comm comm, int key, void *value, void *extra)
{
    int done = 1;
    (void) comm;
    (void) key;
    (void) extra;
    MPI_Finalized(&done);
    CHECK(!done);
    if (*(int *) value == 0) {
        puts("ok");
        fflush(stdout);
    }
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int key;
    begin(&argc, &argv);
    on_communicators();
    on_types();
    predefined();
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_finalize, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &me);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
