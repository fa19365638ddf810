/* One-sided communication of rank 0 with rank 1, which waits in a barrier: time of an access and its flush, and
 * of a fence; bandwidth of puts and gets by size. */
#include "bench.h"

enum { MOST = 4194304 };

static MPI_Win win;
static char *mine;

static void put(int size)
{
    MPI_Put(mine, size, MPI_BYTE, 1, 0, size, MPI_BYTE, win);
    MPI_Win_flush(1, win);
}

static void get(int size)
{
    MPI_Get(mine, size, MPI_BYTE, 1, 0, size, MPI_BYTE, win);
    MPI_Win_flush(1, win);
}

static void accumulate(int size)
{
    MPI_Accumulate(mine, size / 8, MPI_INT64_T, 1, 0, size / 8, MPI_INT64_T, MPI_SUM, win);
    MPI_Win_flush(1, win);
}

static void fetch(int size)
{
    (void) size;
    MPI_Fetch_and_op(mine, mine + 8, MPI_INT64_T, 1, 0, MPI_SUM, win);
    MPI_Win_flush(1, win);
}

static void swap(int size)
{
    (void) size;
    MPI_Compare_and_swap(mine, mine + 8, mine + 16, MPI_INT64_T, 1, 0, win);
    MPI_Win_flush(1, win);
}

static void fence(int size)
{
    (void) size;
    MPI_Win_fence(0, win);
}

static void batch(void (*access)(int), int size, int n)
{
    for (int i = 0; i < n; i++) access(size);
}

/* Time of one access, or bytes a nanosecond. COMM: the ranks that take part. */
static void point(const char *name, void (*access)(int), int size, int is_rate, double seconds, MPI_Comm comm)
{
    static double samples[MOST_SAMPLES];
    batch(access, size, 20);
    double start = now();
    batch(access, size, 20);
    plan_t plan = agree((now() - start) / 20, seconds, comm);
    for (int i = 0; i < plan.samples; i++) {
        start = now();
        batch(access, size, plan.batch);
        double each = (now() - start) / plan.batch;
        samples[i] = is_rate ? size / each * 1e-9 : each * 1e6;
    }
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) print_point(name, size, samples, plan.samples, is_rate ? "GB/s" : "us");
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 4096, 16384, 65536, 262144, 1048576, 4194304 };
    int rank = join(&argc, &argv, 2);
    double seconds = budget(argc, argv);
    char *base;
    mine = buffer(MOST);
    MPI_Win_allocate(MOST, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    memset(base, 0, MOST);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock_all(0, win);
        point("rma-put", put, 8, 0, seconds, MPI_COMM_SELF);
        point("rma-get", get, 8, 0, seconds, MPI_COMM_SELF);
        point("rma-accumulate", accumulate, 8, 0, seconds, MPI_COMM_SELF);
        point("rma-fetch-and-op", fetch, 8, 0, seconds, MPI_COMM_SELF);
        point("rma-compare-and-swap", swap, 8, 0, seconds, MPI_COMM_SELF);
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            point("rma-put-bw", put, sizes[s], 1, seconds, MPI_COMM_SELF);
            point("rma-get-bw", get, sizes[s], 1, seconds, MPI_COMM_SELF);
        }
        MPI_Win_unlock_all(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    point("rma-fence", fence, 0, 0, seconds, MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
