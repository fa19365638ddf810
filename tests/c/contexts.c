/* Many communicators made at once: duplications that overlap, threads that make them on different
 * communicators, groups that make them with different tags. No message may stray. */
#include "check.h"
#include <pthread.h>

enum { THREADS = 3, TIMES = 60 };

/* A word around the ring, in a communicator of its own. */
static void ring(MPI_Comm comm, int word)
{
    int rank, size, got = -1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int sent = word * 1000 + rank;
    MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % size, 5, &got, 1, MPI_INT,
                 (rank + size - 1) % size, 5, comm, MPI_STATUS_IGNORE);
    SAME(got, word * 1000 + (rank + size - 1) % size);
}

static int copied, deleted;

static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void) comm, (void) key, (void) extra;
    copied++;
    *(void **) out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int drop(MPI_Comm comm, int key, void *value, void *extra)
{
    (void) comm, (void) key, (void) value, (void) extra;
    deleted++;
    return MPI_SUCCESS;
}

static void overlapping(void)
{
    MPI_Comm base[2], made[32], blocking[4];
    MPI_Request requests[32];
    int key;
    MPI_Comm_create_keyval(copy, drop, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &base[0]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &base[1]);
    MPI_Comm_set_attr(base[0], key, &copied);
    for (int i = 0; i < 32; i++) {
        MPI_Comm_idup(base[i % 2], &made[i], &requests[i]);
        if (i % 8 == 7) MPI_Comm_dup(base[(i / 8) % 2], &blocking[i / 8]);
    }
    SAME(copied, 16 + 2);
    MPI_Waitall(32, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 32; i++) ring(made[31 - i], i);
    for (int i = 0; i < 4; i++) ring(blocking[i], i);
    /* All at once: each message in its own communicator. */
    int got[32], word[32], rank, left, right;
    for (int i = 0; i < 32; i++) {
        MPI_Comm_rank(made[i], &rank);
        left = (rank + ranks - 1) % ranks;
        MPI_Irecv(&got[i], 1, MPI_INT, left, 1, made[i], &requests[i]);
    }
    for (int i = 31; i >= 0; i--) {
        MPI_Comm_rank(made[i], &rank);
        right = (rank + 1) % ranks;
        word[i] = i;
        MPI_Send(&word[i], 1, MPI_INT, right, 1, made[i]);
    }
    MPI_Waitall(32, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 32; i++) SAME(got[i], i);
    for (int i = 0; i < 32; i++) MPI_Comm_free(&made[i]);
    for (int i = 0; i < 4; i++) MPI_Comm_free(&blocking[i]);
    MPI_Comm_free(&base[0]);
    SAME(deleted, 16 + 2 + 1);
    MPI_Comm_free(&base[1]);
    MPI_Comm_free_keyval(&key);
    SAME(key, MPI_KEYVAL_INVALID);
}

static MPI_Comm of_thread[THREADS];
static MPI_Group everyone;

static void *makes(void *at)
{
    int number = *(int *) at;
    MPI_Comm mine = of_thread[number], c, d;
    for (int i = 0; i < TIMES; i++) {
        MPI_Comm_dup(mine, &c);
        ring(c, 100 + number);
        MPI_Comm_split(c, me % 2, me, &d);
        ring(d, 200 + number);
        MPI_Comm_free(&d);
        MPI_Comm_create_group(MPI_COMM_WORLD, everyone, number, &d);
        ring(d, 300 + number);
        MPI_Comm_free(&d);
        MPI_Comm_free(&c);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, numbers[THREADS];
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    SAME(provided, MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    overlapping();
    MPI_Comm_group(MPI_COMM_WORLD, &everyone);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        MPI_Comm_dup(MPI_COMM_WORLD, &of_thread[i]);
    }
    for (int i = 0; i < THREADS; i++) CHECK(!pthread_create(&threads[i], NULL, makes, &numbers[i]));
    for (int i = 0; i < THREADS; i++) CHECK(!pthread_join(threads[i], NULL));
    for (int i = 0; i < THREADS; i++) MPI_Comm_free(&of_thread[i]);
    MPI_Group_free(&everyone);
    end();
    return 0;
}
