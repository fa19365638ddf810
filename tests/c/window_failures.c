/* Windows whose members die, and windows that are revoked. Arguments: the way, the victim, the kind of window; run with
 * `mpiexec --keep-going`. */
#include "survive.h"

#define COUNT 64

static MPI_Comm world;
static MPI_Win win;
static int *memory;
/* Where this kind of window has a member's memory. */
static MPI_Aint places[16];

static void make(const char *kind)
{
    MPI_Aint place = 0;
    int unit = sizeof(int);
    if (!strcmp(kind, "allocate")) {
        CHECK(!MPI_Win_allocate(COUNT * sizeof(int), unit, MPI_INFO_NULL, world, &memory, &win));
    } else if (!strcmp(kind, "shared")) {
        CHECK(!MPI_Win_allocate_shared(COUNT * sizeof(int), unit, MPI_INFO_NULL, world, &memory, &win));
    } else {
        memory = calloc(COUNT, sizeof *memory);
        if (!strcmp(kind, "create")) {
            CHECK(!MPI_Win_create(memory, COUNT * sizeof(int), unit, MPI_INFO_NULL, world, &win));
        } else {
            CHECK(!MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win));
            CHECK(!MPI_Win_attach(win, memory, COUNT * sizeof(int)));
            MPI_Get_address(memory, &place);
        }
    }
    memset(memory, 0, COUNT * sizeof *memory);
    CHECK(!MPI_Allgather(&place, 1, MPI_AINT, places, 1, MPI_AINT, world));
    CHECK(!MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    CHECK(!MPI_Barrier(world));
}

static int store(int what, int rank)
{
    static int value;
    value = what;
    return MPI_Put(&value, 1, MPI_INT, rank, places[rank], 1, MPI_INT, win);
}

static int fetch(int *value, int rank)
{
    return MPI_Get(value, 1, MPI_INT, rank, places[rank], 1, MPI_INT, win);
}

static int add(int what, int rank)
{
    static int value, old;
    value = what;
    return MPI_Fetch_and_op(&value, &old, MPI_INT, rank, places[rank], MPI_SUM, win);
}

/* Waits until the victim's death is known, by the window. */
static void await_death(int victim)
{
    MPI_Group failed, all;
    int size = 0, first = 0, rank;
    while (size == 0) {
        CHECK(!MPIX_Win_get_failed(win, &failed));
        MPI_Group_size(failed, &size);
        if (size == 0)
            MPI_Group_free(&failed);
    }
    SAME(size, 1);
    CHECK(!MPI_Win_get_group(win, &all));
    MPI_Group_translate_ranks(failed, 1, &first, all, &rank);
    SAME(rank, victim);
    MPI_Group_free(&failed);
    MPI_Group_free(&all);
}

/* The one after a rank that is not the victim. */
static int next_of(int rank, int victim)
{
    do
        rank = (rank + 1) % ranks;
    while (rank == victim);
    return rank;
}

static void done(void)
{
    MPI_Comm left = survivors(world, ranks - 1);
    CHECK(!MPI_Win_free(&win));
    leave(left);
}

/* A fence ends with an error at all that live, and so does every later one. */
static void fences(int victim)
{
    int code;
    for (int round = 0;; round++) {
        if (me == victim && round == 3)
            die();
        code = MPI_Win_fence(0, win);
        if (code)
            break;
        code = store(round + 1, (me + 1) % ranks);
        if (code)
            break;
        CHECK(round < 4);
    }
    RAISES(code, MPIX_ERR_PROC_FAILED);
    await_death(victim);
    RAISES(MPI_Win_fence(0, win), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Win_fence(MPI_MODE_NOSUCCEED, win), MPIX_ERR_PROC_FAILED);
    done();
}

/* Accesses to the dead are errors, those to others go on. */
static void passive(int victim)
{
    int value = -1, next = next_of(me, victim), code;
    MPI_Request request;
    CHECK(!MPI_Win_lock_all(0, win));
    CHECK(!store(-1, victim));
    CHECK(!MPI_Win_flush(victim, win));
    meet_victim(world, victim);
    if (me == victim)
        die();
    /* By whatever call it comes first, it comes. */
    do {
        code = fetch(&value, victim);
        if (!code)
            code = MPI_Win_flush(victim, win);
    } while (!code);
    await_death(victim);
    RAISES(MPI_Win_flush(victim, win), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Win_flush_local(victim, win), MPIX_ERR_PROC_FAILED);
    RAISES(store(1, victim), MPIX_ERR_PROC_FAILED);
    RAISES(fetch(&value, victim), MPIX_ERR_PROC_FAILED);
    RAISES(add(1, victim), MPIX_ERR_PROC_FAILED);
    code = MPI_Rget(&value, 1, MPI_INT, victim, places[victim], 1, MPI_INT, win, &request);
    RAISES(code, MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Win_flush_all(win), MPIX_ERR_PROC_FAILED);
    for (int i = 0; i < 10; i++)
        CHECK(!add(1, next));
    CHECK(!MPI_Win_flush(next, win));
    RAISES(MPI_Win_unlock_all(win), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Win_lock(MPI_LOCK_SHARED, victim, 0, win), MPIX_ERR_PROC_FAILED);
    CHECK(!MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win));
    CHECK(!fetch(&value, next));
    CHECK(!MPI_Win_unlock(next, win));
    SAME(value, 10);
    done();
}

