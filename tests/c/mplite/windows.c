/* One-sided access. With the argument "bypass" processes whose memory is accessed compute meanwhile and make no
 * call. */
#include "check.h"
#include <time.h>

enum { LONG = 150000, SLOTS = 64 };

static int next, before;

static void fences(void)
{
    static double memory[SLOTS], got[SLOTS];
    double mine[2] = { me + 0.5, -me };
    int win;
    CHECK(MP_Win_create(memory, sizeof memory, sizeof(double), &win) == 0 && win == 0);
    MP_Win_fence(win);
    MP_Put(mine, 2, next, 3, win);
    MP_Win_fence(win);
    CHECK(memory[3] == before + 0.5 && memory[4] == -before);
    MP_Get(got, 2, next, 3, win);
    CHECK(got[0] == me + 0.5 && got[1] == -me);
    MP_Win_fence(win);
    MP_Put(mine, 1, me, 0, win);
    MP_Get(got, 1, me, 0, win);
    CHECK(got[0] == me + 0.5 && memory[0] == me + 0.5);
    int id = 7;
    MP_APut(mine, 0, next, 0, win, &id);
    CHECK(id == -1);
    MP_Wait(&id);
    MP_Win_free(&win);
    CHECK(win == -1);
}

/* Long ones, begun and waited for; windows of other lengths and elements in each process. */
static void long_ones(void)
{
    int *out = malloc(LONG * sizeof *out), *in = calloc(LONG, sizeof *in), ids[2], win, flag = 0;
    char *memory;
    int size = (LONG + me) * (int) sizeof(int);
    CHECK(MP_shMalloc((void **) &memory, size, me % 2 ? 1 : sizeof(int), &win) == 0);
    int unit = next % 2 ? (int) sizeof(int) : 1;
    for (int i = 0; i < LONG; i++) out[i] = i * 3 + me;
    MP_Win_fence(win);
    /* The other's elements are bytes where its number is odd. */
    MP_APut(out, LONG * unit, next, next * unit, win, &ids[0]);
    MP_Wait(&ids[0]);
    MP_Win_fence(win);
    int *there = (int *) memory;
    for (int i = 0; i < LONG; i++) CHECK(there[me + i] == i * 3 + before);
    MP_AGet(in, LONG * unit, next, next * unit, win, &ids[1]);
    while (!flag) MP_Test(&ids[1], &flag);
    for (int i = 0; i < LONG; i++) CHECK(in[i] == out[i]);
    MP_Win_fence(win);
    MP_iSumAccumulate(out, LONG, next, next * unit, win);
    memset(out, 0, LONG * sizeof *out);
    MP_Win_fence(win);
    for (int i = 0; i < LONG; i++) CHECK(there[me + i] == 2 * (i * 3 + before));
    MP_Win_free(&win);
    free(out), free(in);
}

static void accumulations(void)
{
    struct { double d[4]; int i[4]; float f[4]; } memory = { { 0 }, { 0 }, { 0 } };
    int dwin, iwin, fwin, id, one = me + 1, root = nprocs - 1;
    double d = me + 1;
    float f = (float) (me + 1);
    MP_Win_create(memory.d, sizeof memory.d, sizeof(double), &dwin);
    MP_Win_create(memory.i, sizeof memory.i, sizeof(int), &iwin);
    MP_Win_create(memory.f, sizeof memory.f, sizeof(float), &fwin);
    CHECK(dwin == 0 && iwin == 1 && fwin == 2);
    MP_dSumAccumulate(&d, 1, root, 0, dwin), MP_iSumAccumulate(&one, 1, root, 0, iwin);
    MP_fSumAccumulate(&f, 1, root, 0, fwin);
    MP_AdMaxAccumulate(&d, 1, root, 1, dwin, &id), MP_Wait(&id);
    MP_iMaxAccumulate(&one, 1, root, 1, iwin), MP_fMaxAccumulate(&f, 1, root, 1, fwin);
    d = -d, one = -one, f = -f;
    MP_Accumulate(&d, 1, root, 2, 6, dwin), MP_iMinAccumulate(&one, 1, root, 2, iwin);
    MP_AAccumulate(&f, 1, root, 2, 8, fwin, &id), MP_Wait(&id);
    MP_Win_fence(dwin), MP_Win_fence(iwin), MP_Win_fence(fwin);
    if (me == 0) {
        d = 1.25, one = 77, f = 0.5f;
        MP_dReplaceAccumulate(&d, 1, root, 3, dwin), MP_iReplaceAccumulate(&one, 1, root, 3, iwin);
        MP_AfReplaceAccumulate(&f, 1, root, 3, fwin, &id), MP_Wait(&id);
    }
    MP_Win_fence(dwin), MP_Win_fence(iwin), MP_Win_fence(fwin);
    if (me == root) {
        int sum = nprocs * (nprocs + 1) / 2;
        CHECK(memory.d[0] == sum && memory.i[0] == sum && memory.f[0] == sum);
        CHECK(memory.d[1] == nprocs && memory.i[1] == nprocs && memory.f[1] == nprocs);
        CHECK(memory.d[2] == -nprocs && memory.i[2] == -nprocs && memory.f[2] == -nprocs);
        CHECK(memory.d[3] == 1.25 && memory.i[3] == 77 && memory.f[3] == 0.5f);
    }
    MP_Win_free(&iwin), MP_Win_free(&dwin), MP_Win_free(&fwin);
}

