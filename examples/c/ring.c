/* A token goes around all ranks, and every rank adds itself to it.
 *
 *     mpiexec -n 4 ./ring [ROUNDS] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, ranks, token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int rounds = argc > 1 ? atoi(argv[1]) : 10;
    int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
    double start = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        if (rank > 0) MPI_Recv(&token, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        token += rank;
        if (rank > 0 || ranks > 1) {
            MPI_Request request;
            MPI_Isend(&token, 1, MPI_INT, right, 0, MPI_COMM_WORLD, &request);
            if (rank == 0)
                MPI_Recv(&token, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
    }
    if (rank == 0) {
        double each = (MPI_Wtime() - start) / (rounds > 0 ? rounds : 1) / ranks;
        printf("%d rounds over %d ranks: the token is %d, %.2f us a hop\n", rounds, ranks, token,
               each * 1e6);
    }
    int expected = rounds * (ranks * (ranks - 1) / 2), wrong = rank == 0 && token != expected;
    MPI_Finalize();
    return wrong;
}
