/* One-sided communication (MPI-5.0 §12): windows of every kind, accesses of every kind, in every kind of epoch. */
#include "check.h"

enum { INTS = 4096 };

typedef enum { CREATE, ALLOCATE, SHARED, DYNAMIC, KINDS } Kind;

static int left, right;

typedef struct {
    Kind kind;
    MPI_Win win;
    int *base;
    /* Displacement of the first integer of each rank's memory. */
    MPI_Aint *start;
    /* Integers in a displacement of 1. */
    int unit;
} Window;

/* Whether all can share memory: else all are told so. */
static int can_share(void)
{
    MPI_Win win;
    char *base;
    MPI_Errhandler before;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int code = MPI_Win_allocate_shared(1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, before);
    const char *methods = getenv("FERRY_METHODS");
    if (methods != NULL && !strcmp(methods, "shm")) SAME(code, MPI_SUCCESS);
    if (code != MPI_SUCCESS) {
        RAISES(code, MPI_ERR_RMA_SHARED);
        return 0;
    }
    MPI_Win_free(&win);
    return 1;
}

static Window open_window(Kind kind, int bytes_unit)
{
    Window w = { kind, MPI_WIN_NULL, NULL, NULL, bytes_unit };
    MPI_Aint size = INTS * (MPI_Aint) sizeof(int);
    w.start = calloc((size_t) ranks, sizeof *w.start);
    switch (kind) {
    case CREATE:
        w.base = get((size_t) size);
        MPI_Win_create(w.base, size, bytes_unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w.win);
        break;
    case ALLOCATE:
        MPI_Win_allocate(size, bytes_unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w.base, &w.win);
        break;
    case SHARED:
        MPI_Win_allocate_shared(size, bytes_unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w.base, &w.win);
        break;
    default: {
        MPI_Aint at;
        w.base = get((size_t) size);
        MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &w.win);
        MPI_Win_attach(w.win, w.base, size);
        MPI_Get_address(w.base, &at);
        MPI_Allgather(&at, 1, MPI_AINT, w.start, 1, MPI_AINT, MPI_COMM_WORLD);
        w.unit = 1;
    }
    }
    memset(w.base, 0, (size_t) size);
    MPI_Barrier(MPI_COMM_WORLD);
    return w;
}

static void close_window(Window *w)
{
    if (w->kind == DYNAMIC) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_detach(w->win, w->base);
    }
    MPI_Win_free(&w->win);
    CHECK(w->win == MPI_WIN_NULL);
    if (w->kind == CREATE || w->kind == DYNAMIC) free(w->base);
    free(w->start);
}

/* Displacement of integer number i of a rank. */
static MPI_Aint at(const Window *w, int rank, int i)
{
    return w->start[rank] + (MPI_Aint) i * (MPI_Aint) sizeof(int) / w->unit;
}

