/* Error handling (MPI-5.0 §9.3 to §9.5): handlers, classes, codes, strings; what bad arguments
 * raise; truncation. */
#include "check.h"

static int called, last_code;
static MPI_Comm last_comm;

static void handler(MPI_Comm *comm, int *code, ...)
{
    called++;
    last_code = *code;
    last_comm = *comm;
}

static void handlers(void)
{
    MPI_Errhandler h, got;
    MPI_Comm d, e;
    MPI_Comm_dup(MPI_COMM_WORLD, &d);
    MPI_Comm_create_errhandler(handler, &h);
    MPI_Comm_set_errhandler(d, h);
    MPI_Comm_get_errhandler(d, &got);
    CHECK(got == h);
    MPI_Errhandler_free(&got);
    MPI_Errhandler_free(&h);
    CHECK(h == MPI_ERRHANDLER_NULL);
    int x = 0, class = -1;
    MPI_Send(&x, 1, MPI_INT, ranks, 1, d);
    SAME(called, 1);
    CHECK(last_comm == d);
    MPI_Error_class(last_code, &class);
    SAME(class, MPI_ERR_RANK);
    MPI_Comm_dup(d, &e); /* inherits the handler */
    MPI_Send(&x, 1, MPI_INT, -7, 1, e);
    SAME(called, 2);
    MPI_Comm_call_errhandler(e, MPI_ERR_TAG);
    SAME(called, 3);
    SAME(last_code, MPI_ERR_TAG);
    MPI_Comm_set_errhandler(d, MPI_ERRORS_RETURN);
    MPI_Comm_get_errhandler(d, &got);
    CHECK(got == MPI_ERRORS_RETURN);
    MPI_Comm_free(&d);
    MPI_Comm_free(&e);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);
    CHECK(got == MPI_ERRORS_ARE_FATAL);
}

static void strings(void)
{
    char text[MPI_MAX_ERROR_STRING];
    int length, class, code, lastcode, *value, flag;
    for (int c = MPI_SUCCESS; c <= MPI_ERR_OTHER; c++) {
        MPI_Error_class(c, &class);
        SAME(class, c);
        MPI_Error_string(c, text, &length);
        CHECK(length > 0 && (size_t) length == strlen(text));
    }
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag);
    CHECK(flag);
    lastcode = *value;
    CHECK(lastcode >= MPI_ERR_LASTCODE);
    MPI_Add_error_class(&class);
    CHECK(class > MPI_ERR_LASTCODE);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "the tide is out");
    MPI_Error_string(code, text, &length);
    CHECK(!strcmp(text, "the tide is out"));
    int back;
    MPI_Error_class(code, &back);
    SAME(back, class);
}

/* Nothing was sent to rank 0 before this: what is sent now comes first (§3.5). Who looks for messages
 * with a probe instead may meet those of a neighbour that is ahead, or miss those that are under way. */
