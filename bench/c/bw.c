/* Streaming from rank 0 to rank 1, windows of 64 messages: bandwidth by size. */
#include "bench.h"

/* Bytes sent before any is timed: what a library sends through is touched by then. */
enum { WINDOW = 64, WARM = 8 << 20 };

static void windows(int rank, char *buf, int size, int n)
{
    MPI_Request requests[WINDOW];
    char done = 0;
    for (int i = 0; i < n; i++) {
        for (int w = 0; w < WINDOW; w++) {
            if (rank == 0) MPI_Isend(buf, size, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[w]);
            else MPI_Irecv(buf, size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[w]);
        }
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        if (rank == 0) MPI_Recv(&done, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else MPI_Send(&done, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 1024, 4096, 16384, 65536, 262144, 1048576, 4194304 };
    static double samples[MOST_SAMPLES];
    int rank = join(&argc, &argv, 2);
    double seconds = budget(argc, argv);
    char *buf = buffer(4194304);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        windows(rank, buf, sizes[s], 2 + WARM / (sizes[s] * WINDOW));
        double start = now();
        windows(rank, buf, sizes[s], 2);
        plan_t plan = agree((now() - start) / 2, seconds, MPI_COMM_WORLD);
        for (int i = 0; i < plan.samples; i++) {
            start = now();
            windows(rank, buf, sizes[s], plan.batch);
            samples[i] = (double) sizes[s] * WINDOW * plan.batch / (now() - start) * 1e-9;
        }
        if (rank == 0) print_point("bw", sizes[s], samples, plan.samples, "GB/s");
    }
    MPI_Finalize();
    return 0;
}
