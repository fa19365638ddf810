/* Two ping-pongs at once that rank 0 drives, one with rank 1 and one with rank 2, which are joined to it
 * by different methods (figure 6 of the paper on Nexus).
 *
 *     skip_poll BYTES MILLISECONDS
 *
 * Prints the time of a round trip of each. */
#include "experiment.h"

enum { GO = 1, STOP = 2 };

static char *in[3], *out;
static MPI_Request arrivals[3] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL };

static void serve(int peer, int size)
{
    MPI_Irecv(in[peer], size, MPI_BYTE, peer, GO, MPI_COMM_WORLD, &arrivals[peer]);
    MPI_Send(out, size, MPI_BYTE, peer, GO, MPI_COMM_WORLD);
}

static void drive(int size, double seconds)
{
    long trips[3] = { 0, 0, 0 };
    double start = 0, passed = 0;
    for (int peer = 1; peer < 3; peer++) serve(peer, size);
    for (long n = -200; passed < seconds || !trips[1] || !trips[2]; n++) {
        int peer;
        if (n == 0) {
            trips[1] = trips[2] = 0;
            start = MPI_Wtime();
        }
        MPI_Waitany(3, arrivals, &peer, MPI_STATUS_IGNORE);
        trips[peer]++;
        serve(peer, size);
        if (n > 0 && n % 16 == 0) passed = MPI_Wtime() - start;
    }
    passed = MPI_Wtime() - start;
    MPI_Waitall(3, arrivals, MPI_STATUSES_IGNORE);
    for (int peer = 1; peer < 3; peer++) MPI_Send(out, 0, MPI_BYTE, peer, STOP, MPI_COMM_WORLD);
    say("near", passed / (double) trips[1], "s");
    say("far", passed / (double) trips[2], "s");
}

static void echo(int size)
{
    for (;;) {
        MPI_Status status;
        MPI_Recv(in[0], size, MPI_BYTE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP) return;
        MPI_Send(out, size, MPI_BYTE, 0, GO, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, size = (int) argument(argc, argv, 1, 8);
    double seconds = (double) argument(argc, argv, 2, 500) * 1e-3;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks != 3) wrong("there are not three ranks");
    for (int i = 0; i < 3; i++) in[i] = memory((size_t) size);
    out = memory((size_t) size);
    if (rank == 0) drive(size, seconds);
    else echo(size);
    MPI_Finalize();
    return 0;
}
