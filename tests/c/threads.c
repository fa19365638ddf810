/* MPI_THREAD_MULTIPLE (MPI-5.0 §11.6): pairs of threads on tags and communicators of their own,
 * concurrent collectives on different communicators, concurrent dup, waiting in several threads. */
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 400 };

static MPI_Comm comms[THREADS];

static void each(void *(*run)(void *))
{
    pthread_t threads[THREADS];
    for (intptr_t t = 0; t < THREADS; t++) CHECK(!pthread_create(&threads[t], NULL, run, (void *) t));
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
}

/* Ping-pong of thread t with thread t of the next rank, sizes through all protocols. */
static void *by_tag(void *arg)
{
    int t = (int) (intptr_t) arg, right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    static const int sizes[] = { 1, 100, 3000, 50000, 400000 };
    char *out = get(400000), *in = get(400000);
    for (int i = 0; i < ROUNDS; i++) {
        int n = sizes[(i + t) % 5];
        MPI_Status status;
        fill(out, n, me + t + i);
        MPI_Sendrecv(out, n, MPI_BYTE, right, t, in, n, MPI_BYTE, left, t, MPI_COMM_WORLD, &status);
        SAME(status.MPI_TAG, t);
        SAME(differs(in, n, left + t + i), -1);
    }
    free(out);
    free(in);
    return NULL;
}

static void *collectives(void *arg)
{
    int t = (int) (intptr_t) arg;
    for (int i = 0; i < ROUNDS; i++) {
        int x = me + t * 100 + i, sum = 0, want = ranks * (t * 100 + i) + ranks * (ranks - 1) / 2;
        MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, comms[t]);
        SAME(sum, want);
        x = i % ranks == me ? i : -1;
        MPI_Bcast(&x, 1, MPI_INT, i % ranks, comms[t]);
        SAME(x, i);
        if (i % 50 == 0) MPI_Barrier(comms[t]);
    }
    return NULL;
}

static void *dups(void *arg)
{
    int t = (int) (intptr_t) arg;
    for (int i = 0; i < 50; i++) {
        MPI_Comm d;
        int x = me, sum = 0;
        MPI_Comm_dup(comms[t], &d);
        MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, d);
        SAME(sum, ranks * (ranks - 1) / 2);
        MPI_Comm_free(&d);
    }
    return NULL;
}

/* All threads of rank 0 receive from anywhere; nothing is lost or seen twice. */
static int seen[THREADS * ROUNDS * 8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *many_to_one(void *arg)
{
    int t = (int) (intptr_t) arg, senders = ranks - 1;
    if (senders == 0 || senders > 8) return NULL;
    if (me == 0) {
        for (int i = 0; i < ROUNDS * senders; i++) {
            int x = -1;
            MPI_Message message;
            MPI_Status status;
            MPI_Mprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &message, &status);
            MPI_Mrecv(&x, 1, MPI_INT, &message, &status);
            pthread_mutex_lock(&lock);
            seen[x]++;
            pthread_mutex_unlock(&lock);
        }
    } else {
        for (int i = 0; i < ROUNDS; i++) {
            int x = ((me - 1) * THREADS + t) * ROUNDS + i;
            MPI_Send(&x, 1, MPI_INT, 0, 77, MPI_COMM_WORLD);
        }
    }
    return NULL;
}

/* One thread waits in a blocking receive while another sends the message. */
static void *wake_up(void *arg)
{
    int t = (int) (intptr_t) arg;
    for (int i = 0; i < ROUNDS; i++) {
        int x = i, y = -1;
        if (t % 2) {
            MPI_Recv(&y, 1, MPI_INT, me, 200 + t, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&y, 1, MPI_INT, me, 300 + t, MPI_COMM_WORLD);
        } else {
            MPI_Send(&x, 1, MPI_INT, me, 200 + t + 1, MPI_COMM_WORLD);
            MPI_Recv(&y, 1, MPI_INT, me, 300 + t + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            SAME(y, i);
        }
    }
    return NULL;
}

/* Requests made by one thread, completed by another. */
static MPI_Request handed[THREADS];
static int values[THREADS];

static void *complete(void *arg)
{
    int t = (int) (intptr_t) arg;
    MPI_Wait(&handed[t], MPI_STATUS_IGNORE);
    SAME(values[t], t + 10 * ((me + ranks - 1) % ranks));
    return NULL;
}

int main(int argc, char **argv)
{
    int provided = -1, level = -1, main_thread = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    SAME(provided, MPI_THREAD_MULTIPLE);
    MPI_Query_thread(&level);
    SAME(level, MPI_THREAD_MULTIPLE);
    MPI_Is_thread_main(&main_thread);
    CHECK(main_thread);
    for (int t = 0; t < THREADS; t++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[t]);
    each(by_tag);
    each(collectives);
    each(dups);
    each(many_to_one);
    for (int i = 0; me == 0 && ranks > 1 && i < (ranks - 1) * THREADS * ROUNDS; i++) SAME(seen[i], 1);
    each(wake_up);
    for (int t = 0; t < THREADS; t++)
        MPI_Irecv(&values[t], 1, MPI_INT, (me + ranks - 1) % ranks, t, MPI_COMM_WORLD, &handed[t]);
    for (int t = 0; t < THREADS; t++) {
        int x = t + 10 * me;
        MPI_Send(&x, 1, MPI_INT, (me + 1) % ranks, t, MPI_COMM_WORLD);
    }
    each(complete);
    for (int t = 0; t < THREADS; t++) MPI_Comm_free(&comms[t]);
    return end();
}
