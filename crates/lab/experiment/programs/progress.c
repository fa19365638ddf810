/* Who moves messages on while the program computes, and what that costs.
 *
 *     progress BYTES REPEATS TRIPS
 *
 * Two ranks. Prints the time of a round trip of 8 bytes in blocking calls; the part of a long transfer that
 * computation does not hide, as receiver and as sender; the processor time that the transfer takes from the rank
 * that computes, over the transfer's time; and the share of a core that a rank uses to which a message comes each
 * millisecond while it is at rest, outside of all calls.
 *
 * The rank that computes holds on to one core, so that whoever moves its messages is on another, if there is one. */
#define _GNU_SOURCE
#include "experiment.h"
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

enum { DATA = 1, GO = 2, SMALL = 3, MESSAGES = 300 };
enum direction { RECEIVE, SEND };

static int rank, bytes;
static char *data;
static volatile double sink;

/* The first core that this process may use for the rank that computes, the others for the other rank. */
static void part(void)
{
    cpu_set_t all, mine;
    CPU_ZERO(&all);
    CPU_ZERO(&mine);
    if (sched_getaffinity(0, sizeof all, &all) || CPU_COUNT(&all) < 2) return;
    int first = 0;
    while (!CPU_ISSET(first, &all)) first++;
    if (rank == 0) CPU_SET(first, &mine);
    else {
        mine = all;
        CPU_CLR(first, &mine);
    }
    sched_setaffinity(0, sizeof mine, &mine);
}

static double processor_time(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double) (use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           1e-6 * (double) (use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

static void compute(long steps)
{
    double x = sink; /* unknown to the compiler, or it would see the fixed point */
    for (long i = 0; i < steps; i++) x = x * 0.999999 + 1e-6;
    sink = x;
}

/* Seconds of a transfer with STEPS of computation in it, for rank 0; what of processor time went into it. */
static double once(enum direction direction, long steps, int transfers, double *processor)
{
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0) {
        if (!transfers) return 0;
        MPI_Recv(NULL, 0, MPI_BYTE, 0, GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (direction == RECEIVE) MPI_Ssend(data, bytes, MPI_BYTE, 0, DATA, MPI_COMM_WORLD);
        else MPI_Recv(data, bytes, MPI_BYTE, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return 0;
    }
    double used = processor_time(), start = MPI_Wtime();
    if (transfers) {
        if (direction == RECEIVE) MPI_Irecv(data, bytes, MPI_BYTE, 1, DATA, MPI_COMM_WORLD, &request);
        else MPI_Isend(data, bytes, MPI_BYTE, 1, DATA, MPI_COMM_WORLD, &request);
        MPI_Send(NULL, 0, MPI_BYTE, 1, GO, MPI_COMM_WORLD);
    }
    compute(steps);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    double took = MPI_Wtime() - start;
    *processor = processor_time() - used;
    return took;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

static double median(double *of, int n)
{
    qsort(of, (size_t) n, sizeof *of, ascending);
    return of[n / 2];
}

/* Steps that take about so long. */
static long steps_of(double seconds)
{
    enum { TRY = 1000000 };
    compute(TRY);
    double start = MPI_Wtime();
    compute(TRY);
    return (long) (TRY * seconds / (MPI_Wtime() - start)) + 1;
}

/* Alone, computation alone, and both, in turn so that all see the same machine. */
static void overlap(enum direction direction, int repeats, const char *left, const char *burden)
{
    double *alone = memory(sizeof(double) * (size_t) repeats), ignored;
    double *work = memory(sizeof(double) * (size_t) repeats), *both = memory(sizeof(double) * (size_t) repeats);
    double *used = memory(sizeof(double) * (size_t) repeats), *busy = memory(sizeof(double) * (size_t) repeats);
    for (int i = 0; i < repeats; i++) alone[i] = once(direction, 0, 1, &ignored);
    /* Whoever moves the transfer may share its core with the other rank: it is given time. */
    long steps = rank == 0 ? steps_of(4 * median(alone, repeats)) : 0;
    for (int i = 0; i < repeats; i++) {
        alone[i] = once(direction, 0, 1, &ignored);
        work[i] = once(direction, steps, 0, &used[i]);
        both[i] = once(direction, steps, 1, &busy[i]);
    }
    if (rank == 0) {
        double transfer = median(alone, repeats), computation = median(work, repeats);
        say(left, (median(both, repeats) - computation) / transfer, "n");
        say(burden, (median(busy, repeats) - median(used, repeats)) / transfer, "n");
    }
    free(alone);
    free(work);
    free(both);
    free(used);
    free(busy);
}

static void round_trip(long trips)
{
    char word[8] = { 0 };
    MPI_Barrier(MPI_COMM_WORLD);
    double start = 0;
    for (long i = -trips / 10 - 2; i < trips; i++) {
        if (i == 0) start = MPI_Wtime();
        if (rank == 0) MPI_Send(word, 8, MPI_BYTE, 1, SMALL, MPI_COMM_WORLD);
        MPI_Recv(word, 8, MPI_BYTE, !rank, SMALL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(word, 8, MPI_BYTE, 0, SMALL, MPI_COMM_WORLD);
    }
    if (rank == 0) say("trip", (MPI_Wtime() - start) / (double) trips, "s");
}

static void rest(double seconds)
{
    struct timespec time = { (time_t) seconds, (long) ((seconds - (double) (time_t) seconds) * 1e9) };
    nanosleep(&time, NULL);
}

/* Rank 0 rests while messages come for it. */
static void at_rest(void)
{
    static MPI_Request requests[MESSAGES];
    static char words[MESSAGES][1024];
    if (rank == 0)
        for (int i = 0; i < MESSAGES; i++)
            MPI_Irecv(words[i], 1024, MPI_BYTE, 1, SMALL, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        double used = processor_time(), start = MPI_Wtime();
        rest(MESSAGES * 1e-3);
        say("at-rest", (processor_time() - used) / (MPI_Wtime() - start), "n");
        MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
        return;
    }
    for (int i = 0; i < MESSAGES; i++) {
        rest(1e-3);
        MPI_Send(words[i], 1024, MPI_BYTE, 0, SMALL, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks != 2) wrong("there are not two ranks");
    bytes = (int) argument(argc, argv, 1, 16 << 20);
    int repeats = (int) argument(argc, argv, 2, 15);
    data = memory((size_t) bytes);
    part();
    round_trip(argument(argc, argv, 3, 10000));
    overlap(RECEIVE, repeats, "left-receiving", "burden-receiving");
    overlap(SEND, repeats, "left-sending", "burden-sending");
    at_rest();
    MPI_Finalize();
    free(data);
    return 0;
}
