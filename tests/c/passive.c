/* Targets that compute and make no call: accesses to their windows complete nevertheless, where a thread or signals
 * drive (MPI-5.0 §12.7.3). */
#include "check.h"
#include <time.h>

enum { INTS = 100000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* Computes until memory says so. Only what hangs takes a minute. */
static void compute_until(volatile int *word, int value)
{
    double start = now();
    while (*word != value) CHECK(now() - start < 60);
}

static void access_all(MPI_Win win, const MPI_Aint *start, int unit)
{
    int *out = get(INTS * sizeof(int)), *in = get(INTS * sizeof(int));
    for (int to = 1; to < ranks; to++) {
        MPI_Aint at = start[to], one = (MPI_Aint) sizeof(int) / unit;
        for (int i = 0; i < INTS; i++) out[i] = to * 7 + i, in[i] = -1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
        MPI_Put(out, INTS, MPI_INT, to, at + one, INTS, MPI_INT, win);
        MPI_Win_flush(to, win);
        MPI_Get(in, INTS, MPI_INT, to, at + one, INTS, MPI_INT, win);
        MPI_Win_unlock(to, win);
        CHECK(!memcmp(in, out, INTS * sizeof(int)));
        MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
        int add = 5, old = -1, expected = to * 7 + 5, is = -1, next = 99;
        MPI_Fetch_and_op(&add, &old, MPI_INT, to, at + one, MPI_SUM, win);
        MPI_Win_flush(to, win);
        SAME(old, to * 7);
        MPI_Compare_and_swap(&next, &expected, &is, MPI_INT, to, at + one, win);
        MPI_Win_flush(to, win);
        SAME(is, expected);
        MPI_Accumulate(out, INTS, MPI_INT, to, at + one, INTS, MPI_INT, MPI_MAX, win);
        MPI_Win_flush(to, win);
        /* It may go on. */
        int done = 1;
        MPI_Put(&done, 1, MPI_INT, to, at, 1, MPI_INT, win);
        MPI_Win_unlock(to, win);
    }
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int kind = 0; kind < 3; kind++) {
        MPI_Win win;
        int *base, unit = kind == 2 ? 1 : 4;
        MPI_Aint size = (INTS + 1) * (MPI_Aint) sizeof(int), mine = 0, all[64] = { 0 };
        if (kind == 0) MPI_Win_allocate(size, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
        else base = get((size_t) size);
        if (kind == 1) MPI_Win_create(base, size, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        if (kind == 2) {
            MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
            MPI_Win_attach(win, base, size);
            MPI_Get_address(base, &mine);
        }
        memset(base, 0, (size_t) size);
        MPI_Allgather(&mine, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        if (me == 0) access_all(win, all, unit);
        else {
            compute_until(base, 1);
            SAME(base[1], 99 > me * 7 ? 99 : me * 7);
            for (int i = 1; i < INTS; i++) SAME(base[1 + i], me * 7 + i);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_free(&win);
        if (kind != 0) free(base);
    }
    return end();
}
