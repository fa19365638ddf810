/* Process topologies (MPI-5.0 §8): grids, graphs, distributed graphs. */
#include "check.h"

static void grids(void)
{
    int dims[2] = {0, 0}, periods[2] = {1, 0}, got[2], flags[2], coords[2], n, status;
    CHECK(!MPI_Dims_create(ranks, 2, dims));
    SAME(dims[0] * dims[1], ranks);
    CHECK(dims[0] >= dims[1]);
    MPI_Comm grid, row, twin;
    CHECK(!MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid));
    MPI_Topo_test(grid, &status);
    SAME(status, MPI_CART);
    MPI_Cartdim_get(grid, &n);
    SAME(n, 2);
    MPI_Cart_get(grid, 2, got, flags, coords);
    CHECK(got[0] == dims[0] && got[1] == dims[1] && flags[0] && !flags[1]);
    SAME(coords[0] * dims[1] + coords[1], me);
    MPI_Cart_rank(grid, coords, &n);
    SAME(n, me);
    int up, down, left, right;
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    SAME(down, (coords[0] + 1) % dims[0] * dims[1] + coords[1]);
    SAME(right, coords[1] + 1 < dims[1] ? me + 1 : MPI_PROC_NULL);
    int x = me, y = -5;
    MPI_Sendrecv(&x, 1, MPI_INT, down, 1, &y, 1, MPI_INT, up, 1, grid, MPI_STATUS_IGNORE);
    SAME(y, up);
    int remain[2] = {0, 1};
    CHECK(!MPI_Cart_sub(grid, remain, &row));
    MPI_Comm_size(row, &n);
    SAME(n, dims[1]);
    MPI_Cartdim_get(row, &n);
    SAME(n, 1);
    MPI_Comm_rank(row, &n);
    SAME(n, coords[1]);
    MPI_Comm_dup(grid, &twin);
    MPI_Topo_test(twin, &status);
    SAME(status, MPI_CART);
    MPI_Cart_coords(twin, ranks - 1, 2, got);
    CHECK(got[0] == dims[0] - 1 && got[1] == dims[1] - 1);
    MPI_Comm_free(&twin);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
    /* A grid of one, and one of no dimensions: rank 0 alone is in them. */
    int one = 1;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &one, periods, 1, &grid);
    CHECK((grid == MPI_COMM_NULL) == (me != 0));
    if (!me) MPI_Comm_free(&grid);
    MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &grid);
    CHECK((grid == MPI_COMM_NULL) == (me != 0));
    if (!me) MPI_Comm_free(&grid);
    MPI_Cart_map(MPI_COMM_WORLD, 1, &one, periods, &n);
    SAME(n, me ? MPI_UNDEFINED : 0);
}

/* A ring, each node knowing both neighbours. */
static void graphs(void)
{
    int *index = get(sizeof(int) * (size_t) ranks), *edges = get(sizeof(int) * 2 * (size_t) ranks);
    for (int i = 0; i < ranks; i++) {
        index[i] = 2 * i + 2;
        edges[2 * i] = (i + ranks - 1) % ranks;
        edges[2 * i + 1] = (i + 1) % ranks;
    }
    MPI_Comm ring;
    int nodes, count, both[2], status;
    CHECK(!MPI_Graph_create(MPI_COMM_WORLD, ranks, index, edges, 0, &ring));
    MPI_Topo_test(ring, &status);
    SAME(status, MPI_GRAPH);
    MPI_Graphdims_get(ring, &nodes, &count);
    CHECK(nodes == ranks && count == 2 * ranks);
    MPI_Graph_neighbors_count(ring, ranks - 1, &count);
    SAME(count, 2);
    MPI_Graph_neighbors(ring, me, 2, both);
    CHECK(both[0] == (me + ranks - 1) % ranks && both[1] == (me + 1) % ranks);
    int *again = get(sizeof(int) * 3 * (size_t) ranks);
    MPI_Graph_get(ring, ranks, 2 * ranks, again, again + ranks);
    CHECK(!memcmp(again, index, sizeof(int) * (size_t) ranks));
    CHECK(!memcmp(again + ranks, edges, sizeof(int) * 2 * (size_t) ranks));
    MPI_Comm_free(&ring);
    MPI_Graph_map(MPI_COMM_WORLD, ranks, index, edges, &count);
    SAME(count, me);
    free(again);
    free(index);
    free(edges);
}

/* Read anew each time, since compilers think that such an array should have elements. */
static int *volatile no_weights = MPI_UNWEIGHTED, *volatile no_edges = MPI_WEIGHTS_EMPTY;

/* Rank i tells of the edge from i + 1 to i + 2: nobody knows its own. */
static void distributed(void)
{
    int source = (me + 1) % ranks, one = 1, to = (me + 2) % ranks, weight = 10 + me;
    MPI_Comm graph, unweighted;
    int in, out, weighted, status;
    for (int i = 0; i < 20; i++) {
        CHECK(!MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &one, &to, &weight, MPI_INFO_NULL,
                                     0, &graph));
        MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
        CHECK(in == 1 && out == 1 && weighted);
        int from, dest, w_in, w_out;
        MPI_Dist_graph_neighbors(graph, 1, &from, &w_in, 1, &dest, &w_out);
        SAME(from, (me + ranks - 1) % ranks);
        SAME(dest, (me + 1) % ranks);
        SAME(w_in, 10 + (me + 2 * ranks - 2) % ranks);
        SAME(w_out, 10 + (me + ranks - 1) % ranks);
        MPI_Comm_free(&graph);
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, no_weights, me == 0, &to,
                                   no_weights, MPI_INFO_NULL, 0, &unweighted);
    MPI_Topo_test(unweighted, &status);
    SAME(status, MPI_DIST_GRAPH);
    MPI_Dist_graph_neighbors_count(unweighted, &in, &out, &weighted);
    CHECK(in == 1 && out == (me == 0) && !weighted);
    MPI_Comm_free(&unweighted);
    MPI_Dist_graph_create(MPI_COMM_WORLD, 0, NULL, NULL, NULL, no_edges, MPI_INFO_NULL, 0,
                          &graph);
    MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
    CHECK(in == 0 && out == 0 && weighted);
    MPI_Comm_free(&graph);
}

static void wrong(void)
{
    MPI_Comm c;
    int n, dims[2] = {ranks + 1, 1}, periods[2] = {0, 0}, bad[2] = {-1, 2};
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN); /* of calls without an object */
    RAISES(MPI_Cartdim_get(MPI_COMM_WORLD, &n), MPI_ERR_TOPOLOGY);
    RAISES(MPI_Graphdims_get(MPI_COMM_WORLD, &n, &n), MPI_ERR_TOPOLOGY);
    RAISES(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &c), MPI_ERR_DIMS);
    RAISES(MPI_Dims_create(ranks, 2, bad), MPI_ERR_DIMS);
    MPI_Topo_test(MPI_COMM_WORLD, &n);
    SAME(n, MPI_UNDEFINED);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    grids();
    graphs();
    distributed();
    wrong();
    end();
    return 0;
}
