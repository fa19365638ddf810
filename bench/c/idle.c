/* Share of a core that a rank uses while it is blocked in MPI_Recv for a second. */
#include "bench.h"
#include <sys/resource.h>

static double cpu_seconds(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double) (use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           1e-6 * (double) (use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

int main(int argc, char **argv)
{
    enum { SAMPLES = 3 };
    double samples[SAMPLES] = { 0 };
    int rank = join(&argc, &argv, 2);
    for (int i = 0; i < SAMPLES; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            struct timespec second = { 1, 0 };
            nanosleep(&second, NULL);
            MPI_Send(NULL, 0, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(&samples[i], 1, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            double cpu = cpu_seconds(), start = now();
            MPI_Recv(NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            double share = 100 * (cpu_seconds() - cpu) / (now() - start);
            MPI_Send(&share, 1, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
        }
    }
    if (rank == 0) print_point("idle", 1, samples, SAMPLES, "%core");
    MPI_Finalize();
    return 0;
}
