/* Buffers of one call that are the same memory, and MPI_IN_PLACE where it means nothing: errors instead of
 * wrong data or a crash. What only looks like it is left alone. */
#include "check.h"

#define N 400

static int a[N], b[N], counts[64];

static void refused(MPI_Comm comm, int n, int size)
{
    RAISES(MPI_Allreduce(a, a, n, MPI_INT, MPI_SUM, comm), MPI_ERR_BUFFER);
    RAISES(MPI_Allreduce(a, MPI_IN_PLACE, n, MPI_INT, MPI_SUM, comm), MPI_ERR_BUFFER);
    RAISES(MPI_Scan(a, a, n, MPI_INT, MPI_SUM, comm), MPI_ERR_BUFFER);
    RAISES(MPI_Exscan(a, a, n, MPI_INT, MPI_SUM, comm), MPI_ERR_BUFFER);
    RAISES(MPI_Reduce_scatter_block(a, a, 1, MPI_INT, MPI_SUM, comm), MPI_ERR_BUFFER);
    for (int i = 0; i < size; i++)
        counts[i] = 1;
    RAISES(MPI_Reduce_scatter(a, a, counts, MPI_INT, MPI_SUM, comm), MPI_ERR_BUFFER);
    RAISES(MPI_Allgather(a, 1, MPI_INT, a, 1, MPI_INT, comm), MPI_ERR_BUFFER);
    RAISES(MPI_Alltoall(a, 1, MPI_INT, a, 1, MPI_INT, comm), MPI_ERR_BUFFER);
    MPI_Request request;
    RAISES(MPI_Iallreduce(a, a, n, MPI_INT, MPI_SUM, comm, &request), MPI_ERR_BUFFER);
}

static void refused_alone(void)
{
    MPI_Comm comm = MPI_COMM_SELF;
    RAISES(MPI_Reduce(a, a, 1, MPI_INT, MPI_SUM, 0, comm), MPI_ERR_BUFFER);
    RAISES(MPI_Gather(a, 1, MPI_INT, a, 1, MPI_INT, 0, comm), MPI_ERR_BUFFER);
    RAISES(MPI_Scatter(a, 1, MPI_INT, a, 1, MPI_INT, 0, comm), MPI_ERR_BUFFER);
    RAISES(MPI_Reduce_local(a, a, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
    RAISES(MPI_Reduce_local(MPI_IN_PLACE, a, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
    RAISES(MPI_Reduce_local(a, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
}

static void allowed(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Allreduce(a, a, 0, MPI_INT, MPI_SUM, comm);
    MPI_Reduce_local(a, a, 0, MPI_INT, MPI_SUM);
    a[0] = me;
    /* Only the root has a result. */
    MPI_Reduce(a, me == 0 ? b : a, 1, MPI_INT, MPI_SUM, 0, comm);
    SAME(me == 0 ? b[0] : 0, me == 0 ? ranks * (ranks - 1) / 2 : 0);
    /* One array, of which the datatypes reach different parts. */
    int at = N / 2;
    MPI_Datatype high, spaced;
    MPI_Type_create_indexed_block(1, 1, &at, MPI_INT, &high);
    MPI_Type_create_resized(high, 0, sizeof(int), &spaced);
    MPI_Type_commit(&spaced);
    for (int i = 0; i < ranks; i++)
        a[i] = me * 100 + i;
    MPI_Alltoall(a, 1, MPI_INT, a, 1, spaced, comm);
    for (int i = 0; i < ranks; i++)
        SAME(a[at + i], i * 100 + me);
    MPI_Type_free(&spaced);
    MPI_Type_free(&high);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    refused(MPI_COMM_WORLD, 1, ranks);
    refused(MPI_COMM_WORLD, N, ranks);
    refused_alone();
    allowed();
    return end();
}
