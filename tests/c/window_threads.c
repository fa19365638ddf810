/* Windows from several threads at once (MPI_THREAD_MULTIPLE): each with a window of its own, and all with one. */
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 60, INTS = 64 };

static MPI_Win own[THREADS], common;
static int *memory[THREADS], *shared_memory;

static void *run(void *argument)
{
    int number = (int) (intptr_t) argument, to = (me + 1 + number) % ranks;
    MPI_Win win = own[number];
    for (int round = 0; round < ROUNDS; round++) {
        int out[INTS], in[INTS], one = 1, old = -1;
        for (int i = 0; i < INTS; i++) out[i] = number * 1000 + round + i, in[i] = -1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
        MPI_Put(out, INTS, MPI_INT, to, 0, INTS, MPI_INT, win);
        MPI_Win_flush(to, win);
        MPI_Get(in, INTS, MPI_INT, to, 0, INTS, MPI_INT, win);
        MPI_Win_unlock(to, win);
        CHECK(!memcmp(in, out, sizeof in));
        MPI_Fetch_and_op(&one, &old, MPI_INT, 0, number, MPI_SUM, common);
        MPI_Win_flush(0, common);
        CHECK(old >= 0);
        MPI_Accumulate(&one, 1, MPI_INT, round % ranks, THREADS, 1, MPI_INT, MPI_SUM, common);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int level;
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    SAME(level, MPI_THREAD_MULTIPLE);
    for (int i = 0; i < THREADS; i++) {
        MPI_Win_allocate(INTS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory[i], &own[i]);
        memset(memory[i], 0, INTS * sizeof(int));
    }
    MPI_Win_allocate((THREADS + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &shared_memory, &common);
    memset(shared_memory, 0, (THREADS + 1) * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, common);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, (void *) (intptr_t) i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    MPI_Win_unlock_all(common);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0)
        for (int i = 0; i < THREADS; i++) SAME(shared_memory[i], ROUNDS * ranks);
    int mine = 0;
    for (int round = 0; round < ROUNDS; round++) mine += round % ranks == me ? THREADS * ranks : 0;
    SAME(shared_memory[THREADS], mine);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < THREADS; i++) MPI_Win_free(&own[i]);
    MPI_Win_free(&common);
    return end();
}
