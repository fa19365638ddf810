/* A manager deals tasks to whoever is free: here, the longest Collatz sequences of ranges.
 *
 *     mpiexec -n 4 ./farm [TASKS]
 *
 * Rank 0 waits for any worker (MPI_ANY_SOURCE), notes its result and sends it the next task; the
 * tag says whether there is one. Alone, it does the work itself. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TASK, STOP, RESULT };
enum { RANGE = 20000 };

typedef struct {
    long start, length;
} result_t;

static result_t work(long task)
{
    result_t best = { 0, 0 };
    for (long start = task * RANGE + 1; start <= (task + 1) * RANGE; start++) {
        long length = 1;
        for (unsigned long n = (unsigned long) start; n != 1; length++) n = n % 2 ? 3 * n + 1 : n / 2;
        if (length > best.length) best = (result_t) { start, length };
    }
    return best;
}

static void keep(result_t *best, result_t other)
{
    int better = other.length > best->length ||
                 (other.length == best->length && other.start < best->start);
    if (better) *best = other;
}

static result_t manage(long tasks, int workers, int *done)
{
    result_t best = { 0, 0 };
    long next = 0;
    for (int active = workers; active > 0;) {
        result_t result;
        MPI_Status status;
        MPI_Recv(&result, 2, MPI_LONG, MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &status);
        if (result.length) done[status.MPI_SOURCE]++;
        keep(&best, result);
        int more = next < tasks;
        MPI_Send(&next, 1, MPI_LONG, status.MPI_SOURCE, more ? TASK : STOP, MPI_COMM_WORLD);
        if (more) next++;
        else active--;
    }
    return best;
}

static void labour(void)
{
    result_t result = { 0, 0 }; /* the first message only says that this worker is free */
    for (;;) {
        long task;
        MPI_Status status;
        MPI_Send(&result, 2, MPI_LONG, 0, RESULT, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_LONG, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP) return;
        result = work(task);
    }
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long tasks = argc > 1 ? atol(argv[1]) : 100;
    if (rank == 0) {
        int *done = calloc((size_t) ranks, sizeof *done);
        result_t best = { 0, 0 };
        if (ranks == 1)
            for (long task = 0; task < tasks; task++) keep(&best, work(task));
        else best = manage(tasks, ranks - 1, done);
        printf("up to %ld the longest sequence starts at %ld: %ld numbers\n", tasks * RANGE,
               best.start, best.length);
        for (int r = 1; r < ranks; r++) printf("rank %d did %d tasks\n", r, done[r]);
        free(done);
    } else {
        labour();
    }
    MPI_Finalize();
    return 0;
}