/* Each opens its memory to the one before it and accesses that of the next. */
static void posts(void)
{
    int memory[2] = { -1, -1 }, win, flag, round;
    int *from = calloc(nprocs, sizeof *from), *to = calloc(nprocs, sizeof *to);
    from[before] = 1, to[next] = 1;
    MP_Win_create(memory, sizeof memory, sizeof(int), &win);
    for (round = 0; round < 20; round++) {
        int number = me + 100 * round, mine = -1;
        MP_Win_post(from, win);
        MP_Win_start(to, win);
        MP_Put(&number, 1, next, 1, win);
        MP_Get(&mine, 1, next, 1, win);
        MP_Win_complete(win);
        CHECK(mine == number);
        if (round % 2) MP_Win_wait(win);
        else for (flag = 0; !flag;) MP_Win_test(win, &flag);
        CHECK(memory[0] == -1 && memory[1] == before + 100 * round);
    }
    MP_Win_free(&win);
    free(from), free(to);
}

/* Under a lock a number is read and written; no change is lost. */
static void locks(void)
{
    int memory[1] = { 0 }, win, number;
    MP_Win_create(memory, sizeof memory, sizeof(int), &win);
    for (int round = 0; round < 50; round++) {
        int node = round % nprocs;
        MP_Win_lock_exclusive(node, win);
        MP_Get(&number, 1, node, 0, win);
        number++;
        MP_Put(&number, 1, node, 0, win);
        MP_Win_unlock(node, win);
    }
    MP_Win_lock_shared(next, win);
    MP_Win_unlock(next, win);
    MP_Win_lock(2, me, win);
    MP_Win_unlock(me, win);
    MP_Win_fence(win);
    int sum = memory[0];
    MP_iSum(&sum, 1);
    CHECK(sum == 50 * nprocs);
    MP_Win_free(&win);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

/* Process 1 looks at its memory and makes no call until process 0 has written, read and locked there. */
static void bypass(void)
{
    volatile int *memory;
    int win, number = 5, got = 0;
    MP_shMalloc((void **) &memory, LONG * sizeof(int), sizeof(int), &win);
    MP_Sync();
    if (me == 0) {
        int *many = calloc(LONG, sizeof *many);
        MP_Win_lock_exclusive(1, win);
        MP_Put(&number, 1, 1, 0, win);
        MP_Get(&got, 1, 1, 0, win);
        CHECK(got == 5);
        MP_iSumAccumulate(&number, 1, 1, 0, win);
        MP_Get(many, LONG, 1, 0, win);
        CHECK(many[0] == 10);
        MP_Win_unlock(1, win);
        number = 1;
        MP_Put(&number, 1, 1, 1, win);
        free(many);
    } else if (me == 1) {
        double limit = seconds() + 100;
        while (!memory[1]) CHECK(seconds() < limit);
        CHECK(memory[0] == 10);
    }
    MP_Win_fence(win);
    MP_Win_free(&win);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    next = (me + 1) % nprocs, before = (me + nprocs - 1) % nprocs;
    if (argc > 1 && !strcmp(argv[1], "bypass")) {
        bypass();
        return end();
    }
    fences();
    long_ones();
    accumulations();
    posts();
    locks();
    return end();
}
