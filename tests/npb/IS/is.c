/* Stands in for IS: sums the ranks up, and says so as the benchmarks do. */
#include <mpi.h>
#include <stdio.h>

#include "npbparams.h"

int main(int argc, char **argv)
{
    int rank, ranks, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    double start = MPI_Wtime();
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    double seconds = MPI_Wtime() - start;
    if (rank == 0) {
        int right = sum == ranks * (ranks - 1) / 2;
        printf("\n\n IS Benchmark Completed\n");
        printf(" Class           =             %12s\n", CLASS);
        printf(" Time in seconds =             %12.2f\n", seconds);
        printf(" Total processes =             %12d\n", ranks);
        printf(" Mop/s total     =             %12.2f\n", 1.0 + 1e-6 / seconds);
        printf(" Verification    =             %s\n", right ? "  SUCCESSFUL" : "UNSUCCESSFUL");
    }
    MPI_Finalize();
    return 0;
}
