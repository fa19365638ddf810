/* Neighbourhood collectives (MPI-5.0 §8.6) on a ring, a line and a directed graph. */
#include "check.h"

static void around(int periodic)
{
    MPI_Comm ring;
    int dim = ranks, rank, down, up, got[2] = { -1, -1 }, send[2], x;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &dim, &periodic, 0, &ring);
    MPI_Comm_rank(ring, &rank);
    MPI_Cart_shift(ring, 0, 1, &down, &up);
    x = rank + 10;
    CHECK(!MPI_Neighbor_allgather(&x, 1, MPI_INT, got, 1, MPI_INT, ring));
    SAME(got[0], down == MPI_PROC_NULL ? -1 : down + 10);
    SAME(got[1], up == MPI_PROC_NULL ? -1 : up + 10);
    send[0] = rank * 2; /* down */
    send[1] = rank * 2 + 1; /* up */
    got[0] = got[1] = -1;
    CHECK(!MPI_Neighbor_alltoall(send, 1, MPI_INT, got, 1, MPI_INT, ring));
    SAME(got[0], down == MPI_PROC_NULL ? -1 : down * 2 + 1);
    SAME(got[1], up == MPI_PROC_NULL ? -1 : up * 2);
    int ones[2] = { 1, 1 }, back[2] = { 1, 0 };
    got[0] = got[1] = -1;
    CHECK(!MPI_Neighbor_alltoallv(send, ones, back, MPI_INT, got, ones, back, MPI_INT, ring));
    SAME(got[1], down == MPI_PROC_NULL ? -1 : down * 2);
    SAME(got[0], up == MPI_PROC_NULL ? -1 : up * 2 + 1);
    got[0] = got[1] = -1;
    CHECK(!MPI_Neighbor_allgatherv(&x, 1, MPI_INT, got, ones, back, MPI_INT, ring));
    SAME(got[1], down == MPI_PROC_NULL ? -1 : down + 10);
    SAME(got[0], up == MPI_PROC_NULL ? -1 : up + 10);
    MPI_Aint bytes[2] = { 0, sizeof(int) };
    MPI_Datatype ints[2] = { MPI_INT, MPI_INT };
    MPI_Request r;
    got[0] = got[1] = -1;
    CHECK(!MPI_Ineighbor_alltoallw(send, ones, bytes, ints, got, ones, bytes, ints, ring, &r));
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(got[0], down == MPI_PROC_NULL ? -1 : down * 2 + 1);
    SAME(got[1], up == MPI_PROC_NULL ? -1 : up * 2);
    MPI_Comm_free(&ring);
}

/* Everybody sends to rank 0 and to the next. */
static void graph(void)
{
    MPI_Comm graph;
    int to[2] = { 0, (me + 1) % ranks }, in, out, weighted, x = me;
    int n = me == 0 ? ranks + 1 : 1;
    int *from = get(sizeof(int) * (size_t) n), *got = get(sizeof(int) * (size_t) n);
    for (int k = 0; me == 0 && k < ranks; k++) from[k] = k;
    from[n - 1] = (me + ranks - 1) % ranks;
    /* Out of the compiler's sight: it takes the constant for an address that is read. */
    int *volatile unweighted = MPI_UNWEIGHTED;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, n, from, unweighted, 2, to, unweighted,
                                   MPI_INFO_NULL, 0, &graph);
    MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
    SAME(in, n);
    SAME(out, 2);
    MPI_Neighbor_allgather(&x, 1, MPI_INT, got, 1, MPI_INT, graph);
    for (int k = 0; k < n; k++) SAME(got[k], from[k]);
    free(from);
    free(got);
    MPI_Comm_free(&graph);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    around(0);
    around(1);
    graph();
    return end();
}
