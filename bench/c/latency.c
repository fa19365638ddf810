/* Ping-pong between ranks 0 and 1: one-way time by size. */
#include "bench.h"

static void rounds(int rank, char *buf, int size, int n)
{
    for (int i = 0; i < n; i++) {
        if (rank == 0) MPI_Send(buf, size, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(buf, size, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(buf, size, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 0, 8, 64, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304 };
    static double samples[MOST_SAMPLES];
    int rank = join(&argc, &argv, 2);
    double seconds = budget(argc, argv);
    char *buf = buffer(4194304);
    if (rank > 1) {
        fprintf(stderr, "latency is a program for two ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        rounds(rank, buf, sizes[s], 20);
        double start = now();
        rounds(rank, buf, sizes[s], 20);
        plan_t plan = agree((now() - start) / 20, seconds, MPI_COMM_WORLD);
        for (int i = 0; i < plan.samples; i++) {
            start = now();
            rounds(rank, buf, sizes[s], plan.batch);
            samples[i] = (now() - start) / plan.batch / 2 * 1e6;
        }
        if (rank == 0) print_point("latency", sizes[s], samples, plan.samples, "us");
    }
    MPI_Finalize();
    return 0;
}
