/* MPI_THREAD_MULTIPLE (MPI-5.0 §11.6): threads that have nothing to do with each other. Pairs of threads on
 * communicators of their own, threads that each talk to another rank, receives from anywhere by several threads of
 * one communicator, partitions that eight threads make ready, and one thread that waits for long beside all this. */
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 300, MANY = 8, PARTS = 64, LONGEST = 100000 };

static MPI_Comm comms[THREADS];
static int left, right;

static void each(int count, void *(*run)(void *))
{
    pthread_t threads[MANY];
    for (intptr_t t = 0; t < count; t++) CHECK(!pthread_create(&threads[t], NULL, run, (void *) t));
    for (int t = 0; t < count; t++) pthread_join(threads[t], NULL);
}

/* Length of a message: mostly short, now and then one of the longer protocols. */
static int length(int i)
{
    static const int longer[] = { 60, 400, 5000, LONGEST };
    return i % 16 == 15 ? longer[i / 16 % 4] : 1 + i % 8;
}

/* A token goes round the ring on each thread's communicator: latency, one message at a time. */
static void *ring(void *arg)
{
    int t = (int) (intptr_t) arg;
    char *bytes = get(LONGEST);
    for (int i = 0; i < ROUNDS; i++) {
        int n = length(i);
        MPI_Status status;
        if (me == 0) {
            fill(bytes, (size_t) n, (unsigned) (t + i));
            MPI_Request out;
            MPI_Isend(bytes, n, MPI_BYTE, right, i, comms[t], &out);
            char *back = get(LONGEST);
            MPI_Recv(back, n, MPI_BYTE, left, i, comms[t], &status);
            MPI_Wait(&out, MPI_STATUS_IGNORE);
            SAME(differs(back, (size_t) n, (unsigned) (t + i)), -1);
            free(back);
        } else {
            MPI_Recv(bytes, LONGEST, MPI_BYTE, left, MPI_ANY_TAG, comms[t], &status);
            SAME(status.MPI_TAG, i);
            MPI_Send(bytes, n, MPI_BYTE, right, i, comms[t]);
        }
    }
    free(bytes);
    return NULL;
}

/* Thread t talks to rank me ^ (t + 1) on the world's communicator: a stream each way, in order. */
static void *to_peer(void *arg)
{
    int t = (int) (intptr_t) arg, peer = me ^ (t + 1);
    if (peer >= ranks) return NULL;
    for (int i = 0; i < ROUNDS; i++) {
        enum { BATCH = 8 };
        int out[BATCH], in[BATCH];
        MPI_Request requests[2 * BATCH];
        for (int k = 0; k < BATCH; k++) {
            out[k] = (me * THREADS + t) * 100000 + i * BATCH + k;
            MPI_Irecv(&in[k], 1, MPI_INT, peer, 5, MPI_COMM_WORLD, &requests[k]);
            MPI_Isend(&out[k], 1, MPI_INT, peer, 5, MPI_COMM_WORLD, &requests[BATCH + k]);
        }
        if (i % 3) MPI_Waitall(2 * BATCH, requests, MPI_STATUSES_IGNORE);
        else
            for (int done = 0, which; done < 2 * BATCH; done++)
                MPI_Waitany(2 * BATCH, requests, &which, MPI_STATUS_IGNORE);
        for (int k = 0; k < BATCH; k++) SAME(in[k], (peer * THREADS + t) * 100000 + i * BATCH + k);
    }
    return NULL;
}

/* All threads receive from anywhere, with any tag, on one communicator, as many messages as come; each message is
 * seen once, and a thread sees those of one sender's thread in order. */
static int seen[MANY * THREADS * ROUNDS];

static void *from_anywhere(void *arg)
{
    int t = (int) (intptr_t) arg, last[MANY * THREADS];
    memset(last, -1, sizeof last);
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Status status;
        int x = -1;
        MPI_Request out;
        int y = (me * THREADS + t) * ROUNDS + i;
        MPI_Isend(&y, 1, MPI_INT, right, t, comms[0], &out);
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comms[0], &status);
        SAME(status.MPI_SOURCE, left);
        SAME(x / ROUNDS, left * THREADS + status.MPI_TAG);
        CHECK(x % ROUNDS > last[status.MPI_TAG]);
        last[status.MPI_TAG] = x % ROUNDS;
        __sync_fetch_and_add(&seen[x], 1);
        MPI_Wait(&out, MPI_STATUS_IGNORE);
    }
    return NULL;
}

static MPI_Request sending;
static char *parts;
static int part;

static void *make_ready(void *arg)
{
    int t = (int) (intptr_t) arg;
    for (int i = t; i < PARTS; i += MANY) {
        fill(parts + i * part, (size_t) part, (unsigned) (me * 100 + i));
        if (i % 3) MPI_Pready(i, sending);
        else MPI_Pready_range(i, i, sending);
    }
    return NULL;
}

/* Partitions of eight threads; sizes of none, a few and many bytes; waited for before or after they are ready. */
static void partitions(int bytes)
{
    MPI_Request receiving;
    part = bytes;
    char *in = get((size_t) (PARTS * part + 1));
    parts = get((size_t) (PARTS * part + 1));
    MPI_Psend_init(parts, PARTS, part, MPI_BYTE, right, 9, MPI_COMM_WORLD, MPI_INFO_NULL, &sending);
    MPI_Precv_init(in, PARTS, part, MPI_BYTE, left, 9, MPI_COMM_WORLD, MPI_INFO_NULL, &receiving);
    for (int round = 0; round < 12; round++) {
        pthread_t threads[MANY];
        memset(in, 0, (size_t) (PARTS * part));
        MPI_Start(&receiving);
        MPI_Start(&sending);
        for (intptr_t t = 0; t < MANY; t++) CHECK(!pthread_create(&threads[t], NULL, make_ready, (void *) t));
        if (round % 2)
            for (int t = 0; t < MANY; t++) pthread_join(threads[t], NULL);
        MPI_Wait(&sending, MPI_STATUS_IGNORE);
        MPI_Wait(&receiving, MPI_STATUS_IGNORE);
        if (round % 2 == 0)
            for (int t = 0; t < MANY; t++) pthread_join(threads[t], NULL);
        for (int i = 0; i < PARTS; i++)
            SAME(differs(in + i * part, (size_t) part, (unsigned) (left * 100 + i)), -1);
    }
    MPI_Request_free(&sending);
    MPI_Request_free(&receiving);
    free(parts);
    free(in);
}

/* Waits for the last message of all. */
static void *for_long(void *arg)
{
    int x = -1;
    (void) arg;
    MPI_Recv(&x, 1, MPI_INT, left, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(x, left);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided = -1;
    pthread_t patient;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    SAME(provided, MPI_THREAD_MULTIPLE);
    left = (me + ranks - 1) % ranks;
    right = (me + 1) % ranks;
    CHECK(ranks <= MANY);
    for (int t = 0; t < THREADS; t++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[t]);
    for (int beside = 0; beside < 2; beside++) {
        if (beside) CHECK(!pthread_create(&patient, NULL, for_long, NULL));
        each(THREADS, ring);
        each(THREADS, to_peer);
        memset(seen, 0, sizeof seen);
        each(THREADS, from_anywhere);
        for (int i = 0; i < THREADS * ROUNDS; i++) SAME(seen[left * THREADS * ROUNDS + i], 1);
        partitions(0);
        partitions(16);
        partitions(20000);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&me, 1, MPI_INT, right, 99, MPI_COMM_WORLD);
    pthread_join(patient, NULL);
    for (int t = 0; t < THREADS; t++) MPI_Comm_free(&comms[t]);
    return end();
}
