/* Streaming both ways between ranks 0 and 1, windows of 64 messages: summed bandwidth by size. */
#include "bench.h"

enum { WINDOW = 64 };

static void windows(int rank, char *out, char *in, int size, int n)
{
    MPI_Request requests[2 * WINDOW];
    for (int i = 0; i < n; i++) {
        for (int w = 0; w < WINDOW; w++)
            MPI_Irecv(in, size, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, &requests[w]);
        for (int w = 0; w < WINDOW; w++)
            MPI_Isend(out, size, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, &requests[WINDOW + w]);
        MPI_Waitall(2 * WINDOW, requests, MPI_STATUSES_IGNORE);
    }
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 4096, 65536, 1048576 };
    static double samples[MOST_SAMPLES];
    int rank = join(&argc, &argv, 2);
    double seconds = budget(argc, argv);
    char *out = buffer(1048576), *in = buffer(1048576);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        windows(rank, out, in, sizes[s], 2);
        double start = now();
        windows(rank, out, in, sizes[s], 2);
        plan_t plan = agree((now() - start) / 2, seconds, MPI_COMM_WORLD);
        for (int i = 0; i < plan.samples; i++) {
            start = now();
            windows(rank, out, in, sizes[s], plan.batch);
            samples[i] = 2.0 * sizes[s] * WINDOW * plan.batch / (now() - start) * 1e-9;
        }
        if (rank == 0) print_point("bibw", sizes[s], samples, plan.samples, "GB/s");
    }
    MPI_Finalize();
    return 0;
}
