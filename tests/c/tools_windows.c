/* What MPI_T counts of windows, of connections with other groups and of failures. Run on 2 ranks. */
#include "check.h"
#include <mpi-ext.h>

typedef unsigned long long number;

static MPI_T_pvar_session session;

static MPI_T_pvar_handle handle_of(const char *name, int class)
{
    MPI_T_pvar_handle handle;
    int index, count;
    CHECK(!MPI_T_pvar_get_index(name, class, &index));
    CHECK(!MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count));
    SAME(count, 1);
    CHECK(!MPI_T_pvar_start(session, handle));
    return handle;
}

static MPI_T_pvar_handle counter(const char *name)
{
    return handle_of(name, MPI_T_PVAR_CLASS_COUNTER);
}

static MPI_T_pvar_handle sum(const char *name)
{
    return handle_of(name, MPI_T_PVAR_CLASS_AGGREGATE);
}

static number value_of(MPI_T_pvar_handle handle)
{
    number value;
    CHECK(!MPI_T_pvar_read(session, handle, &value));
    return value;
}

/* Accesses count once, by the way that they take. */
static void windows(void)
{
    MPI_T_pvar_handle mapped = counter("win.mapped_operations"), mapped_bytes = sum("win.mapped_bytes");
    MPI_T_pvar_handle copied = counter("win.kernel_operations"), copied_bytes = sum("win.kernel_bytes");
    MPI_T_pvar_handle asked = counter("win.frame_operations"), asked_bytes = sum("win.frame_bytes");
    MPI_T_pvar_handle flushes = counter("win.flushes"), quick = counter("win.quick_flushes");
    MPI_T_pvar_handle waits = counter("win.lock_waits");
    MPI_Win own, others;
    int *memory, data[4] = {1, 2, 3, 4}, old;
    int foreign[4] = {0}, to = (me + 1) % ranks;
    CHECK(!MPI_Win_allocate(sizeof data, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &own));
    MPI_Win_create(foreign, sizeof foreign, sizeof *foreign, MPI_INFO_NULL, MPI_COMM_WORLD, &others);
    SAME(value_of(mapped) + value_of(copied) + value_of(asked), 0);
    for (int i = 0; i < 2; i++) {
        MPI_Win win = i ? others : own;
        MPI_Win_lock_all(0, win);
        MPI_Put(data, 4, MPI_INT, to, 0, 4, MPI_INT, win);
        MPI_Win_flush(to, win);
        MPI_Get(data, 4, MPI_INT, to, 0, 4, MPI_INT, win);
        MPI_Accumulate(data, 2, MPI_INT, to, 0, 2, MPI_INT, MPI_SUM, win);
        MPI_Fetch_and_op(data, &old, MPI_INT, to, 0, MPI_SUM, win);
        MPI_Compare_and_swap(data, data, &old, MPI_INT, to, 0, win);
        MPI_Win_flush(to, win);
        MPI_Win_unlock_all(win);
    }
    SAME(value_of(mapped) + value_of(copied) + value_of(asked), 10);
    SAME(value_of(mapped_bytes) + value_of(copied_bytes) + value_of(asked_bytes), 2 * (16 + 16 + 8 + 4 + 4));
    CHECK(value_of(flushes) + value_of(quick) >= 4);
    /* Where one is mapped by loads and stores, none of its accesses was asked for. */
    if (value_of(mapped)) CHECK(value_of(mapped) >= 5);
    SAME(value_of(mapped_bytes) == 0, value_of(mapped) == 0);
    SAME(value_of(copied_bytes) == 0, value_of(copied) == 0);
    SAME(value_of(asked_bytes) == 0, value_of(asked) == 0);
    CHECK(value_of(waits) <= 10);
    MPI_Win_free(&others);
    MPI_Win_free(&own);
}

static void connections(void)
{
    MPI_T_pvar_handle connected = counter("dynamic.connected"), spawned = counter("dynamic.spawned");
    static char port[MPI_MAX_PORT_NAME];
    MPI_Comm made;
    if (me == 0) MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (me == 0) MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &made);
    if (me == 1) MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &made);
    SAME(value_of(connected), me < 2);
    SAME(value_of(spawned), 0);
    if (me < 2) MPI_Comm_disconnect(&made);
    if (me == 0) MPI_Close_port(port);
}

static void failures(void)
{
    MPI_T_pvar_handle known = counter("failure.known"), revoked = counter("failure.revocations");
    MPI_T_pvar_handle agreed = counter("failure.agreements");
    MPI_Comm comm;
    int flag = 1;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    CHECK(!MPIX_Comm_agree(comm, &flag));
    SAME(value_of(agreed), 1);
    if (me == 0) CHECK(!MPIX_Comm_revoke(comm));
    while (!MPI_Barrier(comm))
        ;
    SAME(value_of(revoked), 1);
    SAME(value_of(known), 0);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int provided;
    begin(&argc, &argv);
    SAME(ranks, 2);
    CHECK(!MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(!MPI_T_pvar_session_create(&session));
    windows();
    connections();
    failures();
    CHECK(!MPI_T_pvar_session_free(&session));
    CHECK(!MPI_T_finalize());
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) puts("ok");
    MPI_Finalize();
    return 0;
}
