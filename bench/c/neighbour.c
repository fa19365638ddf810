/* What two ranks do to each other all the time, as means: ping-pong of 8 bytes (one way), barrier,
 * allreduce of 8 bytes, streaming of 64 KiB. Beside other programs a median tells of the moments in which
 * these let the ranks alone; a mean counts those in which they do not. */
#include "bench.h"

enum { LONG = 65536, WINDOW = 64 };

static char *buf;
static double in[1], out[1];

static void trip(int rank)
{
    if (rank == 0) MPI_Send(buf, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    MPI_Recv(buf, 8, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(buf, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
}

static void barrier(int rank)
{
    (void) rank;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void allreduce(int rank)
{
    (void) rank;
    MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void window(int rank)
{
    MPI_Request requests[WINDOW];
    for (int w = 0; w < WINDOW; w++) {
        if (rank == 0) MPI_Isend(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[w]);
        else MPI_Irecv(buf, LONG, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[w]);
    }
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
    if (rank == 0) MPI_Recv(NULL, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else MPI_Send(NULL, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
}

/* Seconds that one OP takes, over a time in which others had their turns many times. Rank 0 says after each
 * batch whether there is another, so that the batches need not be known before. */
static double mean(void op(int), int rank, int batch, double seconds)
{
    long done = 0;
    double start, passed = 0;
    for (int i = 0; i < batch; i++) op(rank);
    start = now();
    for (int more = 1; more;) {
        for (int i = 0; i < batch; i++) op(rank);
        done += batch;
        passed = now() - start;
        more = passed < seconds;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return passed / (double) done;
}

static void show(int rank, const char *name, int size, double value, const char *unit)
{
    if (rank == 0) print_point(name, size, &value, 1, unit);
}

int main(int argc, char **argv)
{
    int rank = join(&argc, &argv, 2);
    double seconds = 2 * budget(argc, argv);
    buf = buffer(LONG);
    show(rank, "latency", 8, mean(trip, rank, 50, seconds) / 2 * 1e6, "us");
    show(rank, "barrier", 0, mean(barrier, rank, 50, seconds) * 1e6, "us");
    show(rank, "allreduce", 8, mean(allreduce, rank, 50, seconds) * 1e6, "us");
    show(rank, "bw", LONG, (double) LONG * WINDOW / mean(window, rank, 1, seconds) * 1e-9, "GB/s");
    MPI_Finalize();
    return 0;
}
