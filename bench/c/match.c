/* Ping-pong of 8 bytes between ranks 0 and 1 while both hold many entries that do not match:
 * receives posted for other tags (match-posted), or messages that nobody asked for yet
 * (match-unexpected). The size column is the number of entries. */
#include "bench.h"

enum { SIZE = 8, MOST = 10000, FIRST_TAG = 1000 };

static char bytes[MOST][SIZE];
static MPI_Request requests[MOST];

static void rounds(int rank, int n)
{
    char buf[SIZE] = { 0 };
    for (int i = 0; i < n; i++) {
        if (rank == 0) MPI_Send(buf, SIZE, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(buf, SIZE, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(buf, SIZE, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

static void post(int rank, int depth)
{
    for (int i = 0; i < depth; i++)
        MPI_Irecv(bytes[i], SIZE, MPI_BYTE, !rank, FIRST_TAG + i, MPI_COMM_WORLD, &requests[i]);
}

static void send_all(int rank, int depth)
{
    char buf[SIZE] = { 0 };
    for (int i = 0; i < depth; i++)
        MPI_Send(buf, SIZE, MPI_BYTE, !rank, FIRST_TAG + i, MPI_COMM_WORLD);
}

static void measure(const char *name, int rank, int depth, double seconds)
{
    static double samples[MOST_SAMPLES];
    rounds(rank, 20);
    double start = now();
    rounds(rank, 20);
    plan_t plan = agree((now() - start) / 20, seconds, MPI_COMM_WORLD);
    for (int i = 0; i < plan.samples; i++) {
        start = now();
        rounds(rank, plan.batch);
        samples[i] = (now() - start) / plan.batch / 2 * 1e6;
    }
    if (rank == 0) print_point(name, depth, samples, plan.samples, "us");
}

int main(int argc, char **argv)
{
    static const int depths[] = { 0, 10, 100, 1000, MOST };
    int rank = join(&argc, &argv, 2);
    double seconds = budget(argc, argv);
    for (size_t d = 0; d < sizeof depths / sizeof *depths; d++) {
        post(rank, depths[d]);
        MPI_Barrier(MPI_COMM_WORLD);
        measure("match-posted", rank, depths[d], seconds);
        /* Receives are all posted, so both sides may send first. */
        send_all(rank, depths[d]);
        MPI_Waitall(depths[d], requests, MPI_STATUSES_IGNORE);
    }
    for (size_t d = 0; d < sizeof depths / sizeof *depths; d++) {
        send_all(rank, depths[d]);
        measure("match-unexpected", rank, depths[d], seconds);
        post(rank, depths[d]);
        MPI_Waitall(depths[d], requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