static void attributes(Window *w)
{
    void *value;
    int flag;
    MPI_Win_get_attr(w->win, MPI_WIN_BASE, &value, &flag);
    CHECK(flag);
    CHECK(value == (w->kind == DYNAMIC ? NULL : w->base));
    MPI_Win_get_attr(w->win, MPI_WIN_SIZE, &value, &flag);
    CHECK(flag);
    SAME(*(MPI_Aint *) value, w->kind == DYNAMIC ? 0 : INTS * (int) sizeof(int));
    MPI_Win_get_attr(w->win, MPI_WIN_DISP_UNIT, &value, &flag);
    SAME(*(int *) value, w->unit);
    MPI_Win_get_attr(w->win, MPI_WIN_CREATE_FLAVOR, &value, &flag);
    static const int flavors[] = { MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_SHARED, MPI_WIN_FLAVOR_DYNAMIC };
    SAME(*(int *) value, flavors[w->kind]);
    MPI_Win_get_attr(w->win, MPI_WIN_MODEL, &value, &flag);
    SAME(*(int *) value, MPI_WIN_UNIFIED);
    char name[MPI_MAX_OBJECT_NAME];
    int len;
    MPI_Win_get_name(w->win, name, &len);
    SAME(len, 0);
    MPI_Win_set_name(w->win, "tidal basin");
    MPI_Win_get_name(w->win, name, &len);
    CHECK(!strcmp(name, "tidal basin"));
    CHECK(MPI_Win_f2c(MPI_Win_c2f(w->win)) == w->win);
#if MPI_VERSION >= 4
    CHECK(MPI_Win_fromint(MPI_Win_toint(w->win)) == w->win);
#endif
    MPI_Group group, world;
    MPI_Win_get_group(w->win, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &flag);
    SAME(flag, MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

static void fences(Window *w)
{
    int out[64], in[64];
    for (int i = 0; i < 64; i++) out[i] = me * 1000 + i;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, w->win);
    MPI_Put(out, 64, MPI_INT, right, at(w, right, 10), 64, MPI_INT, w->win);
    MPI_Win_fence(0, w->win);
    for (int i = 0; i < 64; i++) SAME(w->base[10 + i], left * 1000 + i);
    SAME(w->base[9], 0);
    SAME(w->base[74], 0);
    MPI_Get(in, 64, MPI_INT, left, at(w, left, 10), 64, MPI_INT, w->win);
    MPI_Win_fence(0, w->win);
    int before = (left + ranks - 1) % ranks;
    for (int i = 0; i < 64; i++) SAME(in[i], before * 1000 + i);
    /* All add to rank 0. */
    int one[3] = { 1, 2, me };
    MPI_Accumulate(one, 3, MPI_INT, 0, at(w, 0, 200), 3, MPI_INT, MPI_SUM, w->win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, w->win);
    if (me == 0) {
        SAME(w->base[200], ranks);
        SAME(w->base[201], 2 * ranks);
        SAME(w->base[202], ranks * (ranks - 1) / 2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Long and short, whole and in every second place, on either side. */
static void layouts(Window *w)
{
    MPI_Datatype every, row, list;
    MPI_Type_vector(50, 3, 7, MPI_INT, &every);
    MPI_Type_commit(&every);
    MPI_Type_contiguous(150, MPI_INT, &row);
    MPI_Type_commit(&row);
    int places[150];
    for (int i = 0; i < 150; i++) places[i] = (149 - i) * 2;
    MPI_Type_create_indexed_block(150, 1, places, MPI_INT, &list);
    MPI_Type_commit(&list);
    MPI_Datatype types[] = { every, row, list };
    int out[400], in[400];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            for (int i = 0; i < 400; i++) out[i] = me * 10000 + i, in[i] = -1;
            memset(w->base, 0, 1000 * sizeof(int));
            MPI_Win_fence(0, w->win);
            MPI_Put(out, 1, types[a], right, at(w, right, 100), 1, types[b], w->win);
            MPI_Win_fence(0, w->win);
            int packed[150], want[150], position = 0;
            for (int i = 0; i < 400; i++) out[i] = left * 10000 + i;
            MPI_Pack(out, 1, types[a], want, sizeof want, &position, MPI_COMM_SELF);
            position = 0;
            MPI_Pack(w->base + 100, 1, types[b], packed, sizeof packed, &position, MPI_COMM_SELF);
            CHECK(!memcmp(packed, want, sizeof want));
            MPI_Get(in, 1, types[a], right, at(w, right, 100), 1, types[b], w->win);
            MPI_Win_fence(0, w->win);
            for (int i = 0; i < 400; i++) out[i] = me * 10000 + i;
            position = 0;
            MPI_Pack(out, 1, types[a], want, sizeof want, &position, MPI_COMM_SELF);
            position = 0;
            MPI_Pack(in, 1, types[a], packed, sizeof packed, &position, MPI_COMM_SELF);
            CHECK(!memcmp(packed, want, sizeof want));
            /* The same elements again: each is twice what it was. */
            MPI_Accumulate(out, 1, types[a], right, at(w, right, 100), 1, types[b], MPI_SUM, w->win);
            MPI_Win_fence(0, w->win);
            for (int i = 0; i < 400; i++) out[i] = left * 10000 + i;
            position = 0;
            MPI_Pack(out, 1, types[a], want, sizeof want, &position, MPI_COMM_SELF);
            position = 0;
            MPI_Pack(w->base + 100, 1, types[b], packed, sizeof packed, &position, MPI_COMM_SELF);
            for (int i = 0; i < 150; i++) SAME(packed[i], 2 * want[i]);
            MPI_Win_fence(0, w->win);
        }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, w->win);
    for (int i = 0; i < 3; i++) MPI_Type_free(&types[i]);
}

static void groups(Window *w)
{
    MPI_Group world, to, from;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &right, &to);
    MPI_Group_incl(world, 1, &left, &from);
    for (int round = 0; round < 20; round++) {
        int value[2] = { me * 100 + round, round }, got = -1;
        w->base[500] = w->base[501] = -1;
        w->base[502] = me + round;
        MPI_Win_post(from, 0, w->win);
        MPI_Win_start(to, 0, w->win);
        MPI_Put(value, 2, MPI_INT, right, at(w, right, 500), 2, MPI_INT, w->win);
        MPI_Get(&got, 1, MPI_INT, right, at(w, right, 502), 1, MPI_INT, w->win);
        MPI_Win_complete(w->win);
        SAME(got, right + round);
        if (round % 2) MPI_Win_wait(w->win);
        else
            for (int flag = 0; !flag;) MPI_Win_test(w->win, &flag);
        SAME(w->base[500], left * 100 + round);
        SAME(w->base[501], round);
    }
    /* Nobody is a group too. */
    MPI_Win_post(MPI_GROUP_EMPTY, 0, w->win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, w->win);
    MPI_Win_complete(w->win);
    MPI_Win_wait(w->win);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    MPI_Group_free(&world);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Locks keep others out: a counter that is read and written apart. */
static void locks(Window *w)
{
    enum { ROUNDS = 25 };
    w->base[600] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < ROUNDS; round++) {
        int value = -1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w->win);
        MPI_Get(&value, 1, MPI_INT, 0, at(w, 0, 600), 1, MPI_INT, w->win);
        MPI_Win_flush(0, w->win);
        value++;
        MPI_Put(&value, 1, MPI_INT, 0, at(w, 0, 600), 1, MPI_INT, w->win);
        MPI_Win_unlock(0, w->win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    int value = -1;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w->win);
    MPI_Get(&value, 1, MPI_INT, 0, at(w, 0, 600), 1, MPI_INT, w->win);
    MPI_Win_unlock(0, w->win);
    SAME(value, ROUNDS * ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, me, MPI_MODE_NOCHECK, w->win);
    MPI_Win_unlock(me, w->win);
    /* Several at a time. */
    if (ranks > 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, left, 0, w->win);
        if (left != right) MPI_Win_lock(MPI_LOCK_SHARED, right, 0, w->win);
        MPI_Win_flush_local(left, w->win);
        MPI_Win_flush_all(w->win);
        MPI_Win_flush_local_all(w->win);
        if (left != right) MPI_Win_unlock(right, w->win);
        MPI_Win_unlock(left, w->win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* All ranks update the same elements. */
static void atomics(Window *w)
{
    enum { ROUNDS = 50 };
    int *counter = w->base + 700;
    counter[0] = counter[1] = 0;
    memset(w->base + 710, 0, 8 * sizeof(double));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, w->win);
    int *seen = calloc((size_t) (ROUNDS * ranks), sizeof *seen);
    for (int round = 0; round < ROUNDS; round++) {
        int one = 1, old = -1;
        MPI_Fetch_and_op(&one, &old, MPI_INT, 0, at(w, 0, 700), MPI_SUM, w->win);
        MPI_Win_flush(0, w->win);
        CHECK(old >= 0 && old < ROUNDS * ranks);
        CHECK(!seen[old]);
        seen[old] = 1;
        double half = 0.5;
        MPI_Accumulate(&half, 1, MPI_DOUBLE, 0, at(w, 0, 710), 1, MPI_DOUBLE, MPI_SUM, w->win);
        /* A lock made of a word. */
        int free_ = 0, mine = me + 1, was = -1;
        do {
            MPI_Compare_and_swap(&mine, &free_, &was, MPI_INT, 0, at(w, 0, 701), w->win);
            MPI_Win_flush(0, w->win);
        } while (was != 0);
        int zero = 0;
        MPI_Fetch_and_op(&zero, &was, MPI_INT, 0, at(w, 0, 701), MPI_REPLACE, w->win);
        MPI_Win_flush(0, w->win);
        SAME(was, mine);
    }
    free(seen);
    MPI_Win_unlock_all(w->win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) {
        double sum;
        memcpy(&sum, w->base + 710, sizeof sum);
        SAME(counter[0], ROUNDS * ranks);
        SAME(counter[1], 0);
        SAME(sum * 2, ROUNDS * ranks);
    }
    /* Get and update many, and get without an update. */
    int ones[300], old[300], now[300];
    for (int i = 0; i < 300; i++) ones[i] = i, w->base[800 + i] = 7 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, w->win);
    MPI_Get_accumulate(ones, 300, MPI_INT, old, 300, MPI_INT, right, at(w, right, 800), 300, MPI_INT, MPI_SUM, w->win);
    MPI_Win_flush(right, w->win);
    MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, now, 300, MPI_INT, right, at(w, right, 800), 300, MPI_INT, MPI_NO_OP, w->win);
    MPI_Win_unlock(right, w->win);
    for (int i = 0; i < 300; i++) {
        SAME(old[i], 7 * i);
        SAME(now[i], 8 * i);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    /* A value and a place: wider than any instruction. */
    struct { double value; int place; } pair = { 1.5 * me, me }, *there = (void *) (w->base + 1200);
    there->value = -1;
    there->place = -1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, w->win);
    MPI_Accumulate(&pair, 1, MPI_DOUBLE_INT, 0, at(w, 0, 1200), 1, MPI_DOUBLE_INT, MPI_MAXLOC, w->win);
    MPI_Win_unlock_all(w->win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) {
        SAME(there->place, ranks - 1);
        SAME(there->value * 2, 3 * (ranks - 1));
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void requests(Window *w)
{
    int out[256], in[256], old[256];
    MPI_Request r[4];
    for (int i = 0; i < 256; i++) out[i] = me * 256 + i, in[i] = old[i] = -1;
    memset(w->base + 1500, 0, 256 * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, w->win);
    MPI_Rput(out, 256, MPI_INT, right, at(w, right, 1500), 256, MPI_INT, w->win, &r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Win_flush(right, w->win);
    MPI_Rget(in, 256, MPI_INT, right, at(w, right, 1500), 256, MPI_INT, w->win, &r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    for (int i = 0; i < 256; i++) SAME(in[i], me * 256 + i);
    MPI_Raccumulate(out, 256, MPI_INT, right, at(w, right, 1500), 256, MPI_INT, MPI_SUM, w->win, &r[0]);
    MPI_Rget_accumulate(out, 256, MPI_INT, old, 256, MPI_INT, right, at(w, right, 1500), 256, MPI_INT, MPI_SUM, w->win, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 256; i++) SAME(old[i], 2 * (me * 256 + i));
    /* To nobody. */
    MPI_Rput(out, 256, MPI_INT, MPI_PROC_NULL, 0, 256, MPI_INT, w->win, &r[0]);
    MPI_Rget(in, 256, MPI_INT, MPI_PROC_NULL, 0, 256, MPI_INT, w->win, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Put(out, 256, MPI_INT, MPI_PROC_NULL, 0, 256, MPI_INT, w->win);
    MPI_Accumulate(out, 256, MPI_INT, MPI_PROC_NULL, 0, 256, MPI_INT, MPI_SUM, w->win);
    MPI_Win_unlock_all(w->win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 256; i++) SAME(w->base[1500 + i], 3 * (left * 256 + i));
    MPI_Barrier(MPI_COMM_WORLD);
}

/* More than one frame takes, and many that are small. */
static void amounts(void)
{
    enum { BYTES = 3 << 20 };
    char *base, *out = get(BYTES), *in = get(BYTES);
    MPI_Win win;
    MPI_Win_allocate(BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    memset(base, 0, BYTES);
    fill(out, BYTES, (unsigned) me);
    MPI_Win_fence(0, win);
    MPI_Put(out, BYTES, MPI_BYTE, right, 0, BYTES, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    SAME(differs(base, BYTES, (unsigned) left), -1);
    MPI_Get(in, BYTES, MPI_BYTE, right, 0, BYTES, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    SAME(differs(in, BYTES, (unsigned) me), -1);
    MPI_Accumulate(out, BYTES / 8, MPI_UINT64_T, right, 0, BYTES / 8, MPI_UINT64_T, MPI_BXOR, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < BYTES; i++) CHECK(base[i] == 0);
    MPI_Win_fence(0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < 5000; i++) MPI_Put(out + i, 1, MPI_BYTE, right, i, 1, MPI_BYTE, win);
    for (int i = 5000; i < 8000; i++) MPI_Get(in + i, 1, MPI_BYTE, right, i + 100000, 1, MPI_BYTE, win);
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    SAME(differs(base, 5000, (unsigned) left), -1);
    for (int i = 5000; i < 8000; i++) CHECK(in[i] == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    /* A long put behind a lock that another has. */
    if (me == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        memset(base, 1, BYTES);
        MPI_Win_unlock(0, win);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(out, BYTES, MPI_BYTE, 0, 0, BYTES, MPI_BYTE, win);
        MPI_Get(in, BYTES, MPI_BYTE, 0, 0, BYTES, MPI_BYTE, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0 && ranks > 1) CHECK(base[0] != 1 || base[1] != 1 || base[2] != 1);
    MPI_Win_free(&win);
    free(out);
    free(in);
}

/* Sizes and units differ; some have nothing. */
static void shared(void)
{
    MPI_Info info;
    for (int apart = 0; apart < 2; apart++) {
        MPI_Info_create(&info);
        MPI_Info_set(info, "alloc_shared_noncontig", apart ? "true" : "false");
        MPI_Aint size = me == 0 ? 0 : 100 * me;
        char *base, *other;
        MPI_Win win;
        MPI_Win_allocate_shared(size, me + 1, info, MPI_COMM_WORLD, &base, &win);
        MPI_Info_free(&info);
        memset(base, me, (size_t) size);
        MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
        MPI_Win_sync(win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(win);
        char *last = NULL;
        for (int r = 0; r < ranks; r++) {
            int unit;
            MPI_Win_shared_query(win, r, &size, &unit, &other);
            SAME(size, r == 0 ? 0 : 100 * r);
            SAME(unit, r + 1);
            for (int i = 0; i < size; i++) SAME(other[i], r);
            if (!apart && r > 1) CHECK(other == last);
            last = other + size;
        }
        int unit;
        MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &other);
        SAME(size, ranks > 1 ? 100 : 0);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_unlock_all(win);
        MPI_Win_free(&win);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    left = (me + ranks - 1) % ranks;
    right = (me + 1) % ranks;
    int sharing = can_share();
    for (Kind kind = 0; kind < KINDS; kind++) {
        if (kind == SHARED && !sharing) continue;
        for (int unit = 1; unit <= 4; unit += 3) {
            Window w = open_window(kind, unit);
            attributes(&w);
            fences(&w);
            layouts(&w);
            groups(&w);
            locks(&w);
            atomics(&w);
            requests(&w);
            close_window(&w);
        }
    }
    amounts();
    if (sharing) shared();
    return end();
}
