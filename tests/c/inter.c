/* Collectives of intercommunicators (MPI-5.0 §6.2.3): even ranks on one side, odd ones on the other. */
#include "check.h"

static MPI_Comm side, inter;
static int mine, here, there, odd;

/* The sum over the other side of `scale * world rank`. */
static int theirs(int scale)
{
    int sum = 0;
    for (int r = !odd; r < ranks; r += 2) sum += scale * r;
    return sum;
}

static void rooted(void)
{
    int x, *all = get(sizeof(int) * (size_t) there);
    int root = odd ? 0 : mine == 0 ? MPI_ROOT : MPI_PROC_NULL; /* rank 0 of the even side */
    x = odd ? -1 : me + 7;
    CHECK(!MPI_Bcast(&x, 1, MPI_INT, root, inter));
    if (odd) SAME(x, 7);
    x = me;
    CHECK(!MPI_Gather(&x, 1, MPI_INT, all, 1, MPI_INT, root, inter));
    for (int k = 0; root == MPI_ROOT && k < there; k++) SAME(all[k], 2 * k + 1);
    for (int k = 0; k < there; k++) all[k] = k * 5;
    CHECK(!MPI_Scatter(all, 1, MPI_INT, &x, 1, MPI_INT, root, inter));
    if (odd) SAME(x, mine * 5);
    x = me;
    all[0] = -1;
    CHECK(!MPI_Reduce(&x, all, 1, MPI_INT, MPI_SUM, root, inter));
    if (root == MPI_ROOT) SAME(all[0], theirs(1));
    free(all);
}

static void everywhere(void)
{
    int x = me, sum = -1, *in = get(sizeof(int) * (size_t) (there + 1));
    int *out = get(sizeof(int) * (size_t) there);
    for (int i = 0; i < 10; i++) CHECK(!MPI_Barrier(inter));
    CHECK(!MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, inter));
    SAME(sum, theirs(1));
    CHECK(!MPI_Allgather(&x, 1, MPI_INT, in, 1, MPI_INT, inter));
    for (int k = 0; k < there; k++) SAME(in[k], 2 * k + !odd);
    for (int k = 0; k < there; k++) out[k] = me * 100 + k;
    CHECK(!MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, inter));
    for (int k = 0; k < there; k++) SAME(in[k], (2 * k + !odd) * 100 + mine);
    int *vector = get(sizeof(int) * (size_t) (here * there)), *part = get(sizeof(int) * (size_t) there);
    for (int k = 0; k < here * there; k++) vector[k] = me + k;
    CHECK(!MPI_Reduce_scatter_block(vector, part, there, MPI_INT, MPI_SUM, inter));
    for (int k = 0; k < there; k++) SAME(part[k], theirs(1) + there * (mine * there + k));
    MPI_Request r;
    sum = -1;
    CHECK(!MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, inter, &r));
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(sum, theirs(1));
    free(in), free(out), free(vector), free(part);
}

/* Long enough that a send ends only when its receive is posted, twice in a row. */
static void long_reductions(void)
{
    enum { EACH = 60000 };
    int total = EACH * here * there, *in = get(sizeof(int) * (size_t) total);
    int *out = get(sizeof(int) * (size_t) total), *counts = get(sizeof(int) * (size_t) here);
    MPI_Request r;
    for (int i = 0; i < total; i++) in[i] = me + i % 1000;
    for (int i = 0; i < here; i++) counts[i] = EACH * there;
    for (int round = 0; round < 8; round++) {
        int n = round % 4 == 0 ? total : EACH * there, first = round % 4 == 0 ? 0 : mine * n;
        memset(out, -1, sizeof(int) * (size_t) total);
        if (round % 4 == 0) CHECK(!MPI_Allreduce(in, out, n, MPI_INT, MPI_SUM, inter));
        if (round % 4 == 1) CHECK(!MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, inter));
        if (round % 4 == 2) CHECK(!MPI_Reduce_scatter_block(in, out, n, MPI_INT, MPI_SUM, inter));
        if (round % 4 == 3) {
            CHECK(!MPI_Ireduce_scatter(in, out, counts, MPI_INT, MPI_SUM, inter, &r));
            MPI_Wait(&r, MPI_STATUS_IGNORE);
        }
        for (int i = 0; i < n; i += 777) SAME(out[i], theirs(1) + there * ((first + i) % 1000));
    }
    free(in), free(out), free(counts);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (ranks > 1) {
        odd = me % 2;
        MPI_Comm_split(MPI_COMM_WORLD, odd, me, &side);
        MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, !odd, 3, &inter);
        MPI_Comm_rank(inter, &mine);
        MPI_Comm_size(inter, &here);
        MPI_Comm_remote_size(inter, &there);
        rooted();
        everywhere();
        long_reductions();
        MPI_Comm_free(&inter);
        MPI_Comm_free(&side);
    }
    return end();
}
