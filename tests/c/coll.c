/* Blocking collectives (MPI-5.0 §6): every one, small and large, every root, in place, v-forms. */
#include "check.h"

static const int sizes[] = { 0, 1, 3, 100, 5000, 70000 };
enum { SIZES = sizeof sizes / sizeof *sizes, MOST = 70000 };

static int *a, *b, *c;

static void barrier(void)
{
    for (int i = 0; i < 50; i++) CHECK(!MPI_Barrier(MPI_COMM_WORLD));
}

static void bcast(int n)
{
    for (int root = 0; root < ranks; root++) {
        for (int i = 0; i < n; i++) a[i] = me == root ? root + i : -1;
        CHECK(!MPI_Bcast(a, n, MPI_INT, root, MPI_COMM_WORLD));
        for (int i = 0; i < n; i++) SAME(a[i], root + i);
    }
}

static void gather_scatter(int n)
{
    for (int root = 0; root < ranks; root++) {
        for (int i = 0; i < n; i++) a[i] = me * 100000 + i;
        memset(b, 0xff, sizeof(int) * (size_t) n * ranks);
        CHECK(!MPI_Gather(a, n, MPI_INT, b, n, MPI_INT, root, MPI_COMM_WORLD));
        if (me == root)
            for (int r = 0; r < ranks; r++)
                for (int i = 0; i < n; i++) SAME(b[r * n + i], r * 100000 + i);
        /* In place at the root. */
        if (me == root) {
            memset(b, 0xff, sizeof(int) * (size_t) n * ranks);
            memcpy(b + (size_t) me * n, a, sizeof(int) * (size_t) n);
        }
        MPI_Gather(me == root ? MPI_IN_PLACE : a, n, MPI_INT, b, n, MPI_INT, root, MPI_COMM_WORLD);
        if (me == root)
            for (int r = 0; r < ranks; r++)
                for (int i = 0; i < n; i++) SAME(b[r * n + i], r * 100000 + i);
        memset(a, 0, sizeof(int) * (size_t) n);
        CHECK(!MPI_Scatter(b, n, MPI_INT, a, n, MPI_INT, root, MPI_COMM_WORLD));
        for (int i = 0; i < n; i++) SAME(a[i], me * 100000 + i);
        memset(a, 0, sizeof(int) * (size_t) n);
        MPI_Scatter(b, n, MPI_INT, me == root ? MPI_IN_PLACE : (void *) a, n, MPI_INT, root,
                    MPI_COMM_WORLD);
        if (me != root)
            for (int i = 0; i < n; i++) SAME(a[i], me * 100000 + i);
    }
}

static void allgather(int n)
{
    for (int in_place = 0; in_place < 2; in_place++) {
        memset(b, 0xff, sizeof(int) * (size_t) n * ranks);
        int *mine = in_place ? b + (size_t) me * n : a;
        for (int i = 0; i < n; i++) mine[i] = me * 100000 + i;
        MPI_Allgather(in_place ? MPI_IN_PLACE : a, n, MPI_INT, b, n, MPI_INT, MPI_COMM_WORLD);
        for (int r = 0; r < ranks; r++)
            for (int i = 0; i < n; i++) SAME(b[r * n + i], r * 100000 + i);
    }
}

static void alltoall(int n)
{
    n /= ranks;
    for (int in_place = 0; in_place < 2; in_place++) {
        int *from = in_place ? b : c;
        for (int r = 0; r < ranks; r++)
            for (int i = 0; i < n; i++) from[r * n + i] = me * 1000 + r * 7 + i;
        MPI_Alltoall(in_place ? MPI_IN_PLACE : c, n, MPI_INT, b, n, MPI_INT, MPI_COMM_WORLD);
        for (int r = 0; r < ranks; r++)
            for (int i = 0; i < n; i++) SAME(b[r * n + i], r * 1000 + me * 7 + i);
    }
}

