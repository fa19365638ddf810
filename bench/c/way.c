/* What tells one way of carrying messages from another: ping-pong of 8 bytes and 64 KiB, and
 * streaming of 1 MiB from rank 0 to rank 1.
 *
 *     way [MILLISECONDS [plain|random|narrow]]
 *
 * plain: bytes that compress well; random: bytes that do not; narrow: only streaming, in short
 * windows for a network of few megabytes a second. */
#include "bench.h"
#include <stdint.h>

enum { LARGEST = 1 << 20, WINDOW = 64, NARROW = 8 };

static double samples[MOST_SAMPLES];
static char *buf;

static void trips(int rank, int size, int n)
{
    for (int i = 0; i < n; i++) {
        if (rank == 0) MPI_Send(buf, size, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(buf, size, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(buf, size, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

static void windows(int rank, int window, int n)
{
    MPI_Request requests[WINDOW];
    for (int i = 0; i < n; i++) {
        for (int w = 0; w < window; w++) {
            if (rank == 0) MPI_Isend(buf, LARGEST, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[w]);
            else MPI_Irecv(buf, LARGEST, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[w]);
        }
        MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
        if (rank == 0) MPI_Recv(NULL, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else MPI_Send(NULL, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
    }
}

static void latency(int rank, int size, double seconds)
{
    trips(rank, size, 20);
    double start = now();
    trips(rank, size, 20);
    plan_t plan = agree((now() - start) / 20, seconds, MPI_COMM_WORLD);
    for (int i = 0; i < plan.samples; i++) {
        start = now();
        trips(rank, size, plan.batch);
        samples[i] = (now() - start) / plan.batch / 2 * 1e6;
    }
    if (rank == 0) print_point("latency", size, samples, plan.samples, "us");
}

static void stream(int rank, int window, double seconds)
{
    windows(rank, window, 1);
    double start = now();
    windows(rank, window, 1);
    plan_t plan = agree(now() - start, seconds, MPI_COMM_WORLD);
    for (int i = 0; i < plan.samples; i++) {
        start = now();
        windows(rank, window, plan.batch);
        samples[i] = (double) LARGEST * window * plan.batch / (now() - start) * 1e-9;
    }
    if (rank == 0) print_point("bw", LARGEST, samples, plan.samples, "GB/s");
}

/* Bytes without a pattern that a compressor could find, the same in every run. */
static void shuffle(void)
{
    uint64_t x = 88172645463325252u;
    for (int i = 0; i < LARGEST; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        buf[i] = (char) x;
    }
}

int main(int argc, char **argv)
{
    int rank = join(&argc, &argv, 2);
    double seconds = budget(argc, argv);
    const char *kind = argc > 2 ? argv[2] : "plain";
    int narrow = !strcmp(kind, "narrow");
    buf = buffer(LARGEST);
    if (!strcmp(kind, "random")) shuffle();
    if (!narrow) {
        latency(rank, 8, seconds);
        latency(rank, 65536, seconds);
    }
    stream(rank, narrow ? NARROW : WINDOW, seconds);
    MPI_Finalize();
    return 0;
}
