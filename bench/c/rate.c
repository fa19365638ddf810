/* Messages of 8 bytes from rank 0 to rank 1, windows of 64: messages a second. */
#include "bench.h"

enum { WINDOW = 64, SIZE = 8 };

static void windows(int rank, char *buf, int n)
{
    MPI_Request requests[WINDOW];
    for (int i = 0; i < n; i++) {
        for (int w = 0; w < WINDOW; w++) {
            if (rank == 0) MPI_Isend(buf, SIZE, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[w]);
            else MPI_Irecv(buf + w * SIZE, SIZE, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[w]);
        }
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        if (rank == 0) MPI_Recv(buf, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else MPI_Send(buf, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    static double samples[MOST_SAMPLES];
    int rank = join(&argc, &argv, 2);
    char *buf = buffer(WINDOW * SIZE);
    windows(rank, buf, 100);
    double start = now();
    windows(rank, buf, 100);
    plan_t plan = agree((now() - start) / 100, 2 * budget(argc, argv), MPI_COMM_WORLD);
    for (int i = 0; i < plan.samples; i++) {
        start = now();
        windows(rank, buf, plan.batch);
        samples[i] = (double) WINDOW * plan.batch / (now() - start) * 1e-6;
    }
    if (rank == 0) print_point("rate", SIZE, samples, plan.samples, "M/s");
    MPI_Finalize();
    return 0;
}