/* The victim dies with everybody's lock, for which all wait. */
static void locks(int victim)
{
    int value = 0, target = next_of(victim, victim);
    if (me == victim) {
        for (int rank = 0; rank < ranks; rank++) {
            CHECK(!MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win));
            CHECK(!fetch(&value, rank));
            CHECK(!MPI_Win_flush(rank, win));
        }
    }
    CHECK(!MPI_Barrier(world));
    meet_victim(world, victim);
    if (me == victim)
        die();
    for (int round = 0; round < 20; round++) {
        int lock = round % 3 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED;
        CHECK(!MPI_Win_lock(lock, target, 0, win));
        CHECK(!add(1, target));
        CHECK(!MPI_Win_unlock(target, win));
    }
    await_death(victim);
    /* What it had locked of its own is gone with it. */
    RAISES(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, victim, 0, win), MPIX_ERR_PROC_FAILED);
    CHECK(!MPIX_Comm_agree(world, &value) || 1);
    CHECK(!MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win));
    CHECK(!fetch(&value, target));
    CHECK(!MPI_Win_unlock(target, win));
    SAME(value, 20 * (ranks - 1));
    done();
}

/* Exposure and access epochs with a member that dies in them. */
static void posts(int victim)
{
    int others[16], n = 0, code, flag = 0, own;
    MPI_Group all, group, one;
    for (int rank = 0; rank < ranks; rank++)
        if (rank != me)
            others[n++] = rank;
    CHECK(!MPI_Win_get_group(win, &all));
    MPI_Group_incl(all, n, others, &group);
    for (int round = 0; round < 3; round++) {
        /* What the dead have sent may be lost with them. */
        if (round == 2)
            meet_victim(world, victim);
        if (me == victim && round == 2) {
            CHECK(!MPI_Win_post(group, 0, win));
            die();
        }
        CHECK(!MPI_Win_post(group, 0, win));
        code = MPI_Win_start(group, 0, win);
        CHECK(round == 2 || !code);
        for (int i = 0; i < n && !code; i++) {
            code = store(me, others[i]);
            CHECK(round == 2 || !code);
            if (others[i] != victim)
                CHECK(!code);
        }
        code = MPI_Win_complete(win);
        CHECK(round == 2 || !code);
        code = MPI_Win_wait(win);
        CHECK(round == 2 || !code);
    }
    RAISES(code, MPIX_ERR_PROC_FAILED);
    await_death(victim);
    /* Between the living all is as before. */
    own = next_of(me, victim);
    MPI_Group_incl(all, 1, &own, &one);
    if (own != me) {
        MPI_Group back;
        int before;
        for (before = me; next_of(before, victim) != me; before = (before + 1) % ranks)
            ;
        while (before == victim)
            before = (before + ranks - 1) % ranks;
        MPI_Group_incl(all, 1, &before, &back);
        CHECK(!MPI_Win_post(back, 0, win));
        CHECK(!MPI_Win_start(one, 0, win));
        CHECK(!store(me + 100, own));
        CHECK(!MPI_Win_complete(win));
        while (!flag)
            CHECK(!MPI_Win_test(win, &flag));
        SAME(memory[0], before + 100);
        MPI_Group_free(&back);
    }
    /* Who starts with the dead is told when it accesses it, or at the end. */
    MPI_Group_free(&one);
    MPI_Group_incl(all, 1, &victim, &one);
    CHECK(!MPI_Win_start(one, 0, win));
    RAISES(store(1, victim), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Win_complete(win), MPIX_ERR_PROC_FAILED);
    CHECK(!MPI_Win_post(one, 0, win));
    RAISES(MPI_Win_wait(win), MPIX_ERR_PROC_FAILED);
    MPI_Group_free(&one);
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    done();
}

