/* A rank that rests, in a call or out of any, uses next to no processor, and messages get to it all the same. */
#include "check.h"
#include <sys/resource.h>
#include <time.h>

static double of(struct timeval time)
{
    return (double) time.tv_sec + 1e-6 * (double) time.tv_usec;
}

static double used(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return of(use.ru_utime) + of(use.ru_stime);
}

int main(int argc, char **argv)
{
    struct timespec second = { 1, 0 };
    int word = 0;
    begin(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    double before = used();
    /* Out of any call. */
    nanosleep(&second, NULL);
    CHECK(used() - before < 0.3);
    before = used();
    /* In one. */
    if (me == 0) {
        nanosleep(&second, NULL);
        word = 7;
        for (int to = 1; to < ranks; to++) MPI_Send(&word, 1, MPI_INT, to, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SAME(word, 7);
    }
    CHECK(used() - before < 0.3);
    return end();
}
