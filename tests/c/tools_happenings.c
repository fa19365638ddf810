/* Events of the process's own state (MPI-5.0 §15.3.8): windows, jobs that meet, what is revoked. Run on 2 ranks; with the
 * argument `mapped` their windows are shared memory. With `die` under `mpiexec --keep-going`: rank 1 dies, the others hear of
 * it. */
#include "files.h"
#include <mpi-ext.h>
#include <signal.h>

#define NONE ((void *) 0)
#define UNUSED(what) ((void) (what))

enum { MADE, FREED, REFUSED, WAITED, SPAWNED, MET, PARTED, FAILED, REVOKED, KINDS };

static const char *const names[KINDS] = {
    "win.made",    "win.freed",      "win.access_refused",     "win.lock_waited", "dynamic.spawned",
    "dynamic.met", "dynamic.parted", "failure.process_failed", "failure.revoked",
};

/* The last event of each kind: what its first three elements are, by their types. */
static struct {
    int calls;
    unsigned first, second, third;
    unsigned long long bytes;
    double seconds;
    MPI_T_event_registration own;
} heard[KINDS];

static void note(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety level,
                 void *data)
{
    int kind = (int) ((char *) data - (char *) NONE);
    UNUSED(level);
    CHECK(registration == heard[kind].own);
    heard[kind].calls++;
    CHECK(!MPI_T_event_read(instance, 0, &heard[kind].first));
    if (kind != FREED && kind != SPAWNED && kind != FAILED)
        CHECK(!MPI_T_event_read(instance, 1, &heard[kind].second));
    if (kind == MADE) CHECK(!MPI_T_event_read(instance, 2, &heard[kind].bytes));
    if (kind == REFUSED) CHECK(!MPI_T_event_read(instance, 2, &heard[kind].third));
    if (kind == WAITED) CHECK(!MPI_T_event_read(instance, 2, &heard[kind].seconds));
}

static void listen(void)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int index;
        CHECK(!MPI_T_event_get_index(names[kind], &index));
        CHECK(!MPI_T_event_handle_alloc(index, NONE, MPI_INFO_NULL, &heard[kind].own));
        CHECK(!MPI_T_event_register_callback(heard[kind].own, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL,
                                             (char *) NONE + kind, note));
    }
}

/* A call in which functions may be called: one that waits, and not for others. */
static void look(void)
{
    CHECK(!MPI_Sendrecv(NONE, 0, MPI_INT, 0, 1, NONE, 0, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE));
}

/* What has happened is told by a later call; that nothing else has is not known before that. */
static void expect(int kind, int calls)
{
    do look();
    while (heard[kind].calls < calls);
    SAME(heard[kind].calls, calls);
}