/* A revoked window has no epoch of any kind, and whatever needs one says why there is none. */
static void all_is_revoked(int target)
{
    int value = 0, flag;
    MPI_Request request;
    RAISES(store(1, target), MPIX_ERR_REVOKED);
    RAISES(fetch(&value, target), MPIX_ERR_REVOKED);
    RAISES(add(1, target), MPIX_ERR_REVOKED);
    RAISES(MPI_Accumulate(&value, 1, MPI_INT, target, places[target], 1, MPI_INT, MPI_SUM, win), MPIX_ERR_REVOKED);
    RAISES(MPI_Rput(&value, 1, MPI_INT, target, places[target], 1, MPI_INT, win, &request), MPIX_ERR_REVOKED);
    RAISES(MPI_Win_flush(target, win), MPIX_ERR_REVOKED);
    RAISES(MPI_Win_flush_local(target, win), MPIX_ERR_REVOKED);
    RAISES(MPI_Win_flush_all(win), MPIX_ERR_REVOKED);
    RAISES(MPI_Win_fence(0, win), MPIX_ERR_REVOKED);
    RAISES(store(1, target), MPIX_ERR_REVOKED);
    RAISES(MPI_Win_unlock(target, win), MPIX_ERR_REVOKED);
    RAISES(MPI_Win_unlock_all(win), MPIX_ERR_REVOKED);
    RAISES(MPI_Win_complete(win), MPIX_ERR_REVOKED);
    RAISES(MPI_Win_wait(win), MPIX_ERR_REVOKED);
    RAISES(MPI_Win_test(win, &flag), MPIX_ERR_REVOKED);
}

/* One that nobody has died of is revoked: all that wait are let go, and may only free it. */
static void revocation(int who)
{
    int flag = 1, value = 0, target = (who + 1) % ranks, code;
    MPI_Group all;
    CHECK(!MPIX_Win_is_revoked(win, &flag));
    SAME(flag, 0);
    if (me == who) {
        /* The others wait for this lock, at a fence, or for an exposure. */
        CHECK(!MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win));
        CHECK(!store(7, target));
        CHECK(!MPI_Win_flush(target, win));
        CHECK(!MPI_Barrier(world));
        CHECK(!MPIX_Win_revoke(win));
    } else {
        CHECK(!MPI_Barrier(world));
        switch ((me - who + ranks) % ranks % 3) {
        case 0:
            code = MPI_Win_fence(0, win);
            break;
        case 1:
            code = MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
            if (!code)
                code = fetch(&value, target);
            if (!code)
                code = MPI_Win_unlock(target, win);
            break;
        default:
            CHECK(!MPI_Win_get_group(win, &all));
            code = MPI_Win_start(all, 0, win);
            if (!code)
                code = store(1, who);
            MPI_Group_free(&all);
        }
        RAISES(code, MPIX_ERR_REVOKED);
    }
    CHECK(!MPIX_Win_is_revoked(win, &flag));
    SAME(flag, 1);
    RAISES(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win), MPIX_ERR_REVOKED);
    RAISES(MPI_Win_lock_all(0, win), MPIX_ERR_REVOKED);
    all_is_revoked(target);
    CHECK(!MPIX_Win_revoke(win));
    CHECK(!MPI_Win_free(&win));
    /* The communicator that it was made of works. */
    CHECK(!MPI_Barrier(world));
    make("allocate");
    CHECK(!MPI_Win_fence(0, win));
    CHECK(!MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    CHECK(!MPI_Win_free(&win));
    leave(world);
}

/* No window is made with the dead, whenever they die. */
static void making(int victim)
{
    int code = 0;
    for (int round = 0; !code; round++) {
        int *base;
        MPI_Win made;
        if (me == victim && round == 2)
            die();
        code = MPI_Win_allocate(COUNT * sizeof(int), 4, MPI_INFO_NULL, world, &base, &made);
        if (!code)
            CHECK(!MPI_Win_free(&made));
    }
    RAISES(code, MPIX_ERR_PROC_FAILED);
    await_death(victim);
    done();
}

int main(int argc, char **argv)
{
    int victim;
    begin(&argc, &argv);
    CHECK(argc == 4);
    victim = atoi(argv[2]);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    make(argv[3]);
    if (!strcmp(argv[1], "fences"))
        fences(victim);
    else if (!strcmp(argv[1], "passive"))
        passive(victim);
    else if (!strcmp(argv[1], "locks"))
        locks(victim);
    else if (!strcmp(argv[1], "posts"))
        posts(victim);
    else if (!strcmp(argv[1], "revocation"))
        revocation(victim);
    else if (!strcmp(argv[1], "making"))
        making(victim);
    else
        CHECK(!"a way");
    return 0;
}
