/* The loss of a path: rank 0 streams messages of 64 KiB to rank 1, and in the middle gives a command
 * that cuts a path. The value is the longest pause between two messages.
 *
 *     failover MILLISECONDS CUT HEAL
 *
 * CUT and HEAL are for the shell. The program runs twenty times MILLISECONDS. */
#include "bench.h"
#include <stdlib.h>

enum { SIZE = 65536, WINDOW = 16 };

static char *buf;

/* Streams until the time is over, and cuts when half of it is; the last message of all is empty. */
static void send_all(double seconds, const char *cut)
{
    MPI_Request requests[WINDOW];
    double start = now();
    int is_cut = 0;
    for (int i = 0; i < WINDOW; i++) requests[i] = MPI_REQUEST_NULL;
    for (int i = 0; now() - start < seconds; i = (i + 1) % WINDOW) {
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        MPI_Isend(buf, SIZE, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[i]);
        if (!is_cut && now() - start > seconds / 2) {
            is_cut = 1;
            if (system(cut)) MPI_Abort(MPI_COMM_WORLD, 3);
        }
    }
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
    MPI_Send(NULL, 0, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
}

/* The longest pause in seconds. */
static double receive_all(void)
{
    MPI_Request requests[WINDOW];
    double last = 0, pause = 0;
    int count = 1;
    for (int i = 0; i < WINDOW; i++) MPI_Irecv(buf, SIZE, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; count; i = (i + 1) % WINDOW) {
        MPI_Status status;
        MPI_Wait(&requests[i], &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        double here = now();
        if (last && here - last > pause) pause = here - last;
        last = here;
        if (count) MPI_Irecv(buf, SIZE, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < WINDOW; i++) {
        if (requests[i] == MPI_REQUEST_NULL) continue;
        MPI_Cancel(&requests[i]);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
    return pause;
}

int main(int argc, char **argv)
{
    int rank = join(&argc, &argv, 2);
    double pause = 0;
    if (argc < 4) {
        fprintf(stderr, "usage: failover MILLISECONDS CUT HEAL\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    buf = buffer(SIZE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) send_all(20 * budget(argc, argv), argv[2]);
    else pause = receive_all();
    /* What still travels on the path that was cut may wait for it. */
    if (rank == 0 && system(argv[3])) MPI_Abort(MPI_COMM_WORLD, 3);
    if (rank == 1) MPI_Send(&pause, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
    else MPI_Recv(&pause, 1, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) printf("pause %d %.6g ms %.6g %.6g\n", SIZE, pause * 1e3, pause * 1e3, pause * 1e3);
    MPI_Finalize();
    return 0;
}
