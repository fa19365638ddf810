/* Performance variables (MPI-5.0 §15.3.7): sessions and handles, starting and stopping, resetting and writing, what
 * is bound to a communicator, and what the layers count, before MPI, with it and after it. */
#include "check.h"

#define NONE ((void *) 0)

typedef unsigned long long number;

static MPI_T_pvar_session session;

static int index_of(const char *name, int class)
{
    int index;
    CHECK(!MPI_T_pvar_get_index(name, class, &index));
    return index;
}

static MPI_T_pvar_handle handle_of(const char *name, int class, MPI_Comm *comm, int *count)
{
    MPI_T_pvar_handle handle;
    CHECK(!MPI_T_pvar_handle_alloc(session, index_of(name, class), comm, &handle, count));
    return handle;
}

static MPI_T_pvar_handle counter(const char *name)
{
    int count;
    MPI_T_pvar_handle handle = handle_of(name, MPI_T_PVAR_CLASS_COUNTER, NONE, &count);
    SAME(count, 1);
    return handle;
}

static number read_number(MPI_T_pvar_handle handle)
{
    number value = ~0ULL;
    CHECK(!MPI_T_pvar_read(session, handle, &value));
    return value;
}

/* All variables: what is said of them, and that each can be found, and read where it is not bound. */
static void each_pvar(int runs)
{
    int pvars, index, count;
    MPI_Comm world = MPI_COMM_WORLD;
    CHECK(!MPI_T_pvar_get_num(&pvars));
    CHECK(pvars > 40);
    for (int i = 0; i < pvars; i++) {
        char name[256], desc[1024];
        int name_len = sizeof name, desc_len = sizeof desc, verbosity, class, bind, readonly, continuous, atomic;
        MPI_Datatype type;
        MPI_T_enum of;
        MPI_T_pvar_handle handle;
        number values[64];
        CHECK(!MPI_T_pvar_get_info(i, name, &name_len, &verbosity, &class, &type, &of, desc, &desc_len, &bind,
                                   &readonly, &continuous, &atomic));
        CHECK(!MPI_T_pvar_get_info(i, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
        SAME(strlen(name) + 1, name_len);
        CHECK(desc_len > 1 && strlen(desc) + 1 == (size_t) desc_len);
        CHECK(class >= MPI_T_PVAR_CLASS_STATE && class <= MPI_T_PVAR_CLASS_GENERIC);
        CHECK(type == MPI_INT || type == MPI_UNSIGNED_LONG_LONG || type == MPI_DOUBLE);
        CHECK((of != MPI_T_ENUM_NULL) == (class == MPI_T_PVAR_CLASS_STATE));
        CHECK(bind == MPI_T_BIND_NO_OBJECT || bind == MPI_T_BIND_MPI_COMM);
        CHECK(readonly == continuous && readonly != atomic);
        CHECK(!MPI_T_pvar_get_index(name, class, &index));
        SAME(index, i);
        if (bind == MPI_T_BIND_MPI_COMM && !runs) {
            RAISES(MPI_T_pvar_handle_alloc(session, i, &world, &handle, &count), MPI_T_ERR_INVALID);
            continue;
        }
        CHECK(!MPI_T_pvar_handle_alloc(session, i, &world, &handle, &count));
        SAME(count, bind == MPI_T_BIND_MPI_COMM ? ranks : 1);
        CHECK(!MPI_T_pvar_read(session, handle, values));
        if (continuous) {
            RAISES(MPI_T_pvar_start(session, handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
            RAISES(MPI_T_pvar_stop(session, handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
        } else {
            CHECK(!MPI_T_pvar_start(session, handle));
            CHECK(!MPI_T_pvar_start(session, handle));
            CHECK(!MPI_T_pvar_stop(session, handle));
            CHECK(!MPI_T_pvar_stop(session, handle));
        }
        if (readonly) {
            RAISES(MPI_T_pvar_write(session, handle, values), MPI_T_ERR_PVAR_NO_WRITE);
            RAISES(MPI_T_pvar_reset(session, handle), MPI_T_ERR_PVAR_NO_WRITE);
        } else {
            CHECK(!MPI_T_pvar_reset(session, handle));
        }
        if (atomic) CHECK(!MPI_T_pvar_readreset(session, handle, values));
        else RAISES(MPI_T_pvar_readreset(session, handle, values), MPI_T_ERR_PVAR_NO_ATOMIC);
        CHECK(!MPI_T_pvar_handle_free(session, &handle));
        CHECK(handle == MPI_T_PVAR_HANDLE_NULL);
    }
}

static void errors(void)
{
    int pvars, index, count;
    number value;
    MPI_T_pvar_session other, gone;
    MPI_T_pvar_handle handle, stale;
    CHECK(!MPI_T_pvar_get_num(&pvars));
    RAISES(MPI_T_pvar_get_num(NONE), MPI_T_ERR_INVALID);
    int bad[] = {-1, pvars};
    for (int i = 0; i < 2; i++) {
        RAISES(MPI_T_pvar_get_info(bad[i], NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE),
               MPI_T_ERR_INVALID_INDEX);
        RAISES(MPI_T_pvar_handle_alloc(session, bad[i], NONE, &handle, &count), MPI_T_ERR_INVALID_INDEX);
    }
    RAISES(MPI_T_pvar_get_index("no such variable", MPI_T_PVAR_CLASS_COUNTER, &index), MPI_T_ERR_INVALID_NAME);
    RAISES(MPI_T_pvar_get_index("runtime.polls", MPI_T_PVAR_CLASS_LEVEL, &index), MPI_T_ERR_INVALID_NAME);
    RAISES(MPI_T_pvar_get_index(NONE, MPI_T_PVAR_CLASS_COUNTER, &index), MPI_T_ERR_INVALID);
    RAISES(MPI_T_pvar_get_index("runtime.polls", MPI_T_PVAR_CLASS_COUNTER, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_pvar_session_create(NONE), MPI_T_ERR_INVALID);
    CHECK(!MPI_T_pvar_session_create(&other));
    CHECK(other != session);
    index = index_of("runtime.polls", MPI_T_PVAR_CLASS_COUNTER);
    RAISES(MPI_T_pvar_handle_alloc(MPI_T_PVAR_SESSION_NULL, index, NONE, &handle, &count),
           MPI_T_ERR_INVALID_SESSION);
    RAISES(MPI_T_pvar_handle_alloc(session, index, NONE, NONE, &count), MPI_T_ERR_INVALID);
    RAISES(MPI_T_pvar_handle_alloc(session, index, NONE, &handle, NONE), MPI_T_ERR_INVALID);
    index = index_of("link.bytes_sent", MPI_T_PVAR_CLASS_AGGREGATE);
    MPI_Comm none = MPI_COMM_NULL;
    RAISES(MPI_T_pvar_handle_alloc(session, index, NONE, &handle, &count), MPI_T_ERR_INVALID);
    RAISES(MPI_T_pvar_handle_alloc(session, index, &none, &handle, &count), MPI_T_ERR_INVALID);
    handle = stale = counter("runtime.polls");
    /* Another session's handle, and those that are none. */
    RAISES(MPI_T_pvar_start(other, handle), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_read(other, handle, &value), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_write(other, handle, &value), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_reset(other, handle), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_readreset(other, handle, &value), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_handle_free(other, &handle), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_read(session, handle, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_pvar_write(session, handle, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_pvar_readreset(session, handle, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_pvar_read(session, MPI_T_PVAR_HANDLE_NULL, &value), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_read(session, MPI_T_PVAR_ALL_HANDLES, &value), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_write(session, MPI_T_PVAR_ALL_HANDLES, &value), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_readreset(session, MPI_T_PVAR_ALL_HANDLES, &value), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_start(session, (MPI_T_pvar_handle) 0xdeadbee0), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_handle_free(session, NONE), MPI_T_ERR_INVALID_HANDLE);
    CHECK(!MPI_T_pvar_handle_free(session, &handle));
    RAISES(MPI_T_pvar_handle_free(session, &stale), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_pvar_read(session, stale, &value), MPI_T_ERR_INVALID_HANDLE);
    gone = other;
    CHECK(!MPI_T_pvar_session_free(&other));
    CHECK(other == MPI_T_PVAR_SESSION_NULL);
    RAISES(MPI_T_pvar_session_free(&other), MPI_T_ERR_INVALID_SESSION);
    RAISES(MPI_T_pvar_session_free(&gone), MPI_T_ERR_INVALID_SESSION);
    RAISES(MPI_T_pvar_session_free(NONE), MPI_T_ERR_INVALID_SESSION);
    RAISES(MPI_T_pvar_start(gone, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_INVALID_SESSION);
    RAISES(MPI_T_pvar_stop(gone, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_INVALID_SESSION);
    RAISES(MPI_T_pvar_reset(gone, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_INVALID_SESSION);
    RAISES(MPI_T_pvar_read(gone, stale, &value), MPI_T_ERR_INVALID_SESSION);
}

static void too_many(void)
{
    static MPI_T_pvar_session sessions[8192];
    int made = 0, code, count, index = index_of("runtime.polls", MPI_T_PVAR_CLASS_COUNTER);
    MPI_T_pvar_session own;
    MPI_T_pvar_handle handle;
    while (!(code = MPI_T_pvar_session_create(&sessions[made]))) CHECK(++made < 8192);
    SAME(code, MPI_T_ERR_OUT_OF_SESSIONS);
    while (made) CHECK(!MPI_T_pvar_session_free(&sessions[--made]));
    CHECK(!MPI_T_pvar_session_create(&own));
    while (!(code = MPI_T_pvar_handle_alloc(own, index, NONE, &handle, &count))) CHECK(++made < 1 << 17);
    SAME(code, MPI_T_ERR_OUT_OF_HANDLES);
    /* The handles go with their session. */
    CHECK(!MPI_T_pvar_session_free(&own));
    CHECK(!MPI_T_pvar_session_create(&own));
    CHECK(!MPI_T_pvar_handle_alloc(own, index, NONE, &handle, &count));
    CHECK(!MPI_T_pvar_session_free(&own));
}

static void exchange(int tag, int bytes)
{
    char out[4096], in[4096];
    int to = (me + 1) % ranks, from = (me + ranks - 1) % ranks;
    CHECK(bytes <= (int) sizeof out);
    fill(out, sizeof out, (unsigned) tag);
    MPI_Sendrecv(out, bytes, MPI_BYTE, to, tag, in, bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(differs(in, (size_t) bytes, (unsigned) tag) < 0);
}

/* A handle counts from when it is started until it is stopped, from its own beginning. */
static void starting_and_stopping(void)
{
    MPI_T_pvar_handle done = counter("transfer.completed"), second = counter("transfer.completed");
    number value;
    exchange(1, 8);
    SAME(read_number(done), 0);
    CHECK(!MPI_T_pvar_start(session, done));
    exchange(2, 8);
    number first = read_number(done);
    CHECK(first >= 1);
    CHECK(!MPI_T_pvar_start(session, second));
    SAME(read_number(second), 0);
    CHECK(!MPI_T_pvar_stop(session, done));
    first = read_number(done);
    exchange(3, 8);
    SAME(read_number(done), first);
    CHECK(read_number(second) >= 1);
    CHECK(!MPI_T_pvar_start(session, done));
    exchange(4, 8);
    CHECK(read_number(done) > first);
    CHECK(!MPI_T_pvar_reset(session, done));
    SAME(read_number(done), 0);
    value = 1000;
    CHECK(!MPI_T_pvar_write(session, done, &value));
    SAME(read_number(done), 1000);
    exchange(5, 8);
    CHECK(!MPI_T_pvar_readreset(session, done, &value));
    CHECK(value > 1000);
    SAME(read_number(done), 0);
    /* All at once; those that are continuous are passed over. */
    int count;
    MPI_T_pvar_handle level = handle_of("matching.posted", MPI_T_PVAR_CLASS_LEVEL, NONE, &count);
    CHECK(!MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES));
    CHECK(!MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
    exchange(6, 8);
    SAME(read_number(done), 0);
    SAME(read_number(second), 0);
    CHECK(!MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    exchange(7, 8);
    CHECK(read_number(done) >= 1 && read_number(done) == read_number(second));
    CHECK(!MPI_T_pvar_handle_free(session, &level));
    CHECK(!MPI_T_pvar_handle_free(session, &done));
    CHECK(!MPI_T_pvar_handle_free(session, &second));
}

/* Messages that come before their receives: how many, at a time and in all. */
static void unexpected_messages(void)
{
    enum { MANY = 20 };
    int count, value = 0;
    number now;
    MPI_T_pvar_handle most = handle_of("matching.unexpected_most", MPI_T_PVAR_CLASS_HIGHWATERMARK, NONE, &count);
    MPI_T_pvar_handle later = handle_of("matching.unexpected_most", MPI_T_PVAR_CLASS_HIGHWATERMARK, NONE, &count);
    MPI_T_pvar_handle level = handle_of("matching.unexpected", MPI_T_PVAR_CLASS_LEVEL, NONE, &count);
    MPI_T_pvar_handle came = counter("matching.unexpected_messages");
    MPI_T_pvar_handle met = counter("matching.expected_messages");
    MPI_Request none;
    SAME(read_number(level), 0);
    CHECK(!MPI_T_pvar_start(session, most));
    CHECK(!MPI_T_pvar_start(session, came));
    CHECK(!MPI_T_pvar_start(session, met));
    for (int i = 0; i < MANY; i++) MPI_Send(&i, 1, MPI_INT, me, 30 + i, MPI_COMM_WORLD);
    MPI_Probe(me, 30 + MANY - 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(read_number(level), MANY);
    SAME(read_number(came), MANY);
    SAME(read_number(most), MANY);
    SAME(read_number(later), 0);
    for (int i = 0; i < MANY; i++) {
        MPI_Recv(&value, 1, MPI_INT, me, 30 + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SAME(value, i);
    }
    SAME(read_number(level), 0);
    SAME(read_number(most), MANY);
    CHECK(!MPI_T_pvar_start(session, later));
    SAME(read_number(later), 0);
    CHECK(!MPI_T_pvar_readreset(session, most, &now));
    SAME(now, MANY);
    SAME(read_number(most), 0);
    MPI_Send(&value, 1, MPI_INT, me, 1, MPI_COMM_WORLD);
    MPI_Probe(me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(!MPI_T_pvar_stop(session, most));
    SAME(read_number(most), 1);
    SAME(read_number(later), 1);
    /* One that a receive has waited for. */
    number before = read_number(met);
    MPI_Irecv(&value, 1, MPI_INT, me, 2, MPI_COMM_WORLD, &none);
    MPI_Send(&value, 1, MPI_INT, me, 2, MPI_COMM_WORLD);
    MPI_Wait(&none, MPI_STATUS_IGNORE);
    SAME(read_number(met), before + 1);
    SAME(read_number(came), MANY + 1);
    CHECK(!MPI_T_pvar_handle_free(session, &most));
    CHECK(!MPI_T_pvar_handle_free(session, &later));
    CHECK(!MPI_T_pvar_handle_free(session, &level));
    CHECK(!MPI_T_pvar_handle_free(session, &came));
    CHECK(!MPI_T_pvar_handle_free(session, &met));
}

/* One rank after the other, while nobody sends it anything else. */
static void unexpected_messages_in_turn(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (me > 0) MPI_Recv(NONE, 0, MPI_BYTE, me - 1, 20, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    unexpected_messages();
    if (me + 1 < ranks) {
        MPI_Send(NONE, 0, MPI_BYTE, me + 1, 20, MPI_COMM_WORLD);
        MPI_Recv(NONE, 0, MPI_BYTE, ranks - 1, 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        for (int i = 0; i + 1 < ranks; i++) MPI_Send(NONE, 0, MPI_BYTE, i, 21, MPI_COMM_WORLD);
    }
}

static number sum_of(const char *name)
{
    int count;
    MPI_T_pvar_handle handle = handle_of(name, MPI_T_PVAR_CLASS_COUNTER, NONE, &count);
    CHECK(!MPI_T_pvar_start(session, handle));
    number value = read_number(handle);
    CHECK(!MPI_T_pvar_handle_free(session, &handle));
    return value;
}

/* Frames and bytes to each rank of a communicator, in the order of its ranks. */
static void links(MPI_Comm world)
{
    enum { BYTES = 1000, TIMES = 10 };
    MPI_Comm turned;
    int count, *methods;
    MPI_Comm_split(world, 0, -me, &turned);
    MPI_T_pvar_handle sent = handle_of("link.bytes_sent", MPI_T_PVAR_CLASS_AGGREGATE, &turned, &count);
    SAME(count, ranks);
    MPI_T_pvar_handle came = handle_of("link.bytes_received", MPI_T_PVAR_CLASS_AGGREGATE, &turned, &count);
    MPI_T_pvar_handle method = handle_of("link.method", MPI_T_PVAR_CLASS_STATE, &turned, &count);
    number *values = get(sizeof(number) * (size_t) ranks);
    methods = get(sizeof(int) * (size_t) ranks);
    CHECK(!MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    MPI_Barrier(world);
    for (int i = 0; i < TIMES; i++) exchange(40 + i, BYTES);
    MPI_Barrier(world);
    CHECK(!MPI_T_pvar_read(session, sent, values));
    int to = (me + 1) % ranks;
    CHECK(values[ranks - 1 - to] >= BYTES * TIMES);
    if (ranks > 2) CHECK(values[ranks - 1 - (me + ranks - 1) % ranks] < BYTES * TIMES);
    CHECK(!MPI_T_pvar_read(session, came, values));
    CHECK(values[ranks - 1 - (me + ranks - 1) % ranks] >= BYTES * TIMES);
    CHECK(!MPI_T_pvar_read(session, method, methods));
    CHECK(methods[ranks - 1 - to] > 0);
    /* A handle outlives its communicator. */
    MPI_Comm_free(&turned);
    CHECK(!MPI_T_pvar_readreset(session, sent, values));
    CHECK(values[ranks - 1 - to] >= BYTES * TIMES);
    CHECK(!MPI_T_pvar_handle_free(session, &sent));
    CHECK(!MPI_T_pvar_handle_free(session, &came));
    CHECK(!MPI_T_pvar_handle_free(session, &method));
    free(values);
    free(methods);
}

static void protocols_and_collectives(void)
{
    int count;
    char *big = get(4 << 20), *in = get(4 << 20);
    MPI_T_pvar_handle eager = counter("transfer.eager_messages"), direct = counter("transfer.direct_messages");
    MPI_T_pvar_handle asked = counter("transfer.rendezvous_messages"), read = counter("transfer.one_copy_messages");
    MPI_T_pvar_handle blocking = counter("coll.blocking"), later = counter("coll.nonblocking");
    MPI_T_pvar_handle again = counter("coll.persistent"), polls = counter("runtime.polls");
    MPI_T_pvar_handle copied = handle_of("transfer.copied_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NONE, &count);
    MPI_T_pvar_handle landed = handle_of("transfer.landed_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NONE, &count);
    MPI_T_pvar_handle fetched = handle_of("transfer.read_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NONE, &count);
    MPI_Request request;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(!MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    exchange(60, 16);
    CHECK(read_number(eager) + read_number(direct) >= 1);
    number before = read_number(asked) + read_number(read) + read_number(direct) + read_number(eager);
    int to = (me + 1) % ranks, from = (me + ranks - 1) % ranks;
    fill(big, 4 << 20, 3);
    MPI_Sendrecv(big, 4 << 20, MPI_BYTE, to, 61, in, 4 << 20, MPI_BYTE, from, 61, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(differs(in, 4 << 20, 3) < 0);
    CHECK(read_number(asked) + read_number(read) + read_number(direct) + read_number(eager) > before);
    CHECK(read_number(copied) + read_number(landed) + read_number(fetched) >= 4 << 20);
    CHECK(!MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
    MPI_Barrier(MPI_COMM_WORLD);
    SAME(read_number(blocking), 1);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    SAME(read_number(later), 1);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int i = 0; i < 2; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    SAME(read_number(again), 2);
    SAME(read_number(blocking), 1);
    CHECK(ranks == 1 || read_number(polls) > 0);
    free(big);
    free(in);
}

static int phase(void)
{
    int count, value;
    MPI_T_pvar_handle handle = handle_of("runtime.phase", MPI_T_PVAR_CLASS_STATE, NONE, &count);
    CHECK(!MPI_T_pvar_read(session, handle, &value));
    CHECK(!MPI_T_pvar_handle_free(session, &handle));
    return value;
}

/* Who comes when MPI has ended finds what the layers said last. */
static int late(int argc, char **argv)
{
    int provided, count, word = 0;
    double share = 0;
    begin(&argc, &argv);
    /* The first has come when the second is there, which is wanted first. */
    for (int i = 0; i < 2; i++) MPI_Send(&word, 1, MPI_INT, (me + 1) % ranks, i, MPI_COMM_WORLD);
    for (int i = 1; i >= 0; i--)
        MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    end();
    CHECK(!MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(!MPI_T_pvar_session_create(&session));
    SAME(phase(), 2);
    MPI_T_pvar_handle handle =
        handle_of("matching.unexpected_share", MPI_T_PVAR_CLASS_PERCENTAGE, NONE, &count);
    CHECK(!MPI_T_pvar_read(session, handle, &share));
    CHECK(share > 0 && share <= 1);
    CHECK(!MPI_T_finalize());
    return 0;
}

/* A session begins MPI anew, where the layers count from nothing: what a handle has counted does not fall. */
static void begin_anew(MPI_T_pvar_session lasting, MPI_T_pvar_handle early)
{
    number last, value;
    MPI_Session again;
    MPI_Group group;
    MPI_Comm comm;
    CHECK(!MPI_T_pvar_read(lasting, early, &last));
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &again);
    CHECK(!MPI_T_pvar_read(lasting, early, &value));
    CHECK(value >= last);
    MPI_Group_from_session_pset(again, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "counters", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    int out = me, in, to = (me + 1) % ranks, from = (me + ranks - 1) % ranks;
    for (int i = 0; i < 50; i++)
        MPI_Sendrecv(&out, 1, MPI_INT, to, i, &in, 1, MPI_INT, from, i, comm, MPI_STATUS_IGNORE);
    CHECK(!MPI_T_pvar_read(lasting, early, &value));
    CHECK(value >= last + 50 || ranks == 1);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&again);
    last = value;
    CHECK(!MPI_T_pvar_read(lasting, early, &value));
    CHECK(value >= last);
}

int main(int argc, char **argv)
{
    int provided;
    number last, value;
    MPI_T_pvar_session lasting;
    if (argc > 1) return late(argc, argv);
    CHECK(!MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(!MPI_T_pvar_session_create(&session));
    SAME(phase(), 0);
    each_pvar(0);
    CHECK(!MPI_T_pvar_session_create(&lasting));
    MPI_T_pvar_handle early;
    int count, index = index_of("transfer.completed", MPI_T_PVAR_CLASS_COUNTER);
    CHECK(!MPI_T_pvar_handle_alloc(lasting, index, NONE, &early, &count));
    CHECK(!MPI_T_pvar_start(lasting, early));
    CHECK(!MPI_T_pvar_read(lasting, early, &last));
    SAME(last, 0);
    begin(&argc, &argv);
    SAME(phase(), 1);
    exchange(9, 8);
    CHECK(!MPI_T_pvar_read(lasting, early, &last));
    CHECK(last > 0);
    each_pvar(1);
    errors();
    too_many();
    starting_and_stopping();
    unexpected_messages_in_turn();
    links(MPI_COMM_WORLD);
    protocols_and_collectives();
    SAME(sum_of("transfer.failed"), 0);
    CHECK(!MPI_T_pvar_read(lasting, early, &last));
    exchange(9, 8);
    end();
    SAME(phase(), 2);
    CHECK(!MPI_T_pvar_read(lasting, early, &value));
    CHECK(value > last || ranks == 1);
    each_pvar(0);
    begin_anew(lasting, early);
    CHECK(!MPI_T_pvar_session_free(&lasting));
    CHECK(!MPI_T_pvar_session_free(&session));
    CHECK(!MPI_T_finalize());
    return 0;
}
