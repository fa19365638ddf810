/* What the standard leaves undefined and every other MPI gives the obvious meaning. */
#include "check.h"

static void characters(void)
{
    char in = 3, out = 0;
    CHECK(!MPI_Allreduce(&in, &out, 1, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD));
    SAME(out, 3 * ranks);
    in = (char) (me == 0 ? -5 : 4); /* signed or not as the compiler has it */
    char most = in;
    for (int r = 0; r < ranks; r++) {
        char theirs = (char) (r == 0 ? -5 : 4);
        if (theirs > most) most = theirs;
    }
    CHECK(!MPI_Allreduce(&in, &out, 1, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD));
    SAME(out, most);
    in = 2;
    CHECK(!MPI_Allreduce(&in, &out, 1, MPI_CHAR, MPI_PROD, MPI_COMM_WORLD));
    SAME(out, 1 << ranks);
    in = (char) (me == 0 ? 0 : 7);
    CHECK(!MPI_Allreduce(&in, &out, 1, MPI_CHAR, MPI_LOR, MPI_COMM_WORLD));
    SAME(out, ranks > 1);
    in = (char) (me == 0 ? 6 : 12);
    CHECK(!MPI_Allreduce(&in, &out, 1, MPI_CHAR, MPI_BAND, MPI_COMM_WORLD));
    SAME(out, ranks > 1 ? 4 : 6);
}

static void truths(void)
{
    MPI_Datatype types[] = {MPI_AINT, MPI_COUNT, MPI_OFFSET};
    for (int i = 0; i < 3; i++) {
        int64_t in = me == 0 ? 0 : (int64_t) 1 << 40, out = 9;
        CHECK(!MPI_Allreduce(&in, &out, 1, types[i], MPI_LAND, MPI_COMM_WORLD));
        SAME(out, 0);
        CHECK(!MPI_Allreduce(&in, &out, 1, types[i], MPI_LOR, MPI_COMM_WORLD));
        SAME(out, ranks > 1);
        CHECK(!MPI_Allreduce(&in, &out, 1, types[i], MPI_LXOR, MPI_COMM_WORLD));
        SAME(out, (ranks - 1) % 2);
    }
}

/* With MPI_PROC_NULL nothing of the buffer means anything. */
static void no_partner(void)
{
    MPI_Datatype none = MPI_DATATYPE_NULL;
    MPI_Comm w = MPI_COMM_WORLD;
    MPI_Status status;
    MPI_Request r;
    MPI_Message message;
    int to = MPI_PROC_NULL;
    status.MPI_SOURCE = 7;
    CHECK(!MPI_Recv(NULL, 0, none, to, 0, w, &status));
    SAME(status.MPI_SOURCE, MPI_PROC_NULL);
    CHECK(!MPI_Irecv(NULL, 0, none, to, 0, w, &r));
    CHECK(!MPI_Wait(&r, &status));
    CHECK(!MPI_Recv_init(NULL, 0, none, to, 0, w, &r));
    CHECK(!MPI_Start(&r) && !MPI_Wait(&r, &status) && !MPI_Request_free(&r));
    CHECK(!MPI_Send(NULL, 0, none, to, 0, w));
    CHECK(!MPI_Isend(NULL, 0, none, to, 0, w, &r));
    CHECK(!MPI_Wait(&r, &status));
    CHECK(!MPI_Send_init(NULL, 0, none, to, 0, w, &r));
    CHECK(!MPI_Start(&r) && !MPI_Wait(&r, &status) && !MPI_Request_free(&r));
    CHECK(!MPI_Sendrecv(NULL, 0, none, to, 0, NULL, 0, none, to, 0, w, &status));
    CHECK(!MPI_Sendrecv_replace(NULL, 0, none, to, 0, to, 0, w, &status));
    CHECK(!MPI_Mprobe(to, 0, w, &message, &status));
    CHECK(!MPI_Mrecv(NULL, 0, none, &message, &status));
    RAISES(MPI_Send(&to, 1, none, 0, 0, w), MPI_ERR_TYPE);
    RAISES(MPI_Recv(&to, 1, none, 0, 0, w, &status), MPI_ERR_TYPE);
}

