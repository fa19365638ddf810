/* What lost packets cost, between ranks 0 and 1: ping-pong of 30 KB and 300 KB, and a farm in which
 * rank 1 has ten tasks of different tags under way, each of which is followed by the next as soon as it
 * has arrived.
 *
 *     lossy [MILLISECONDS]
 *
 * Losses are rare and dear, so values are means over five times the usual time, and LOW and HIGH the
 * quartiles of its tenths. */
#include "bench.h"

enum { LARGEST = 300000, TAGS = 10, PARTS = 10 };

static double samples[PARTS];
static char *buf;

static void trips(int rank, int size, int n)
{
    for (int i = 0; i < n; i++) {
        if (rank == 0) MPI_Send(buf, size, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(buf, size, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(buf, size, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

/* Rank 0 gives N tasks of each tag. */
static void manager(int size, int n)
{
    MPI_Request requests[TAGS];
    int left[TAGS], open = TAGS;
    for (int tag = 0; tag < TAGS; tag++) {
        left[tag] = n;
        MPI_Irecv(NULL, 0, MPI_BYTE, 1, tag, MPI_COMM_WORLD, &requests[tag]);
    }
    while (open) {
        int tag;
        MPI_Waitany(TAGS, requests, &tag, MPI_STATUS_IGNORE);
        MPI_Send(buf, size, MPI_BYTE, 1, tag, MPI_COMM_WORLD);
        if (--left[tag]) MPI_Irecv(NULL, 0, MPI_BYTE, 1, tag, MPI_COMM_WORLD, &requests[tag]);
        else open--;
    }
}

/* Rank 1 asks for the next task of a tag when it has the last. */
static void worker(int size, int n)
{
    MPI_Request requests[TAGS];
    int left[TAGS], open = TAGS;
    for (int tag = 0; tag < TAGS; tag++) {
        left[tag] = n;
        MPI_Irecv(buf + (size_t) tag * LARGEST, size, MPI_BYTE, 0, tag, MPI_COMM_WORLD, &requests[tag]);
        MPI_Send(NULL, 0, MPI_BYTE, 0, tag, MPI_COMM_WORLD);
    }
    while (open) {
        int tag;
        MPI_Waitany(TAGS, requests, &tag, MPI_STATUS_IGNORE);
        if (--left[tag] == 0) {
            open--;
            continue;
        }
        MPI_Irecv(buf + (size_t) tag * LARGEST, size, MPI_BYTE, 0, tag, MPI_COMM_WORLD, &requests[tag]);
        MPI_Send(NULL, 0, MPI_BYTE, 0, tag, MPI_COMM_WORLD);
    }
}

static void farm(int rank, int size, int n)
{
    if (rank == 0) manager(size, n);
    else worker(size, n);
}

/* Measures WORK, which does N things at a time; a value is microseconds of a thing over SHARE. */
static void measure(const char *name, int rank, int size, double seconds, void (*work)(int, int, int), int share)
{
    work(rank, size, 2);
    double start = now();
    work(rank, size, 5);
    double each = (now() - start) / 5;
    int n = (int) (seconds * 5 / PARTS / each);
    if (n < 1) n = 1;
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    double sum = 0;
    for (int i = 0; i < PARTS; i++) {
        start = now();
        work(rank, size, n);
        samples[i] = (now() - start) / n / share * 1e6;
        sum += samples[i];
    }
    if (rank != 0) return;
    qsort(samples, PARTS, sizeof *samples, ascending);
    printf("%s %d %.6g us %.6g %.6g\n", name, size, sum / PARTS, samples[PARTS / 4], samples[PARTS - 1 - PARTS / 4]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int rank = join(&argc, &argv, 2);
    double seconds = budget(argc, argv);
    buf = buffer((size_t) LARGEST * TAGS);
    for (int size = 30000; size <= LARGEST; size *= 10) {
        measure("latency", rank, size, seconds, trips, 2);
        measure("farm", rank, size, seconds, farm, TAGS);
    }
    MPI_Finalize();
    return 0;
}
