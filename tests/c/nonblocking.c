/* Non-blocking and persistent collectives (MPI-5.0 §6.12, §6.13): many at a time, blocking ones
 * between them, users' operations that call MPI, starts in any order. */
#include "check.h"

enum { N = 3000, M = 8 };

static void add(void *in, void *inout, int *len, MPI_Datatype *type)
{
    int size, *a = in, *b = inout;
    MPI_Type_size(*type, &size);
    CHECK(size == sizeof(int));
    for (int i = 0; i < *len; i++) b[i] += a[i];
}

static void many(int rep, MPI_Op op)
{
    static int a[M][N], b[M][N], c[M][N];
    MPI_Request r[2 * M + 1];
    int all = ranks * (ranks - 1) / 2, x = me, sum = -1, done = 0;
    for (int k = 0; k < M; k++) {
        for (int i = 0; i < N; i++) a[k][i] = me * (k + 1) + i;
        CHECK(!MPI_Iallreduce(a[k], b[k], k % 2 ? N : 3, MPI_INT, k % 3 ? MPI_SUM : op,
                              MPI_COMM_WORLD, &r[k]));
    }
    for (int k = 0; k < M; k++) {
        for (int i = 0; i < N; i++) c[k][i] = me == k % ranks ? k + i : -1;
        CHECK(!MPI_Ibcast(c[k], N, MPI_INT, k % ranks, MPI_COMM_WORLD, &r[M + k]));
    }
    CHECK(!MPI_Ibarrier(MPI_COMM_WORLD, &r[2 * M]));
    MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAME(sum, all);
    if (rep % 2) MPI_Waitall(2 * M + 1, r, MPI_STATUSES_IGNORE);
    while (!done) MPI_Testall(2 * M + 1, r, &done, MPI_STATUSES_IGNORE);
    for (int k = 0; k < 2 * M + 1; k++) CHECK(r[k] == MPI_REQUEST_NULL);
    for (int k = 0; k < M; k++) {
        for (int i = 0; i < (k % 2 ? N : 3); i++) SAME(b[k][i], all * (k + 1) + ranks * i);
        for (int i = 0; i < N; i++) SAME(c[k][i], k + i);
    }
}

static void persistent(MPI_Op op)
{
    int in[4], out[4], *g = get(sizeof(int) * 4 * (size_t) ranks);
    MPI_Request p[3];
    CHECK(!MPI_Allreduce_init(in, out, 4, MPI_INT, op, MPI_COMM_WORLD, MPI_INFO_NULL, &p[0]));
    CHECK(!MPI_Allgather_init(in, 4, MPI_INT, g, 4, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &p[1]));
    CHECK(!MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &p[2]));
    for (int rep = 0; rep < 10; rep++) {
        for (int i = 0; i < 4; i++) in[i] = me + i + rep;
        if (me % 2) {
            MPI_Start(&p[1]);
            MPI_Start(&p[0]);
            MPI_Start(&p[2]);
        } else {
            MPI_Startall(3, p);
        }
        MPI_Waitall(3, p, MPI_STATUSES_IGNORE);
        for (int i = 0; i < 4; i++) SAME(out[i], ranks * (ranks - 1) / 2 + ranks * (i + rep));
        for (int k = 0; k < ranks; k++)
            for (int i = 0; i < 4; i++) SAME(g[4 * k + i], k + i + rep);
    }
    for (int i = 0; i < 3; i++) MPI_Request_free(&p[i]);
    free(g);
}

/* Every other form once. */
static void forms(void)
{
    MPI_Request r;
    size_t room = sizeof(int) * (size_t) ranks;
    int *a = get(room), *b = get(room), *ones = get(room), *places = get(room), x = me + 1, y = -1;
    MPI_Datatype *types = get(sizeof(MPI_Datatype) * (size_t) ranks);
    for (int k = 0; k < ranks; k++) a[k] = me * 100 + k, ones[k] = 1, places[k] = k;
    MPI_Igather(&x, 1, MPI_INT, b, 1, MPI_INT, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int k = 0; me == 0 && k < ranks; k++) SAME(b[k], k + 1);
    MPI_Igatherv(&x, 1, MPI_INT, b, ones, places, MPI_INT, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Iscatter(b, 1, MPI_INT, &y, 1, MPI_INT, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(y, me + 1);
    MPI_Iscatterv(b, ones, places, MPI_INT, &y, 1, MPI_INT, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(y, me + 1);
    MPI_Iallgather(&x, 1, MPI_INT, b, 1, MPI_INT, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int k = 0; k < ranks; k++) SAME(b[k], k + 1);
    MPI_Iallgatherv(&x, 1, MPI_INT, b, ones, places, MPI_INT, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Ialltoall(a, 1, MPI_INT, b, 1, MPI_INT, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int k = 0; k < ranks; k++) SAME(b[k], k * 100 + me);
    MPI_Ialltoallv(a, ones, places, MPI_INT, b, ones, places, MPI_INT, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int k = 0; k < ranks; k++) SAME(b[k], k * 100 + me);
    for (int k = 0; k < ranks; k++) types[k] = MPI_INT, places[k] = k * (int) sizeof(int);
    MPI_Ialltoallw(a, ones, places, types, b, ones, places, types, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int k = 0; k < ranks; k++) SAME(b[k], k * 100 + me);
    MPI_Ireduce(&x, &y, 1, MPI_INT, MPI_SUM, ranks - 1, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    if (me == ranks - 1) SAME(y, ranks * (ranks + 1) / 2);
    MPI_Iscan(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(y, (me + 1) * (me + 2) / 2);
    MPI_Iexscan(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    if (me > 0) SAME(y, me * (me + 1) / 2);
    MPI_Ireduce_scatter_block(a, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(y, 100 * ranks * (ranks - 1) / 2 + ranks * me);
    MPI_Ireduce_scatter(a, &y, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(y, 100 * ranks * (ranks - 1) / 2 + ranks * me);
    free(a), free(b), free(ones), free(places), free(types);
}

int main(int argc, char **argv)
{
    MPI_Op op;
    begin(&argc, &argv);
    MPI_Op_create(add, 1, &op);
    for (int rep = 0; rep < 10; rep++) many(rep, op);
    persistent(op);
    forms();
    MPI_Op_free(&op);
    CHECK(op == MPI_OP_NULL);
    return end();
}
