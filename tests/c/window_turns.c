/* Who waits for a window's lock gets it, and what a lock or a start promises holds for loads and stores too. */
#include "check.h"
#include <unistd.h>

static int *made(MPI_Win *win, int ints)
{
    int *base;
    MPI_Win_allocate((MPI_Aint) ints * (MPI_Aint) sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, win);
    for (int i = 0; i < ints; i++) base[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    return base;
}

/* Readers share the lock in turns until the writer has written: it gets its own although it is never free of them. */
static void writer_among_readers(void)
{
    MPI_Win win;
    int seen = 0, one = 1;
    made(&win, 1);
    if (me == 0) {
        usleep(20000);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    } else {
        while (!seen) {
            MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
            MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
            MPI_Win_flush(0, win);
            usleep(300);
            MPI_Win_unlock(0, win);
        }
    }
    MPI_Win_free(&win);
}

/* Two hold all locks and access two targets in opposite orders; two others want one of these each for themselves. None
 * of the first may wait for one of the second, who wait for both. */
static void all_pass_those_that_wait(void)
{
    MPI_Win win;
    int value = me;
    made(&win, 2);
    if (me == 2 || me == 3) {
        MPI_Win_lock_all(0, win);
        MPI_Put(&value, 1, MPI_INT, me - 2, me - 2, 1, MPI_INT, win);
        MPI_Win_flush_all(win);
        usleep(200000);
        MPI_Put(&value, 1, MPI_INT, 3 - me, me - 2, 1, MPI_INT, win);
        MPI_Win_unlock_all(win);
    } else if (me == 4 || me == 5) {
        usleep(100000);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me - 4, 0, win);
        MPI_Put(&value, 1, MPI_INT, me - 4, 0, 1, MPI_INT, win);
        MPI_Win_unlock(me - 4, win);
    }
    MPI_Win_free(&win);
}

/* Of memory that is loaded and stored. */
static void shared_memory(void)
{
    MPI_Win win;
    MPI_Group world, other;
    MPI_Aint size;
    int *own, *first, unit, rank = me == 0 ? 1 : 0;
    MPI_Comm node;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &own, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);
    own[0] = own[1] = 0;
    MPI_Barrier(node);
    if (me == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        first[0] = 1;
        MPI_Barrier(node);
        usleep(50000);
        first[1] = 1;
        MPI_Win_unlock(0, win);
    } else {
        MPI_Barrier(node);
        MPI_Win_lock_all(0, win);
        CHECK(first[0] == 1 && first[1] == 1);
        MPI_Win_unlock_all(win);
    }
    MPI_Barrier(node);
    MPI_Comm_group(node, &world);
    if (ranks > 1 && me < 2) {
        MPI_Group_incl(world, 1, &rank, &other);
        if (me == 0) {
            usleep(50000);
            first[0] = 5;
            MPI_Win_post(other, 0, win);
            MPI_Win_wait(win);
            SAME(first[1], 7);
        } else {
            MPI_Win_start(other, 0, win);
            SAME(first[0], 5);
            first[1] = 7;
            MPI_Win_complete(win);
        }
        MPI_Group_free(&other);
    }
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
}

/* A window of no bytes is somewhere, and one of too many is refused. */
static void sizes(void)
{
    MPI_Win win;
    int place, flag;
    void *base, *given;
    MPI_Win_create(&place, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    CHECK(flag && base == &place);
    MPI_Win_free(&win);
    MPI_Win_allocate(0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &given, &win);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    CHECK(flag && base == given);
    MPI_Win_free(&win);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    RAISES(MPI_Win_allocate((MPI_Aint) 1 << 60, 1, MPI_INFO_NULL, MPI_COMM_SELF, &given, &win), MPI_ERR_NO_MEM);
    RAISES(MPI_Win_allocate(PTRDIFF_MAX, 1, MPI_INFO_NULL, MPI_COMM_SELF, &given, &win), MPI_ERR_NO_MEM);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    writer_among_readers();
    if (ranks > 5) all_pass_those_that_wait();
    shared_memory();
    sizes();
    return end();
}