static void windows(void)
{
    MPI_Win win;
    int *memory, value = 7;
    CHECK(!MPI_Win_allocate(12, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
    expect(MADE, 1);
    SAME(heard[MADE].first, MPI_Win_toint(win));
    SAME(heard[MADE].second, ranks);
    SAME(heard[MADE].bytes, 12);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    RAISES(MPI_Put(&value, 1, MPI_INT, 1 - me, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    expect(REFUSED, 1);
    SAME(heard[REFUSED].third, MPI_ERR_RMA_SYNC);
    CHECK(!MPI_Win_lock_all(0, win));
    RAISES(MPI_Put(&value, 1, MPI_INT, 1 - me, 3, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    expect(REFUSED, 2);
    SAME(heard[REFUSED].first, MPI_Win_toint(win));
    SAME(heard[REFUSED].second, 1 - me);
    SAME(heard[REFUSED].third, MPI_ERR_RMA_RANGE);
    CHECK(!MPI_Put(&value, 1, MPI_INT, 1 - me, 2, 1, MPI_INT, win));
    CHECK(!MPI_Win_unlock_all(win));
    expect(REFUSED, 2);
    CHECK(!MPI_Win_free(&win));
    expect(FREED, 1);
    SAME(heard[FREED].first, heard[MADE].first);
}

/* What a target itself refuses, since only it knows what is attached. */
static void refused_by_target(void)
{
    MPI_Win win;
    int value = 7;
    CHECK(!MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    expect(MADE, 2);
    SAME(heard[MADE].bytes, 0);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    CHECK(!MPI_Win_lock(MPI_LOCK_SHARED, 1 - me, 0, win));
    CHECK(!MPI_Put(&value, 1, MPI_INT, 1 - me, 4096, 1, MPI_INT, win));
    RAISES(MPI_Win_unlock(1 - me, win), MPI_ERR_RMA_RANGE);
    expect(REFUSED, 3);
    SAME(heard[REFUSED].second, 1 - me);
    SAME(heard[REFUSED].third, MPI_ERR_RMA_RANGE);
    CHECK(!MPI_Win_free(&win));
    expect(FREED, 2);
}

/* Rank 0 has the lock that rank 1 wants, for longer and longer, until rank 1 has waited. */
static void locks(void)
{
    MPI_Win win;
    int *memory, has_waited = 0;
    CHECK(!MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
    for (double delay = 1e-4; !has_waited; delay *= 2) {
        if (me == 0) CHECK(!MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        MPI_Barrier(MPI_COMM_WORLD);
        if (me == 0) {
            double start = MPI_Wtime();
            while (MPI_Wtime() < start + delay) {}
            CHECK(!MPI_Win_unlock(0, win));
        } else {
            CHECK(!MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
            CHECK(!MPI_Win_unlock(0, win));
            look();
            has_waited = heard[WAITED].calls;
        }
        MPI_Bcast(&has_waited, 1, MPI_INT, 1, MPI_COMM_WORLD);
    }
    if (me == 1) {
        SAME(heard[WAITED].first, MPI_Win_toint(win));
        SAME(heard[WAITED].second, 0);
        CHECK(heard[WAITED].seconds > 0);
    }
    CHECK(!MPI_Win_free(&win));
    expect(FREED, 3);
}

static void jobs(char *program)
{
    MPI_Comm made;
    char *arguments[] = {"child", NULL};
    CHECK(!MPI_Comm_spawn(program, arguments, 3, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &made, MPI_ERRCODES_IGNORE));
    expect(SPAWNED, 1);
    SAME(heard[SPAWNED].first, 3);
    expect(MET, 1);
    SAME(heard[MET].first, MPI_Comm_toint(made));
    SAME(heard[MET].second, 3);
    MPI_Comm_disconnect(&made);
    expect(PARTED, 1);
    SAME(heard[PARTED].first, heard[MET].first);
    SAME(heard[PARTED].second, 3);
}

static void what_is_revoked(void)
{
    MPI_Comm comm;
    MPI_Win win;
    MPI_File file;
    int *memory, number;
    const char *path = file_name("happenings");
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    number = MPI_Comm_toint(comm);
    CHECK(!MPIX_Comm_revoke(comm));
    expect(REVOKED, 1);
    SAME(heard[REVOKED].first, number);
    SAME(heard[REVOKED].second, 0);
    CHECK(!MPIX_Comm_revoke(comm));
    MPI_Comm_free(&comm);
    CHECK(!MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
    /* Nobody is still making it. */
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) CHECK(!MPIX_Win_revoke(win));
    expect(REVOKED, 2);
    SAME(heard[REVOKED].first, MPI_Win_toint(win));
    SAME(heard[REVOKED].second, 1);
    CHECK(!MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                         &file));
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 1) CHECK(!MPIX_File_revoke(file));
    expect(REVOKED, 3);
    SAME(heard[REVOKED].first, MPI_File_toint(file));
    SAME(heard[REVOKED].second, 2);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) remove(path);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Comm parent;
    CHECK(!MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    begin(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&parent);
        MPI_Finalize();
        return 0;
    }
    listen();
    if (argc > 1 && !strcmp(argv[1], "die")) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        if (me == 1) raise(SIGKILL);
        expect(FAILED, 1);
        SAME(heard[FAILED].first, 1);
        if (me == 0) puts("ok");
        fflush(stdout);
        MPI_Finalize();
        return 0;
    }
    windows();
    refused_by_target();
    if (argc > 1 && !strcmp(argv[1], "mapped")) {
        locks();
        SAME(heard[WAITED].calls != 0, me == 1);
    }
    jobs(argv[0]);
    what_is_revoked();
    SAME(heard[FAILED].calls, 0);
    return end();
}
