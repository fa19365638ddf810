/* Every rank sends COUNT unexpected messages of 1 KiB to rank 0, which receives late: nothing is
 * lost, order holds, and rank 0's memory grows within a budget.
 *
 *     flood COUNT BUDGET_MIB */
#include "check.h"
#include <time.h>

enum { SIZE = 1024 };

static long resident_kib(void)
{
    char line[256];
    long kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, "VmHWM:", 6)) kib = atol(line + 6);
    if (file) fclose(file);
    return kib;
}

static void stamp(int *words, int i)
{
    for (int k = 0; k < SIZE / 4; k++) words[k] = i * 7 + k;
    words[0] = i;
}

static void receive(int count, long budget)
{
    int words[SIZE / 4], want[SIZE / 4], *next = calloc((size_t) ranks, sizeof *next);
    struct timespec late = { 0, 300000000 };
    long before = resident_kib();
    nanosleep(&late, NULL);
    /* A message of another kind, which must come through the flood. */
    for (int r = 1; r < ranks; r++) {
        int x = -1;
        MPI_Sendrecv(&r, 1, MPI_INT, r, 2, &x, 1, MPI_INT, r, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SAME(x, r);
    }
    for (long i = 0; i < (long) count * (ranks - 1); i++) {
        MPI_Status status;
        MPI_Recv(words, SIZE, MPI_BYTE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
        SAME(words[0], next[status.MPI_SOURCE]);
        stamp(want, words[0]);
        CHECK(!memcmp(words, want, SIZE));
        next[status.MPI_SOURCE]++;
    }
    for (int r = 1; r < ranks; r++) SAME(next[r], count);
    long grown = (resident_kib() - before) / 1024;
    fprintf(stderr, "rank 0 grew by %ld MiB\n", grown);
    CHECK(grown <= budget);
    free(next);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(argc == 3);
    int count = atoi(argv[1]);
    if (me == 0) {
        receive(count, atol(argv[2]));
    } else {
        int words[SIZE / 4], x = -1;
        MPI_Request request, echo;
        MPI_Irecv(&x, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &request);
        /* The answer to rank 0 is posted first, so that the flood cannot be what it waits for. */
        MPI_Isend(&me, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &echo);
        for (int i = 0; i < count; i++) {
            stamp(words, i);
            MPI_Send(words, SIZE, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Wait(&echo, MPI_STATUS_IGNORE);
        SAME(x, me);
    }
    return end();
}
