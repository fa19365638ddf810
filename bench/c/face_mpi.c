/* A message of 8 bytes one way, and there and back, by MPI. */
#include "faces.h"
#include <mpi.h>

static int rank;

static void told(uint64_t word)
{
    MPI_Send(&word, sizeof word, MPI_BYTE, !rank, 1, MPI_COMM_WORLD);
}

static uint64_t heard(void)
{
    uint64_t word;
    MPI_Recv(&word, sizeof word, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return word;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) drive(there_and_back, budget(argc, argv));
    else answer();
    MPI_Finalize();
    return 0;
}
