/* Sums over all ranks.
 *
 *     allreduce DOUBLES STEPS
 *
 * Prints the time of an MPI_Allreduce. */
#include "experiment.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, count = (int) argument(argc, argv, 1, 1024);
    long steps = argument(argc, argv, 2, 100);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    double *in = memory((size_t) count * sizeof *in), *out = memory((size_t) count * sizeof *out);
    for (int i = 0; i < count; i++) in[i] = rank;
    double start = 0;
    for (long step = -2; step < steps; step++) {
        if (step == 0) {
            MPI_Barrier(MPI_COMM_WORLD);
            start = MPI_Wtime();
        }
        MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (out[count - 1] != ranks * (ranks - 1) / 2.0) wrong("the sum");
    }
    if (rank == 0) say("allreduce", (MPI_Wtime() - start) / (double) steps, "s");
    MPI_Finalize();
    free(in);
    free(out);
    return 0;
}
