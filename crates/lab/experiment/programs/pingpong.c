/* MPBench's ping-pong between ranks 0 and 1, all messages with one tag.
 *
 *     pingpong BYTES TRIPS [SAMPLES]
 *
 * Prints the time of a round trip of each sample of TRIPS trips. */
#include "experiment.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size = (int) argument(argc, argv, 1, 8);
    long trips = argument(argc, argv, 2, 100), samples = argument(argc, argv, 3, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *buf = memory((size_t) size);
    for (long sample = -1; sample < samples; sample++) {
        /* The one before the first warms up. */
        long n = sample < 0 ? trips / 10 + 2 : trips;
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        for (long i = 0; i < n && rank < 2; i++) {
            if (rank == 0) MPI_Send(buf, size, MPI_BYTE, 1, 7, MPI_COMM_WORLD);
            MPI_Recv(buf, size, MPI_BYTE, !rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 1) MPI_Send(buf, size, MPI_BYTE, 0, 7, MPI_COMM_WORLD);
        }
        if (rank == 0 && sample >= 0) say("trip", (MPI_Wtime() - start) / (double) n, "s");
    }
    MPI_Finalize();
    free(buf);
    return 0;
}