static void reductions(int n)
{
    for (int root = 0; root < ranks; root++) {
        for (int i = 0; i < n; i++) a[i] = me + i;
        memset(b, 0xff, sizeof(int) * (size_t) n);
        CHECK(!MPI_Reduce(a, b, n, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD));
        if (me == root)
            for (int i = 0; i < n; i++) SAME(b[i], ranks * i + ranks * (ranks - 1) / 2);
        MPI_Reduce(me == root ? MPI_IN_PLACE : a, a, n, MPI_INT, MPI_MAX, root, MPI_COMM_WORLD);
        for (int i = 0; i < n; i++) SAME(a[i], me == root ? ranks - 1 + i : me + i);
    }
    for (int i = 0; i < n; i++) a[i] = me + i;
    CHECK(!MPI_Allreduce(a, b, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    for (int i = 0; i < n; i++) SAME(b[i], ranks * i + ranks * (ranks - 1) / 2);
    MPI_Allreduce(MPI_IN_PLACE, a, n, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) SAME(a[i], i);
    for (int i = 0; i < n; i++) a[i] = me + i;
    memset(b, 0xff, sizeof(int) * (size_t) n);
    MPI_Scan(a, b, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) SAME(b[i], (me + 1) * i + me * (me + 1) / 2);
    memcpy(b, a, sizeof(int) * (size_t) n);
    MPI_Scan(MPI_IN_PLACE, b, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) SAME(b[i], (me + 1) * i + me * (me + 1) / 2);
    MPI_Exscan(a, b, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; me > 0 && i < n; i++) SAME(b[i], me * i + me * (me - 1) / 2);
    memcpy(b, a, sizeof(int) * (size_t) n);
    MPI_Exscan(MPI_IN_PLACE, b, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; me > 0 && i < n; i++) SAME(b[i], me * i + me * (me - 1) / 2);
}

static void reduce_scatter(int n)
{
    int block = n / ranks, *counts = get(sizeof(int) * (size_t) ranks), total = 0, before = 0;
    for (int in_place = 0; in_place < 2; in_place++) {
        int *from = in_place ? b : a;
        for (int i = 0; i < block * ranks; i++) from[i] = me + i;
        MPI_Reduce_scatter_block(in_place ? MPI_IN_PLACE : a, b, block, MPI_INT, MPI_SUM,
                                 MPI_COMM_WORLD);
        for (int i = 0; i < block; i++)
            SAME(b[i], ranks * (me * block + i) + ranks * (ranks - 1) / 2);
    }
    for (int r = 0; r < ranks; r++) {
        counts[r] = r == 1 ? 0 : block + r; /* one rank gets nothing */
        if (r < me) before += counts[r];
        total += counts[r];
    }
    for (int i = 0; i < total; i++) c[i] = me + i;
    MPI_Reduce_scatter(c, b, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < counts[me]; i++)
        SAME(b[i], ranks * (before + i) + ranks * (ranks - 1) / 2);
    MPI_Reduce_scatter(MPI_IN_PLACE, c, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < counts[me]; i++)
        SAME(c[i], ranks * (before + i) + ranks * (ranks - 1) / 2);
    free(counts);
}

/* Counts that differ by rank, with gaps, placed backwards. */
static void v_forms(int n)
{
    int *counts = get(sizeof(int) * (size_t) ranks), *places = get(sizeof(int) * (size_t) ranks);
    int gap = 2, total = 0;
    n /= ranks;
    for (int r = ranks - 1; r >= 0; r--) {
        counts[r] = r % 3 == 2 ? 0 : n / 2 + r;
        places[r] = total;
        total += counts[r] + gap;
    }
    for (int i = 0; i < counts[me]; i++) a[i] = me * 100000 + i;
    for (int root = 0; root < ranks; root++) {
        for (int i = 0; i < total; i++) b[i] = -5;
        MPI_Gatherv(a, counts[me], MPI_INT, b, counts, places, MPI_INT, root, MPI_COMM_WORLD);
        int covered = 0;
        for (int r = 0; me == root && r < ranks; r++) {
            for (int i = 0; i < counts[r]; i++) SAME(b[places[r] + i], r * 100000 + i);
            SAME(b[places[r] + counts[r]], -5);
            covered += counts[r];
        }
        memset(c, 0, sizeof(int) * (size_t) (counts[me] + 1));
        MPI_Scatterv(b, counts, places, MPI_INT, c, counts[me], MPI_INT, root, MPI_COMM_WORLD);
        for (int i = 0; i < counts[me]; i++) SAME(c[i], me * 100000 + i);
    }
    for (int i = 0; i < total; i++) b[i] = -5;
    MPI_Allgatherv(a, counts[me], MPI_INT, b, counts, places, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < ranks; r++) {
        for (int i = 0; i < counts[r]; i++) SAME(b[places[r] + i], r * 100000 + i);
        SAME(b[places[r] + counts[r]], -5);
    }
    for (int r = 0; r < ranks; r++)
        if (r != me)
            for (int i = 0; i < counts[r]; i++) b[places[r] + i] = 0;
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, b, counts, places, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < ranks; r++)
        for (int i = 0; i < counts[r]; i++) SAME(b[places[r] + i], r * 100000 + i);
    free(counts);
    free(places);
}

static void alltoallv(int n)
{
    size_t bytes = sizeof(int) * (size_t) ranks;
    int *sc = get(bytes), *sp = get(bytes), *rc = get(bytes), *rp = get(bytes), s = 0, r = 0;
    MPI_Datatype *types = get(sizeof(MPI_Datatype) * (size_t) ranks);
    n /= 2 * ranks;
    for (int k = 0; k < ranks; k++) {
        sc[k] = n + me + 2 * k; /* what goes from me to k */
        rc[k] = n + k + 2 * me;
        sp[k] = s;
        rp[k] = r;
        s += sc[k] + 1;
        r += rc[k] + 3;
        for (int i = 0; i < sc[k]; i++) a[sp[k] + i] = me * 1000 + k * 10 + i % 10;
    }
    memset(b, 0xff, sizeof(int) * (size_t) r);
    MPI_Alltoallv(a, sc, sp, MPI_INT, b, rc, rp, MPI_INT, MPI_COMM_WORLD);
    for (int k = 0; k < ranks; k++) {
        for (int i = 0; i < rc[k]; i++) SAME(b[rp[k] + i], k * 1000 + me * 10 + i % 10);
        SAME(b[rp[k] + rc[k]], -1);
    }
    for (int k = 0; k < ranks; k++) {
        types[k] = MPI_INT;
        sp[k] *= 4;
        rp[k] *= 4;
    }
    memset(b, 0xff, sizeof(int) * (size_t) r);
    MPI_Alltoallw(a, sc, sp, types, b, rc, rp, types, MPI_COMM_WORLD);
    for (int k = 0; k < ranks; k++)
        for (int i = 0; i < rc[k]; i++) SAME(b[rp[k] / 4 + i], k * 1000 + me * 10 + i % 10);
    /* In place needs counts that agree both ways. */
    for (int k = 0; k < ranks; k++) {
        rc[k] = n + me + k;
        rp[k] = k * (n + 2 * ranks);
        for (int i = 0; i < rc[k]; i++) b[rp[k] + i] = me * 1000 + k * 10;
    }
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_INT, b, rc, rp, MPI_INT, MPI_COMM_WORLD);
    for (int k = 0; k < ranks; k++)
        for (int i = 0; i < rc[k]; i++) SAME(b[rp[k] + i], k * 1000 + me * 10);
    free(sc);
    free(sp);
    free(rc);
    free(rp);
    free(types);
}

