/* What a program gets wrong with windows, and what it is told (MPI-5.0 §12.7.3). */
#include "check.h"

static int called;

static void handler(MPI_Win *win, int *code, ...)
{
    (void) win;
    int class_;
    MPI_Error_class(*code, &class_);
    called = class_;
}

static MPI_Win window(int **base, MPI_Aint size)
{
    MPI_Win win;
    MPI_Win_allocate(size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    return win;
}

static void epochs(MPI_Win win)
{
    int value = 0;
    MPI_Group group;
    RAISES(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Fetch_and_op(&value, &value, MPI_INT, 0, 0, MPI_SUM, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Compare_and_swap(&value, &value, &value, MPI_INT, 0, 0, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_unlock(0, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_flush(0, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_flush_local(0, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_flush_all(win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_flush_local_all(win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_complete(win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_wait(win), MPI_ERR_RMA_SYNC);
    int flag;
    RAISES(MPI_Win_test(win, &flag), MPI_ERR_RMA_SYNC);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    RAISES(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    if (ranks > 1) RAISES(MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    MPI_Win again = win;
    RAISES(MPI_Win_free(&again), MPI_ERR_RMA_SYNC);
    MPI_Win_unlock(0, win);
    MPI_Comm_group(MPI_COMM_SELF, &group);
    MPI_Win_post(group, 0, win);
    RAISES(MPI_Win_post(group, 0, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    MPI_Win_start(group, 0, win);
    RAISES(MPI_Win_start(group, 0, win), MPI_ERR_RMA_SYNC);
    if (ranks > 1) RAISES(MPI_Put(&value, 1, MPI_INT, (me + 1) % ranks, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&group);
}

static void arguments(MPI_Win win, int count)
{
    int value[4] = { 0 };
    MPI_Win_fence(0, win);
    RAISES(MPI_Put(value, 1, MPI_INT, ranks, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    RAISES(MPI_Put(value, 1, MPI_INT, -7, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    RAISES(MPI_Put(value, -1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_COUNT);
    RAISES(MPI_Put(value, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win), MPI_ERR_TYPE);
    RAISES(MPI_Put(value, 1, MPI_INT, 0, 0, 2, MPI_INT, win), MPI_ERR_TRUNCATE);
    RAISES(MPI_Put(value, 1, MPI_INT, 0, count, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    RAISES(MPI_Put(value, 2, MPI_INT, 0, count - 1, 2, MPI_INT, win), MPI_ERR_RMA_RANGE);
    RAISES(MPI_Get(value, 4, MPI_INT, 0, count - 3, 4, MPI_INT, win), MPI_ERR_RMA_RANGE);
    RAISES(MPI_Fetch_and_op(value, value + 1, MPI_INT, 0, count, MPI_SUM, win), MPI_ERR_RMA_RANGE);
    RAISES(MPI_Put(value, 1, MPI_INT, 0, -1, 1, MPI_INT, win), MPI_ERR_DISP);
    RAISES(MPI_Put(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_BUFFER);
    RAISES(MPI_Accumulate(value, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, MPI_BAND, win), MPI_ERR_OP);
    RAISES(MPI_Compare_and_swap(value, value, value, MPI_FLOAT, 0, 0, win), MPI_ERR_TYPE);
    MPI_Datatype open;
    MPI_Type_vector(2, 1, 2, MPI_INT, &open);
    RAISES(MPI_Put(value, 2, MPI_INT, 0, 0, 1, open, win), MPI_ERR_TYPE);
    MPI_Type_free(&open);
    RAISES(MPI_Win_fence(MPI_MODE_NOCHECK, win), MPI_ERR_ASSERT);
    RAISES(MPI_Win_lock(7, 0, 0, win), MPI_ERR_LOCKTYPE);
    RAISES(MPI_Win_lock(MPI_LOCK_SHARED, ranks, 0, win), MPI_ERR_RANK);
    RAISES(MPI_Win_attach(win, value, 4), MPI_ERR_RMA_FLAVOR);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void operations(MPI_Win win)
{
    MPI_Op op;
    int value = 0;
    MPI_Op_create((MPI_User_function *) abort, 1, &op);
    MPI_Win_fence(0, win);
    RAISES(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, op, win), MPI_ERR_OP);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Op_free(&op);
}

static void handlers(MPI_Win win)
{
    MPI_Errhandler made, found;
    int value = 0;
    MPI_Win_create_errhandler(handler, &made);
    MPI_Win_set_errhandler(win, made);
    MPI_Win_get_errhandler(win, &found);
    CHECK(found == made);
    MPI_Errhandler_free(&found);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    SAME(called, MPI_ERR_RMA_SYNC);
    MPI_Win_call_errhandler(win, MPI_ERR_SIZE);
    SAME(called, MPI_ERR_SIZE);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&made);
}

/* An access to memory that its owner has detached. */
static int to_detached(MPI_Win win, int to, MPI_Aint at)
{
    int code, value = me;
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    MPI_Put(&value, 1, MPI_INT, to, at, 1, MPI_INT, win);
    code = MPI_Win_flush(to, win);
    MPI_Win_unlock(to, win);
    return code;
}

/* Programs detach, and then synchronize (PETSc): what comes in between is taken, but with `check = yes`. */
static void late(MPI_Win win, int to, MPI_Aint at)
{
    const char *check = getenv("FERRY_CHECK");
    int is_checked = check && !strcmp(check, "yes");
    MPI_Barrier(MPI_COMM_WORLD);
    if (is_checked) RAISES(to_detached(win, to, at), MPI_ERR_RMA_RANGE);
    else SAME(to_detached(win, to, at), MPI_SUCCESS);
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    RAISES(to_detached(win, to, at), MPI_ERR_RMA_RANGE);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Others learn of an access outside of what is attached from the target, and only then. */
static void attached(void)
{
    MPI_Win win;
    static int room[64];
    int value = 5;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_attach(win, room, sizeof room / 2);
    RAISES(MPI_Win_attach(win, room + 8, 4), MPI_ERR_RMA_ATTACH);
    RAISES(MPI_Win_attach(win, room, -1), MPI_ERR_SIZE);
    RAISES(MPI_Win_detach(win, room + 1), MPI_ERR_RMA_ATTACH);
    int unit;
    MPI_Aint size;
    void *base;
    RAISES(MPI_Win_shared_query(win, 0, &size, &unit, &base), MPI_ERR_RMA_FLAVOR);
    MPI_Aint at, all[64];
    MPI_Get_address(room, &at);
    MPI_Allgather(&at, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
    int to = (me + 1) % ranks;
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    MPI_Put(&value, 1, MPI_INT, to, all[to] + 128, 1, MPI_INT, win);
    RAISES(MPI_Win_flush(to, win), MPI_ERR_RMA_RANGE);
    MPI_Get(&value, 1, MPI_INT, to, all[to] + 126, 1, MPI_INT, win);
    RAISES(MPI_Win_flush(to, win), MPI_ERR_RMA_RANGE);
    MPI_Request request;
    int code = MPI_Rget(&value, 1, MPI_INT, to, all[to] + 4096, 1, MPI_INT, win, &request);
    SAME(code, MPI_SUCCESS);
    RAISES(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_RMA_RANGE);
    MPI_Win_unlock(to, win);
    /* What was right is there. */
    MPI_Win_fence(0, win);
    value = me;
    MPI_Put(&value, 1, MPI_INT, to, all[to] + 124, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    SAME(room[31], (me + ranks - 1) % ranks);
    SAME(room[32], 0);
    MPI_Win_detach(win, room);
    RAISES(MPI_Win_detach(win, room), MPI_ERR_RMA_ATTACH);
    late(win, to, all[to]);
    MPI_Win_free(&win);
}

static MPI_Info saying(const char *key, const char *value)
{
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    return info;
}

/* Windows are held to what their info keys say. */
static void info_keys(void)
{
    MPI_Win win;
    int room[2], size = me == 0 ? 8 : 4, unit = me == 0 ? 4 : 1;
    MPI_Info info = saying("no_locks", "true");
    CHECK(!MPI_Win_create(room, 8, 4, info, MPI_COMM_WORLD, &win));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    RAISES(MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win), MPI_ERR_RMA_SYNC);
    RAISES(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    CHECK(!MPI_Win_fence(0, win));
    CHECK(!MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    MPI_Info_set(info, "no_locks", "false");
    CHECK(!MPI_Win_set_info(win, info));
    CHECK(!MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win));
    CHECK(!MPI_Win_unlock(me, win));
    MPI_Info_free(&info);
    MPI_Win_free(&win);
    const char *keys[] = {"same_size", "same_disp_unit"};
    for (int i = 0; i < 2; i++) {
        info = saying(keys[i], "true");
        CHECK(!MPI_Win_create(room, 8, 4, info, MPI_COMM_WORLD, &win));
        MPI_Win_free(&win);
        int code = MPI_Win_create(room, i ? 8 : size, i ? unit : 1, info, MPI_COMM_WORLD, &win);
        if (ranks > 1) RAISES(code, MPI_ERR_SIZE);
        else {
            CHECK(!code);
            MPI_Win_free(&win);
        }
        MPI_Info_free(&info);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int *base;
    MPI_Win win = MPI_WIN_NULL;
    RAISES(MPI_Win_fence(0, win), MPI_ERR_WIN);
    RAISES(MPI_Win_create(&me, -1, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win), MPI_ERR_SIZE);
    RAISES(MPI_Win_create(&me, 4, 0, MPI_INFO_NULL, MPI_COMM_SELF, &win), MPI_ERR_DISP);
    RAISES(MPI_Win_create(&me, 4, 1, MPI_INFO_NULL, MPI_COMM_NULL, &win), MPI_ERR_COMM);
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "perhaps");
    RAISES(MPI_Win_create(&me, 4, 1, info, MPI_COMM_SELF, &win), MPI_ERR_INFO_VALUE);
    MPI_Info_free(&info);
    win = window(&base, 100 * sizeof(int));
    MPI_Win_get_info(win, &info);
    char text[64];
    int len = sizeof text, flag;
    MPI_Info_get_string(info, "accumulate_ops", &len, text, &flag);
    CHECK(flag);
    CHECK(!strcmp(text, "same_op_no_op"));
    MPI_Info_free(&info);
    epochs(win);
    arguments(win, 100);
    operations(win);
    handlers(win);
    MPI_Win stale = win;
    MPI_Win_free(&win);
    RAISES(MPI_Win_fence(0, stale), MPI_ERR_WIN);
    RAISES(MPI_Put(&me, 1, MPI_INT, 0, 0, 1, MPI_INT, stale), MPI_ERR_WIN);
    RAISES(MPI_Win_free(&stale), MPI_ERR_WIN);
    attached();
    info_keys();
    return end();
}
