/* A tool's threads beside a program with one thread (MPI-5.0 §15.3.4): they begin while the program is in a call, and
 * read and count while it sends. With the argument `driver`: events come from the thread that drives while the
 * program computes, if their functions bear that. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define NONE ((void *) 0)

typedef unsigned long long number;

enum { THREADS = 2, ROUNDS = 300 };

static atomic_int over, looked;

static void *look(void *nothing)
{
    (void) nothing;
    int provided, index, count;
    number value, before = 0;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle, level;
    CHECK(!MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    if (provided != MPI_THREAD_MULTIPLE) {
        looked++;
        return NULL;
    }
    CHECK(!MPI_T_pvar_session_create(&session));
    CHECK(!MPI_T_pvar_get_index("transfer.completed", MPI_T_PVAR_CLASS_COUNTER, &index));
    CHECK(!MPI_T_pvar_handle_alloc(session, index, NONE, &handle, &count));
    CHECK(!MPI_T_pvar_get_index("matching.posted", MPI_T_PVAR_CLASS_LEVEL, &index));
    CHECK(!MPI_T_pvar_handle_alloc(session, index, NONE, &level, &count));
    CHECK(!MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    for (int first = 1; first || !over; first = 0) {
        CHECK(!MPI_T_pvar_read(session, handle, &value));
        CHECK(value >= before);
        before = value;
        CHECK(!MPI_T_pvar_read(session, level, &value));
        if (first) looked++;
        struct timespec pause = {0, 100000};
        nanosleep(&pause, NULL);
    }
    CHECK(!MPI_T_pvar_handle_free(session, &level));
    CHECK(!MPI_T_pvar_session_free(&session));
    CHECK(!MPI_T_finalize());
    return NULL;
}

/* The tool's first thread comes while this one waits for a message that is sent when it has looked. */
static void beside_a_program(void)
{
    pthread_t threads[THREADS];
    int token = 0, provided;
    MPI_Query_thread(&provided);
    SAME(provided, MPI_THREAD_SINGLE);
    if (me != 0 || ranks == 1) {
        for (int i = 0; i < THREADS; i++) CHECK(!pthread_create(&threads[i], NULL, look, NULL));
    }
    if (ranks > 1 && me == 0) {
        /* One at a time: the others have threads, this one gets its own while it waits. */
        for (int i = 0; i < THREADS; i++) CHECK(!pthread_create(&threads[i], NULL, look, NULL));
        for (int from = 1; from < ranks; from++)
            MPI_Recv(&token, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    struct timespec moment = {0, 1000000};
    while (me != 0 && looked < THREADS) nanosleep(&moment, NULL);
    if (me != 0) MPI_Send(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    for (int i = 0; i < ROUNDS; i++) {
        int to = (me + 1) % ranks, from = (me + ranks - 1) % ranks, got = -1;
        MPI_Sendrecv(&i, 1, MPI_INT, to, 2, &got, 1, MPI_INT, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SAME(got, i);
    }
    while (looked < THREADS) nanosleep(&moment, NULL);
    over = 1;
    for (int i = 0; i < THREADS; i++) CHECK(!pthread_join(threads[i], NULL));
}

static atomic_int heard, careless;

static void hear(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety level,
                 void *data)
{
    int tag;
    (void) registration, (void) data;
    CHECK(!MPI_T_event_read(instance, 1, &tag));
    SAME(tag, 5);
    /* Most likely the driver calls, but the barrier may have been the first to find it. */
    CHECK(level == MPI_T_CB_REQUIRE_THREAD_SAFE || level == MPI_T_CB_REQUIRE_NONE);
    heard++;
}

static void hear_in_calls(MPI_T_event_instance instance, MPI_T_event_registration registration,
                          MPI_T_cb_safety level, void *data)
{
    (void) instance, (void) registration, (void) data;
    SAME(level, MPI_T_CB_REQUIRE_NONE);
    careless++;
}

/* Rank 0 computes until it has heard of a message, for which it makes no call. */
static void while_it_computes(void)
{
    int index, word = 0, provided;
    MPI_Comm world = MPI_COMM_WORLD, other;
    MPI_T_event_registration own, second;
    CHECK(!MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    MPI_Comm_dup(world, &other);
    CHECK(!MPI_T_event_get_index("matching.message_arrived", &index));
    CHECK(!MPI_T_event_handle_alloc(index, &other, MPI_INFO_NULL, &own));
    CHECK(!MPI_T_event_register_callback(own, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, NONE, hear));
    MPI_Barrier(world);
    if (me == 0) {
        while (heard < ranks - 1) continue;
        for (int from = 1; from < ranks; from++)
            MPI_Recv(&word, 1, MPI_INT, from, 5, other, MPI_STATUS_IGNORE);
    } else {
        struct timespec pause = {0, 20000000};
        nanosleep(&pause, NULL);
        MPI_Ssend(&word, 1, MPI_INT, 0, 5, other);
    }
    CHECK(!MPI_T_event_handle_free(own, NONE, NULL));
    /* A function that other threads must not call waits for a call of the program. */
    CHECK(!MPI_T_event_handle_alloc(index, &world, MPI_INFO_NULL, &second));
    CHECK(!MPI_T_event_register_callback(second, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NONE, hear_in_calls));
    MPI_Barrier(other);
    if (me == 0) {
        for (int from = 1; from < ranks; from++)
            MPI_Recv(&word, 1, MPI_INT, from, 6, world, MPI_STATUS_IGNORE);
        while (careless < ranks - 1) MPI_Iprobe(0, 7, world, &word, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&word, 1, MPI_INT, 0, 6, world);
    }
    CHECK(!MPI_T_event_handle_free(second, NONE, NULL));
    MPI_Comm_free(&other);
    CHECK(!MPI_T_finalize());
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (argc > 1 && !strcmp(argv[1], "driver")) while_it_computes();
    else beside_a_program();
    return end();
}