/* Columns of a matrix: derived on one side, plain on the other. */
static void derived(void)
{
    enum { ROWS = 50, COLUMNS = 40 };
    MPI_Datatype column, narrow;
    int plain[ROWS];
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &column);
    MPI_Type_create_resized(column, 0, sizeof(int), &narrow);
    MPI_Type_commit(&narrow);
    for (int i = 0; i < ROWS * COLUMNS; i++) a[i] = me == 0 ? i : -1;
    MPI_Bcast(a, COLUMNS, narrow, 0, MPI_COMM_WORLD);
    for (int i = 0; i < ROWS * COLUMNS; i++) SAME(a[i], i);
    MPI_Scatter(a, 1, narrow, plain, ROWS, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < ROWS; i++) SAME(plain[i], i * COLUMNS + me);
    memset(b, 0xff, sizeof(int) * ROWS * COLUMNS);
    MPI_Allgather(plain, ROWS, MPI_INT, b, 1, narrow, MPI_COMM_WORLD);
    for (int r = 0; r < ranks; r++)
        for (int i = 0; i < ROWS; i++) SAME(b[i * COLUMNS + r], i * COLUMNS + r);
    memset(b, 0xff, sizeof(int) * ROWS * COLUMNS);
    MPI_Alltoall(a, 1, narrow, b, 1, narrow, MPI_COMM_WORLD);
    for (int r = 0; r < ranks; r++)
        for (int i = 0; i < ROWS; i++) SAME(b[i * COLUMNS + r], i * COLUMNS + me);
    MPI_Type_free(&column);
    MPI_Type_free(&narrow);
}

/* Collectives of different communicators, and messages, do not meet. */
static void apart(void)
{
    MPI_Comm other;
    MPI_Request r;
    int x = me, y = -1, sum = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Irecv(&y, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);
    for (int i = 0; i < 20; i++) {
        MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, i % 2 ? other : MPI_COMM_WORLD);
        SAME(sum, ranks * (ranks - 1) / 2);
    }
    MPI_Send(&x, 1, MPI_INT, (me + 1) % ranks, 4, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(y, (me + ranks - 1) % ranks);
    MPI_Comm_free(&other);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    size_t bytes = sizeof(int) * (size_t) (MOST + 100) * (ranks + 1);
    a = get(bytes);
    b = get(bytes);
    c = get(bytes);
    barrier();
    for (int s = 0; s < SIZES; s++) {
        int n = sizes[s];
        bcast(n);
        gather_scatter(n);
        allgather(n);
        alltoall(n);
        reductions(n);
        reduce_scatter(n);
        v_forms(n);
        alltoallv(n);
    }
    derived();
    apart();
    free(a);
    free(b);
    free(c);
    return end();
}
