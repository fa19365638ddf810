/* What single calls cost: a send, a receive whose message is there already, another whose message came in while
 * something else was looked for, and a look that finds nothing.
 *
 *     calls BYTES ROUNDS
 *
 * Prints the time of each. Run under callgrind, which collects within `measured` only, the ranks write what
 * they counted, in order, to the file that COUNT_LABELS names. */
#include "experiment.h"
#include <time.h>
#include <unistd.h>

enum { LOOKS = 32, KINDS = 4, PAUSE = 20000 };

static const char *const kinds[KINDS] = { "send", "recv", "late", "look" };
/* How many calls are measured at a time. */
static const int calls[KINDS] = { 1, 1, 1, LOOKS };

static int size;
static char *buffer, *aside;
static MPI_Request pending;
static double *times[KINDS];
static long taken[KINDS];
static FILE *labels;

static void send(void)
{
    MPI_Send(buffer, size, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
}

static void receive(void)
{
    MPI_Recv(buffer, size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void look(void)
{
    int flag;
    for (int i = 0; i < LOOKS; i++) MPI_Test(&pending, &flag, MPI_STATUS_IGNORE);
}

__attribute__((noinline)) static void measured(void (*call)(void))
{
    call();
    __asm__ volatile("" ::: "memory");
}

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double) at.tv_sec + 1e-9 * (double) at.tv_nsec;
}

static void measure(int kind, void (*call)(void))
{
    double start = now();
    measured(call);
    times[kind][taken[kind]++] = (now() - start) / calls[kind];
    if (labels) fprintf(labels, "%s/%d\n", kinds[kind], calls[kind]);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

/* The lower quartile: what came late, or met another program, is not meant. */
static void tell(void)
{
    for (int kind = 0; kind < KINDS; kind++) {
        if (taken[kind] == 0) continue;
        qsort(times[kind], (size_t) taken[kind], sizeof(double), compare);
        say(kinds[kind], times[kind][taken[kind] / 4], "s");
    }
}

/* Rank 0 goes on when rank 1 has come so far. */
static void step(int rank)
{
    char word = 0;
    if (rank == 1) MPI_Send(&word, 1, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
    if (rank == 0) MPI_Recv(&word, 1, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    long rounds = argument(argc, argv, 2, 24);
    size = (int) argument(argc, argv, 1, 8);
    buffer = memory((size_t) size);
    aside = memory(1);
    for (int kind = 0; kind < KINDS; kind++) times[kind] = memory((size_t) rounds * sizeof(double));
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (getenv("COUNT_LABELS")) labels = fopen(getenv("COUNT_LABELS"), "w");
    MPI_Barrier(MPI_COMM_WORLD);
    for (long round = 0; round < rounds; round++) {
        step(rank);
        if (rank == 0) {
            measure(0, send);
        } else {
            usleep(PAUSE);
            measure(1, receive);
        }
        step(rank);
        /* Two messages: while rank 1 waits for the second, the first comes in. */
        if (rank == 0) {
            send();
            MPI_Send(aside, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD);
        } else {
            usleep(PAUSE);
            MPI_Recv(aside, 1, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            /* What is not at hand then is looked for until it is. */
            MPI_Irecv(aside, 1, MPI_BYTE, 0, 4, MPI_COMM_WORLD, &pending);
            look();
            measure(2, receive);
            measure(3, look);
        }
        step(rank);
        if (rank == 0) MPI_Send(aside, 1, MPI_BYTE, 1, 4, MPI_COMM_WORLD);
        else MPI_Wait(&pending, MPI_STATUS_IGNORE);
    }
    if (labels) fclose(labels);
    tell();
    MPI_Finalize();
    free(buffer);
    free(aside);
    for (int kind = 0; kind < KINDS; kind++) free(times[kind]);
    return 0;
}
