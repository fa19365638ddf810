/* A wave through a cube that is spread over a grid of ranks, as LU of the NAS parallel benchmarks does.
 *
 *     kernel_lu SIZE PLANES STEPS [SPOIL]
 *
 * Each cell needs its neighbours to the north and west: plane by plane a rank waits for the edges of those two ranks,
 * computes, and sends its own edges on, so that many small messages run through the grid like a pipeline. In
 * every second step the wave runs back. Rank 0 computes the same alone and compares all. Ranks hold SIZE by SIZE cells
 * of each plane. */
#include "kernel.h"

static const uint64_t PRIME = 2147483647u;

static long size, planes, steps, spoil;

/* A field of HEIGHT by WIDTH cells in PLANES planes, with an edge on each side. */
typedef struct {
    long height, width;
    uint32_t *cells;
} field_t;

static uint32_t *cell(field_t *field, long plane, long i, long j)
{
    return &field->cells[(plane * (field->height + 2) + i + 1) * (field->width + 2) + j + 1];
}

static void lay_out(field_t *field, long height, long width, long top, long left, long whole)
{
    field->height = height, field->width = width;
    size_t bytes = (size_t) (planes * (height + 2) * (width + 2)) * sizeof *field->cells;
    field->cells = memory(bytes);
    memset(field->cells, 0, bytes);
    for (long plane = 0; plane < planes; plane++)
        for (long i = 0; i < height; i++)
            for (long j = 0; j < width; j++)
                *cell(field, plane, i, j) =
                    (uint32_t) (mixed((uint64_t) plane, (uint64_t) ((top + i) * whole + left + j)) % PRIME);
}

/* Forward from the first cell, or back from the last: WAY is 1 or -1. */
static void compute(field_t *field, long plane, int way)
{
    for (long n = 0; n < field->height; n++)
        for (long m = 0; m < field->width; m++) {
            long i = way > 0 ? n : field->height - 1 - n, j = way > 0 ? m : field->width - 1 - m;
            uint64_t sum = 3ull * *cell(field, plane, i, j) + 5ull * *cell(field, plane, i - way, j) +
                           7ull * *cell(field, plane, i, j - way);
            *cell(field, plane, i, j) = (uint32_t) (sum % PRIME);
        }
}

static void swap_edge(int peer, uint32_t *edge, long n, int is_sent)
{
    if (peer == MPI_PROC_NULL) return;
    if (is_sent) {
        MPI_Send(edge, (int) n, MPI_UINT32_T, peer, 1, MPI_COMM_WORLD);
        return;
    }
    MPI_Recv(edge, (int) n, MPI_UINT32_T, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (spoil > 0) spoil--, edge[0] ^= 1;
}

static void sweep(field_t *field, int way, int north, int south, int west, int east, uint32_t *edge)
{
    int above = way > 0 ? north : south, below = way > 0 ? south : north;
    int before = way > 0 ? west : east, after = way > 0 ? east : west;
    long entry = way > 0 ? -1 : size, last = way > 0 ? size - 1 : 0;
    for (long n = 0; n < planes; n++) {
        long plane = way > 0 ? n : planes - 1 - n;
        swap_edge(above, cell(field, plane, entry, 0), size, 0);
        swap_edge(before, edge, size, 0);
        for (long i = 0; i < size && before != MPI_PROC_NULL; i++) *cell(field, plane, i, entry) = edge[i];
        compute(field, plane, way);
        swap_edge(below, cell(field, plane, last, 0), size, 1);
        for (long i = 0; i < size; i++) edge[i] = *cell(field, plane, i, last);
        swap_edge(after, edge, size, 1);
    }
}

/* What is beyond the grid's edge is nothing, and must be so again for the way back. */
static void clear_edges(field_t *field)
{
    for (long plane = 0; plane < planes; plane++) {
        for (long i = -1; i <= field->height; i++)
            *cell(field, plane, i, -1) = *cell(field, plane, i, field->width) = 0;
        for (long j = -1; j <= field->width; j++)
            *cell(field, plane, -1, j) = *cell(field, plane, field->height, j) = 0;
    }
}

/* Rank 0 compares everybody's cells with its own. */
static int is_right(field_t *field, const int dims[2])
{
    long cells = size * size * planes;
    uint32_t *all = memory((size_t) (rank ? 1 : cells * ranks) * sizeof *all);
    uint32_t *own = memory((size_t) cells * sizeof *own);
    for (long plane = 0, n = 0; plane < planes; plane++)
        for (long i = 0; i < size; i++)
            for (long j = 0; j < size; j++) own[n++] = *cell(field, plane, i, j);
    MPI_Gather(own, (int) cells, MPI_UINT32_T, all, (int) cells, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    int right = 1;
    if (rank == 0) {
        field_t whole;
        long width = size * dims[1];
        lay_out(&whole, size * dims[0], width, 0, 0, width);
        for (long step = 0; step < steps; step++) {
            clear_edges(&whole);
            for (long plane = 0; plane < planes; plane++) compute(&whole, plane, step % 2 ? -1 : 1);
        }
        for (long who = 0, n = 0; who < ranks; who++)
            for (long plane = 0; plane < planes; plane++)
                for (long i = 0; i < size; i++)
                    for (long j = 0; j < size; j++)
                        right &= all[n++] == *cell(&whole, plane, who / dims[1] * size + i,
                                                   who % dims[1] * size + j);
        free(whole.cells);
    }
    free(all);
    free(own);
    return right;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    size = argument(argc, argv, 1, 32);
    planes = argument(argc, argv, 2, 32);
    steps = argument(argc, argv, 3, 10);
    spoil = argument(argc, argv, 4, 0);
    int dims[2] = { 0, 0 }, periods[2] = { 0, 0 }, at[2], north, south, west, east;
    MPI_Comm grid;
    MPI_Dims_create(ranks, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_coords(grid, rank, 2, at);
    MPI_Cart_shift(grid, 0, 1, &north, &south);
    MPI_Cart_shift(grid, 1, 1, &west, &east);
    field_t field;
    lay_out(&field, size, size, at[0] * size, at[1] * size, size * dims[1]);
    uint32_t *edge = memory((size_t) size * sizeof *edge);
    double start = clock_of_all();
    for (long step = 0; step < steps; step++) {
        clear_edges(&field);
        sweep(&field, step % 2 ? -1 : 1, north, south, west, east, edge);
    }
    double seconds = clock_of_all() - start;
    verified(is_right(&field, dims), seconds);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
