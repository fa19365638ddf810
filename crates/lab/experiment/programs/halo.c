/* Exchange of borders on a periodic grid of ranks, as stencil codes do.
 *
 *     halo BYTES STEPS [MICROSECONDS]
 *
 * In each step every rank exchanges BYTES with each of its four neighbours and computes for
 * MICROSECONDS. Prints the time of a step. */
#include "experiment.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, size = (int) argument(argc, argv, 1, 8192);
    long steps = argument(argc, argv, 2, 100), work = argument(argc, argv, 3, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int dims[2] = { 0, 0 }, periods[2] = { 1, 1 }, near[4];
    MPI_Comm grid;
    MPI_Dims_create(ranks, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_shift(grid, 0, 1, &near[0], &near[1]);
    MPI_Cart_shift(grid, 1, 1, &near[2], &near[3]);
    char *in = memory(4 * (size_t) size), *out = memory((size_t) size);
    double start = 0;
    for (long step = -2; step < steps; step++) {
        if (step == 0) {
            MPI_Barrier(grid);
            start = MPI_Wtime();
        }
        MPI_Request requests[8];
        for (int side = 0; side < 4; side++) {
            MPI_Irecv(in + side * (size_t) size, size, MPI_BYTE, near[side], side, grid, &requests[side]);
            MPI_Isend(out, size, MPI_BYTE, near[side], side ^ 1, grid, &requests[4 + side]);
        }
        MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
        double end = MPI_Wtime() + (double) work * 1e-6;
        while (work && MPI_Wtime() < end) {}
    }
    MPI_Barrier(grid);
    if (rank == 0) say("halo", (MPI_Wtime() - start) / (double) steps, "s");
    MPI_Comm_free(&grid);
    MPI_Finalize();
    free(in);
    free(out);
    return 0;
}