static void nothing_was_sent(MPI_Comm comm)
{
    enum { MARK = 9 };
    int x = me;
    MPI_Request r;
    MPI_Status s;
    MPI_Isend(&x, 1, MPI_INT, 0, MARK, comm, &r);
    for (int source = 0; me == 0 && source < ranks; source++) {
        MPI_Recv(&x, 1, MPI_INT, source, MPI_ANY_TAG, comm, &s);
        SAME(s.MPI_TAG, MARK);
        SAME(x, source);
    }
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void arguments(void)
{
    int x = 0, flag;
    MPI_Request r;
    MPI_Status s;
    MPI_Comm c;
    MPI_Datatype t;
    MPI_Comm w = MPI_COMM_WORLD;
    RAISES(MPI_Send(&x, 1, MPI_INT, 0, 1, MPI_COMM_NULL), MPI_ERR_COMM);
    RAISES(MPI_Send(&x, -1, MPI_INT, 0, 1, w), MPI_ERR_COUNT);
    RAISES(MPI_Send(&x, 1, MPI_DATATYPE_NULL, 0, 1, w), MPI_ERR_TYPE);
    RAISES(MPI_Send(&x, 1, MPI_INT, ranks, 1, w), MPI_ERR_RANK);
    RAISES(MPI_Send(&x, 1, MPI_INT, MPI_ANY_SOURCE, 1, w), MPI_ERR_RANK);
    RAISES(MPI_Send(&x, 1, MPI_INT, 0, -2, w), MPI_ERR_TAG);
    RAISES(MPI_Send(&x, 1, MPI_INT, 0, MPI_ANY_TAG, w), MPI_ERR_TAG);
    RAISES(MPI_Recv(&x, -1, MPI_INT, 0, 1, w, &s), MPI_ERR_COUNT);
    RAISES(MPI_Irecv(&x, 1, MPI_INT, ranks + 3, 1, w, &r), MPI_ERR_RANK);
    RAISES(MPI_Isend(&x, 1, MPI_DATATYPE_NULL, 0, 1, w, &r), MPI_ERR_TYPE);
    RAISES(MPI_Probe(ranks, 1, w, &s), MPI_ERR_RANK);
    RAISES(MPI_Iprobe(0, -9, w, &flag, &s), MPI_ERR_TAG);
    RAISES(MPI_Bcast(&x, 1, MPI_INT, ranks, w), MPI_ERR_ROOT);
    RAISES(MPI_Bcast(&x, -1, MPI_INT, 0, w), MPI_ERR_COUNT);
    RAISES(MPI_Reduce(&x, &flag, 1, MPI_INT, MPI_SUM, -1, w), MPI_ERR_ROOT);
    RAISES(MPI_Allreduce(&x, &flag, 1, MPI_INT, MPI_OP_NULL, w), MPI_ERR_OP);
    RAISES(MPI_Comm_dup(MPI_COMM_NULL, &c), MPI_ERR_COMM);
    RAISES(MPI_Comm_rank(MPI_COMM_NULL, &x), MPI_ERR_COMM);
    RAISES(MPI_Type_contiguous(-1, MPI_INT, &t), MPI_ERR_COUNT);
    RAISES(MPI_Type_size(MPI_DATATYPE_NULL, &x), MPI_ERR_TYPE);
    RAISES(MPI_Comm_free_keyval(&(int) { 12345 }), MPI_ERR_KEYVAL);
    MPI_Type_contiguous(2, MPI_INT, &t); /* not committed */
    RAISES(MPI_Send(&x, 1, t, 0, 1, w), MPI_ERR_TYPE);
    MPI_Type_free(&t);
    nothing_was_sent(w);
}

/* From another rank, into memory in one piece and in several: what fits is there, whatever the length. */
static void truncation_between_ranks(void)
{
    static const int lengths[] = { 4, 4000, 40000, 400000 };
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks, count;
    MPI_Datatype every_other;
    MPI_Status status;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &every_other);
    MPI_Type_commit(&every_other);
    for (int k = 0; k < 8; k++) {
        int n = lengths[k / 2], room = n / 2, step = k % 2 ? 2 : 1;
        int *out = get(n * sizeof(int)), *in = get(2 * n * sizeof(int));
        MPI_Request r, s;
        for (int i = 0; i < n; i++) out[i] = me + i;
        for (int i = 0; i < 2 * n; i++) in[i] = -1;
        MPI_Irecv(in, room, k % 2 ? every_other : MPI_INT, left, 3, MPI_COMM_WORLD, &r);
        MPI_Isend(out, n, MPI_INT, right, 3, MPI_COMM_WORLD, &s);
        RAISES(MPI_Wait(&r, &status), MPI_ERR_TRUNCATE);
        MPI_Wait(&s, MPI_STATUS_IGNORE);
        for (int i = 0; i < room; i++) SAME(in[i * step], left + i);
        SAME(in[room * step], -1);
        MPI_Get_count(&status, MPI_INT, &count);
        SAME(count, room);
        free(out);
        free(in);
    }
    MPI_Type_free(&every_other);
}

/* §3.2.4: a message longer than the buffer; the rest of the buffer's neighbourhood is untouched. */
static void truncation(void)
{
    static const int lengths[] = { 2, 100, 5000, 300000, 2000000 };
    for (int k = 0; k < 5; k++)
        for (int unexpected = 0; unexpected < 2; unexpected++) {
            int n = lengths[k];
            char *out = get(n), *in = get(n);
            MPI_Request r, s;
            MPI_Status status[1];
            memset(in, 7, n);
            memset(out, 9, n);
            if (unexpected) MPI_Isend(out, n, MPI_BYTE, me, 1, MPI_COMM_WORLD, &s);
            MPI_Irecv(in, n / 2, MPI_BYTE, me, 1, MPI_COMM_WORLD, &r);
            if (!unexpected) MPI_Isend(out, n, MPI_BYTE, me, 1, MPI_COMM_WORLD, &s);
            RAISES(MPI_Wait(&r, status), MPI_ERR_TRUNCATE);
            MPI_Wait(&s, MPI_STATUS_IGNORE);
            for (int i = 0; i < n; i++) SAME(in[i], i < n / 2 ? 9 : 7);
            int count;
            MPI_Get_count(status, MPI_BYTE, &count);
            SAME(count, n / 2);
            /* The next message is not disturbed. */
            MPI_Sendrecv(out, n, MPI_BYTE, me, 2, in, n, MPI_BYTE, me, 2, MPI_COMM_WORLD, status);
            SAME(in[n - 1], 9);
            free(out);
            free(in);
        }
    if (ranks > 1) {
        int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
        char out[64] = { 0 }, in[64];
        MPI_Request r[2];
        MPI_Status status[2];
        MPI_Irecv(in, 10, MPI_BYTE, left, 1, MPI_COMM_WORLD, &r[0]);
        MPI_Isend(out, 64, MPI_BYTE, right, 1, MPI_COMM_WORLD, &r[1]);
        RAISES(MPI_Waitall(2, r, status), MPI_ERR_IN_STATUS);
        int class;
        MPI_Error_class(status[0].MPI_ERROR, &class);
        SAME(class, MPI_ERR_TRUNCATE);
        MPI_Error_class(status[1].MPI_ERROR, &class);
        CHECK(class == MPI_SUCCESS || class == MPI_ERR_PENDING);
        CHECK(!MPI_Wait(&r[1], MPI_STATUS_IGNORE));
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    handlers();
    strings();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    arguments();
    truncation();
    truncation_between_ranks();
    return end();
}