static int forget(MPI_Comm comm, int key, void *value, void *extra)
{
    (void) comm;
    (void) key;
    (void) value;
    ++*(int *) extra;
    return MPI_SUCCESS;
}

/* Copies of a keyval may be freed as long as an attribute carries it. */
static void copies_of_keyvals(void)
{
    int key, copy, gone = 0;
    MPI_Comm d;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &key, &gone);
    copy = key;
    MPI_Comm_dup(MPI_COMM_WORLD, &d);
    MPI_Comm_set_attr(d, key, NULL);
    CHECK(!MPI_Comm_free_keyval(&key));
    CHECK(!MPI_Comm_free_keyval(&copy));
    SAME(copy, MPI_KEYVAL_INVALID);
    SAME(gone, 0);
    MPI_Comm_free(&d);
    SAME(gone, 1);
}

static void same_info(MPI_Info a, MPI_Info b)
{
    int n = 0, m = 0;
    MPI_Info_get_nkeys(a, &n);
    MPI_Info_get_nkeys(b, &m);
    CHECK(n > 0);
    SAME(n, m);
    for (int i = 0; i < n; i++) {
        char key[MPI_MAX_INFO_KEY], x[MPI_MAX_INFO_VAL], y[MPI_MAX_INFO_VAL];
        int flag = 0, length = sizeof x;
        MPI_Info_get_nthkey(a, i, key);
        MPI_Info_get_string(a, key, &length, x, &flag);
        CHECK(flag);
        length = sizeof y;
        MPI_Info_get_string(b, key, &length, y, &flag);
        CHECK(flag);
        if (strcmp(x, y)) fprintf(stderr, "%s: %s and %s\n", key, x, y);
        CHECK(!strcmp(x, y));
    }
}

static void names(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Type_get_name(MPI_C_COMPLEX, name, &length);
    CHECK(!strcmp(name, "MPI_C_COMPLEX"));
    MPI_Type_get_name(MPI_LONG_LONG, name, &length);
    CHECK(!strcmp(name, "MPI_LONG_LONG_INT"));
}

static void dimensions(void)
{
    struct {
        int nodes, dims[3];
    } cases[] = {{5040, {21, 16, 15}}, {6240, {26, 16, 15}}, {10800, {27, 20, 20}}};
    for (int i = 0; i < 3; i++) {
        int dims[3] = {0, 0, 0};
        MPI_Dims_create(cases[i].nodes, 3, dims);
        CHECK(!memcmp(dims, cases[i].dims, sizeof dims));
    }
}

static MPI_Comm told;

static void tell(MPI_Comm *comm, int *code, ...)
{
    (void) code;
    told = *comm;
}

/* Nothing was set on MPI_COMM_SELF yet: the handler of MPI_COMM_WORLD is the one that is meant. Once
 * there is one on MPI_COMM_SELF, it is that. */
static void handlers(void)
{
    MPI_Errhandler handler;
    int n, key = MPI_KEYVAL_INVALID;
    MPI_Comm_create_errhandler(tell, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Type_size(MPI_DATATYPE_NULL, &n);
    CHECK(told == MPI_COMM_WORLD);
    told = MPI_COMM_NULL;
    MPI_Info_get_nkeys(MPI_INFO_NULL, &n);
    CHECK(told == MPI_COMM_WORLD);
    told = MPI_COMM_NULL;
    MPI_Comm_free_keyval(&key);
    CHECK(told == MPI_COMM_WORLD);
    told = MPI_COMM_NULL;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Type_size(MPI_DATATYPE_NULL, &n);
    CHECK(told == MPI_COMM_NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
}

int main(int argc, char **argv)
{
    MPI_Info before, after;
    MPI_Info_create_env(argc, argv, &before);
    begin(&argc, &argv);
    MPI_Info_create_env(argc, argv, &after);
    same_info(before, MPI_INFO_ENV);
    same_info(after, MPI_INFO_ENV);
    MPI_Info_free(&before);
    MPI_Info_free(&after);
    handlers();
    characters();
    truths();
    no_partner();
    copies_of_keyvals();
    names();
    dimensions();
    return end();
}
