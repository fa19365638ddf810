/* MPI has this process's place in the job: Portals does not start beside it, and a line says why. */
#include <mpi.h>
#include <portals4.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, sum, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (PtlInit() != PTL_FAIL) abort();
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (sum != size) abort();
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}
