/* Agreeing and shrinking where nobody fails: blocking and not, several at once, among other traffic, between two
 * groups. */
#include "check.h"
#include <mpi-ext.h>
#include <pthread.h>

static void agree_on(MPI_Comm comm, int rank, int size)
{
    for (int i = 0; i < 20; i++) {
        int flag = ~(1 << rank);
        CHECK(!MPIX_Comm_agree(comm, &flag));
        SAME(flag, (int) (~0u << size));
        flag = i;
        CHECK(!MPIX_Comm_agree(comm, &flag));
        SAME(flag, i);
    }
}

/* Several at once, ended in another order than they were begun in. */
static void overlapping(MPI_Comm comm, int rank, int size)
{
    enum { MANY = 8 };
    int flags[MANY], done = 0, last = -1 & ~(1 << rank);
    MPI_Request requests[MANY];
    for (int i = 0; i < MANY; i++) {
        flags[i] = rank == i % size ? 1 << i : -1;
        CHECK(!MPIX_Comm_iagree(comm, &flags[i], &requests[i]));
    }
    CHECK(!MPIX_Comm_agree(comm, &last));
    SAME(last, (int) (~0u << size));
    while (!done)
        CHECK(!MPI_Testall(MANY, requests, &done, MPI_STATUSES_IGNORE));
    for (int i = 0; i < MANY; i++)
        SAME(flags[i], 1 << i);
}

static void shrinks(MPI_Comm comm, int rank, int size)
{
    MPI_Comm all, later[2];
    MPI_Request requests[2];
    MPI_Group failed;
    int value, result, acked = -1;
    CHECK(!MPIX_Comm_get_failed(comm, &failed));
    MPI_Group_size(failed, &value);
    SAME(value, 0);
    MPI_Group_free(&failed);
    CHECK(!MPIX_Comm_ack_failed(comm, size, &acked));
    SAME(acked, 0);
    CHECK(!MPIX_Comm_failure_ack(comm));
    CHECK(!MPIX_Comm_failure_get_acked(comm, &failed));
    MPI_Group_size(failed, &value);
    SAME(value, 0);
    MPI_Group_free(&failed);
    CHECK(!MPIX_Comm_ishrink(comm, &later[0], &requests[0]));
    CHECK(!MPIX_Comm_ishrink(comm, &later[1], &requests[1]));
    CHECK(!MPIX_Comm_shrink(comm, &all));
    CHECK(!MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < 3; i++) {
        MPI_Comm made = i < 2 ? later[i] : all;
        MPI_Comm_compare(comm, made, &result);
        SAME(result, MPI_CONGRUENT);
        CHECK(!MPI_Allreduce(&rank, &value, 1, MPI_INT, MPI_MAX, made));
        SAME(value, size - 1);
        MPI_Comm_free(&made);
    }
}

static void between_groups(void)
{
    MPI_Comm half, inter, made;
    int side = me >= ranks / 2, flag = ~(1 << me), remote, rank, size, value;
    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : ranks / 2, 3, &inter);
    int theirs = side ? 0 : ranks / 2, after = side ? ranks / 2 : ranks, gone = 0;
    for (int i = theirs; i < after; i++) gone |= 1 << i;
    CHECK(!MPIX_Comm_agree(inter, &flag));
    SAME(flag, ~gone);
    flag = ~(1 << me);
    MPI_Request request;
    CHECK(!MPIX_Comm_iagree(inter, &flag, &request));
    CHECK(!MPI_Wait(&request, MPI_STATUS_IGNORE));
    SAME(flag, ~gone);
    CHECK(!MPIX_Comm_shrink(inter, &made));
    MPI_Comm_remote_size(made, &remote);
    MPI_Comm_rank(made, &rank);
    MPI_Comm_size(made, &size);
    SAME(remote, side ? ranks / 2 : ranks - ranks / 2);
    SAME(size + remote, ranks);
    SAME(rank, side ? me - ranks / 2 : me);
    CHECK(!MPI_Allreduce(&me, &value, 1, MPI_INT, MPI_MIN, made));
    SAME(value, side ? 0 : ranks / 2);
    MPI_Comm_free(&made);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* A process that computes keeps nobody from ending what it has taken part in. */
static void nobody_waits_for_messages(void)
{
    int flag = 1, done, given = 0;
    MPI_Request agreeing, receiving;
    CHECK(!MPI_Irecv(&given, 1, MPI_INT, (me + ranks - 1) % ranks, 5, MPI_COMM_WORLD, &receiving));
    CHECK(!MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &agreeing));
    if (ranks > 1 && me == 0) {
        MPI_Test(&agreeing, &done, MPI_STATUS_IGNORE);
    }
    MPI_Send(&me, 1, MPI_INT, (me + 1) % ranks, 5, MPI_COMM_WORLD);
    CHECK(!MPI_Wait(&receiving, MPI_STATUS_IGNORE));
    SAME(given, (me + ranks - 1) % ranks);
    CHECK(!MPI_Wait(&agreeing, MPI_STATUS_IGNORE));
    SAME(flag, 1);
}

/* Threads that agree and shrink at the same time, each on a communicator of its own, among duplications. */
static void *thread(void *comm)
{
    MPI_Comm mine = *(MPI_Comm *) comm, made;
    for (int i = 0; i < 10; i++) {
        agree_on(mine, me, ranks);
        shrinks(mine, me, ranks);
        CHECK(!MPI_Comm_dup(mine, &made));
        MPI_Comm_free(&made);
    }
    return NULL;
}

static int with_threads(int *argc, char ***argv)
{
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    MPI_Comm comms[THREADS];
    int level;
    MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &level);
    SAME(level, MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (int i = 0; i < THREADS; i++)
        CHECK(!pthread_create(&threads[i], NULL, thread, &comms[i]));
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        MPI_Comm_free(&comms[i]);
    }
    return end();
}

int main(int argc, char **argv)
{
    MPI_Comm other;
    int rank;
    if (argc > 1)
        return with_threads(&argc, &argv);
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    agree_on(MPI_COMM_WORLD, me, ranks);
    overlapping(MPI_COMM_WORLD, me, ranks);
    shrinks(MPI_COMM_WORLD, me, ranks);
    nobody_waits_for_messages();
    MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &other);
    MPI_Comm_rank(other, &rank);
    agree_on(other, rank, ranks);
    agree_on(MPI_COMM_SELF, 0, 1);
    shrinks(MPI_COMM_SELF, 0, 1);
    MPI_Comm_free(&other);
    if (ranks > 1)
        between_groups();
    RAISES(MPIX_Comm_ack_failed(MPI_COMM_WORLD, -1, &rank), MPI_ERR_ARG);
    RAISES(MPIX_Comm_revoke(MPI_COMM_NULL), MPI_ERR_COMM);
    return end();
}
