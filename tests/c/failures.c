/* Processes that die, and those that go on. The first argument says how; run with `mpiexec --keep-going`. Whoever
 * has the lowest rank of those that live says "ok". */
#include "survive.h"
#include <unistd.h>

static MPI_Comm world;

/* Waits until a failure is known, by the news alone. */
static void await_failures(MPI_Comm comm, int expected)
{
    int size = 0;
    while (size < expected) {
        MPI_Group failed;
        CHECK(!MPIX_Comm_get_failed(comm, &failed));
        MPI_Group_size(failed, &size);
        MPI_Group_free(&failed);
    }
}

/* Receives from the dead end, receives from others do not. */
static void receives(int victim)
{
    int value = -1, next, before, flag;
    MPI_Status status;
    MPI_Request named, other;
    if (me == victim)
        die();
    next = (me + 1) % ranks == victim ? (me + 2) % ranks : (me + 1) % ranks;
    before = (me + ranks - 1) % ranks == victim ? (me + ranks - 2) % ranks : (me + ranks - 1) % ranks;
    CHECK(!MPI_Irecv(&value, 1, MPI_INT, before, 1, world, &other));
    CHECK(!MPI_Irecv(&flag, 1, MPI_INT, victim, 1, world, &named));
    RAISES(MPI_Wait(&named, &status), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Recv(&flag, 1, MPI_INT, victim, 2, world, &status), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Probe(victim, 2, world, &status), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Ssend(&flag, 1, MPI_INT, victim, 2, world), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Send(&flag, 1, MPI_INT, victim, 2, world), MPIX_ERR_PROC_FAILED);
    /* Nobody else is touched. */
    CHECK(!MPI_Send(&me, 1, MPI_INT, next, 1, world));
    CHECK(!MPI_Wait(&other, &status));
    SAME(value, before);
    SAME(status.MPI_SOURCE, before);
    leave(survivors(world, ranks - 1));
}

/* Receives from anybody: pending until the failure is acknowledged. */
static void wildcards(int victim)
{
    int value = -1, acked, size, done = 1, source;
    MPI_Status status, statuses[2];
    MPI_Request request, both[2], parts, exchange, again;
    MPI_Group failed, all;
    int first = 0, rank, room[2], mine = me, theirs = -1, later = -1;
    MPI_Comm left;
    if (me == victim)
        die();
    CHECK(!MPI_Precv_init(room, 2, 1, MPI_INT, victim, 6, world, MPI_INFO_NULL, &parts));
    CHECK(!MPI_Start(&parts));
    CHECK(!MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, world, &request));
    RAISES(MPI_Wait(&request, &status), MPIX_ERR_PROC_FAILED_PENDING);
    CHECK(request != MPI_REQUEST_NULL);
    RAISES(MPI_Test(&request, &done, &status), MPIX_ERR_PROC_FAILED_PENDING);
    /* It goes on, whoever asks without taking it. */
    CHECK(!MPI_Request_get_status(request, &done, &status));
    SAME(done, 0);
    CHECK(!MPI_Request_get_status_any(1, &request, &first, &done, &status));
    SAME(done, 0);
    first = 0;
    /* So does one that exchanges, and a persistent one. */
    CHECK(!MPI_Isendrecv(&mine, 1, MPI_INT, me, 8, &theirs, 1, MPI_INT, MPI_ANY_SOURCE, 9, world, &exchange));
    RAISES(MPI_Wait(&exchange, &status), MPIX_ERR_PROC_FAILED_PENDING);
    CHECK(exchange != MPI_REQUEST_NULL);
    CHECK(!MPI_Request_get_status(exchange, &done, &status));
    SAME(done, 0);
    CHECK(!MPI_Recv_init(&later, 1, MPI_INT, MPI_ANY_SOURCE, 10, world, &again));
    CHECK(!MPI_Start(&again));
    RAISES(MPI_Wait(&again, &status), MPIX_ERR_PROC_FAILED_PENDING);
    CHECK(!MPI_Request_get_status(again, &done, &status));
    SAME(done, 0);
    /* What was to come from the victim never does. */
    while (!MPI_Parrived(parts, 1, &done))
        SAME(done, 0);
    RAISES(MPI_Parrived(parts, 1, &done), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Wait(&parts, &status), MPIX_ERR_PROC_FAILED);
    CHECK(!MPI_Parrived(parts, 1, &done));
    SAME(done, 1);
    CHECK(!MPI_Request_free(&parts));
    RAISES(MPI_Recv(&size, 1, MPI_INT, MPI_ANY_SOURCE, 4, world, &status), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Probe(MPI_ANY_SOURCE, 4, world, &status), MPIX_ERR_PROC_FAILED);
    both[0] = request;
    CHECK(!MPI_Irecv(&size, 1, MPI_INT, MPI_ANY_SOURCE, 5, world, &both[1]));
    SAME(MPI_Waitall(2, both, statuses), MPI_ERR_IN_STATUS);
    SAME(statuses[0].MPI_ERROR, MPIX_ERR_PROC_FAILED_PENDING);
    CHECK(both[0] != MPI_REQUEST_NULL && both[1] != MPI_REQUEST_NULL);
    CHECK(!MPIX_Comm_get_failed(world, &failed));
    MPI_Group_size(failed, &size);
    SAME(size, 1);
    MPI_Comm_group(world, &all);
    MPI_Group_translate_ranks(failed, 1, &first, all, &source);
    SAME(source, victim);
    MPI_Group_free(&failed);
    MPI_Group_free(&all);
    CHECK(!MPIX_Comm_ack_failed(world, 0, &acked));
    SAME(acked, 0);
    RAISES(MPI_Wait(&both[0], &status), MPIX_ERR_PROC_FAILED_PENDING);
    CHECK(!MPIX_Comm_ack_failed(world, ranks, &acked));
    SAME(acked, 1);
    CHECK(!MPIX_Comm_get_acked(world, &failed));
    MPI_Group_size(failed, &size);
    SAME(size, 1);
    MPI_Group_free(&failed);
    CHECK(!MPI_Test(&both[0], &done, &status));
    CHECK(!done || value >= 0);
    left = survivors(world, ranks - 1);
    MPI_Comm_rank(left, &rank);
    /* Both receives get something after all. */
    source = me;
    CHECK(!MPI_Send(&source, 1, MPI_INT, me, 5, world));
    CHECK(!MPI_Send(&source, 1, MPI_INT, me, 3, world));
    if (!done)
        CHECK(!MPI_Wait(&both[0], &status));
    SAME(value, me);
    CHECK(!MPI_Wait(&both[1], &status));
    SAME(status.MPI_SOURCE, me);
    CHECK(!MPI_Send(&source, 1, MPI_INT, me, 9, world));
    CHECK(!MPI_Wait(&exchange, &status));
    SAME(theirs, me);
    SAME(status.MPI_SOURCE, me);
    CHECK(!MPI_Recv(&mine, 1, MPI_INT, me, 8, world, &status));
    CHECK(!MPI_Send(&source, 1, MPI_INT, me, 10, world));
    CHECK(!MPI_Wait(&again, &status));
    SAME(later, me);
    CHECK(!MPI_Request_free(&again));
    leave(left);
}

/* Collectives of every shape end, with an error or with what is right. */
static void collectives(int victim)
{
    int value = 0, sum = 0, *all = calloc(ranks, sizeof *all), code;
    MPI_Comm small;
    MPI_Request request;
    MPI_Comm_split(world, me == victim, 0, &small);
    MPI_Comm_set_errhandler(small, MPI_ERRORS_RETURN);
    for (int round = 0;; round++) {
        if (me == victim && round == 3)
            die();
        value = me;
        code = MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, world);
        if (code)
            break;
        SAME(sum, ranks * (ranks - 1) / 2);
    }
    RAISES(code, MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Barrier(world), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, world), MPIX_ERR_PROC_FAILED);
    CHECK(!MPI_Ibarrier(world, &request) || 1);
    if (request != MPI_REQUEST_NULL)
        RAISES(MPI_Wait(&request, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
    /* One without the dead works. */
    CHECK(!MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, small));
    SAME(sum, ranks * (ranks - 1) / 2 - victim);
    MPI_Comm_free(&small);
    free(all);
    leave(survivors(world, ranks - 1));
}

/* All survivors get the same from an agreement in which somebody dies. */
static void agreements(int victim)
{
    int flag, code, acked, class = 0;
    for (int round = 0; round < 5; round++) {
        flag = ~(1 << me);
        CHECK(!MPIX_Comm_agree(world, &flag));
        SAME(flag, (int) (~0u << ranks));
    }
    flag = ~(1 << me);
    if (me == victim) {
        MPI_Request request;
        if (me % 2) {
            MPIX_Comm_iagree(world, &flag, &request);
            die();
        }
        die();
    }
    code = MPIX_Comm_agree(world, &flag);
    SAME(flag | 1 << victim, (int) (~0u << ranks) | 1 << victim);
    MPI_Error_class(code, &class);
    /* Who knows of it decides by what all say. */
    await_failures(world, 1);
    flag = code == MPI_SUCCESS;
    code = MPIX_Comm_agree(world, &flag);
    RAISES(code, MPIX_ERR_PROC_FAILED);
    CHECK(flag == (class == MPI_SUCCESS));
    CHECK(!MPIX_Comm_ack_failed(world, ranks, &acked));
    SAME(acked, 1);
    flag = 6;
    CHECK(!MPIX_Comm_agree(world, &flag));
    SAME(flag, 6);
    leave(survivors(world, ranks - 1));
}

/* One finds a failure and revokes; all are released, whatever they wait for. */
static void revocation(int victim)
{
    int value = 0, witness = victim ? 0 : 1;
    MPI_Status status;
    if (me == victim)
        die();
    if (me == witness) {
        RAISES(MPI_Recv(&value, 1, MPI_INT, victim, 1, world, &status), MPIX_ERR_PROC_FAILED);
        CHECK(!MPIX_Comm_revoke(world));
    } else {
        RAISES(MPI_Recv(&value, 1, MPI_INT, witness, 1, world, &status), MPIX_ERR_REVOKED);
    }
    leave(survivors(world, ranks - 1));
}

/* One after the other dies until one is left. */
static void one_by_one(void)
{
    MPI_Comm comm, next;
    int left = ranks, rank, flag;
    MPI_Comm_dup(world, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (; left > 1; left--) {
        MPI_Comm_rank(comm, &rank);
        meet_victim(comm, left % 2 ? 0 : left - 1);
        if (rank == (left % 2 ? 0 : left - 1))
            die();
        flag = 3;
        MPIX_Comm_agree(comm, &flag);
        SAME(flag, 3);
        await_failures(comm, 1);
        next = survivors(comm, left - 1);
        MPI_Comm_free(&comm);
        comm = next;
    }
    leave(comm);
}

/* Long messages to and from the dead. */
static void long_messages(int victim)
{
    enum { LONG = 4 << 20 };
    char *data = calloc(1, LONG);
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int code;
    if (me == victim) {
        MPI_Isend(data, LONG / 8, MPI_BYTE, (me + 1) % ranks, 7, world, &requests[0]);
        die();
    }
    CHECK(!MPI_Irecv(data, LONG, MPI_BYTE, victim, 8, world, &requests[0]));
    code = MPI_Issend(data, LONG, MPI_BYTE, victim, 8, world, &requests[1]);
    RAISES(MPI_Wait(&requests[0], &statuses[0]), MPIX_ERR_PROC_FAILED);
    if (!code)
        code = MPI_Wait(&requests[1], &statuses[1]);
    RAISES(code, MPIX_ERR_PROC_FAILED);
    free(data);
    leave(survivors(world, ranks - 1));
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    int victim;
    begin(&argc, &argv);
    victim = argc > 2 ? atoi(argv[2]) : ranks - 1;
    if (!strcmp(way, "await")) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        await_failures(MPI_COMM_WORLD, victim);
        leave(survivors(MPI_COMM_WORLD, ranks - victim));
        return 0;
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    meet_victim(MPI_COMM_WORLD, victim);
    if (!strcmp(way, "receives"))
        receives(victim);
    else if (!strcmp(way, "wildcards"))
        wildcards(victim);
    else if (!strcmp(way, "collectives"))
        collectives(victim);
    else if (!strcmp(way, "agreements"))
        agreements(victim);
    else if (!strcmp(way, "revocation"))
        revocation(victim);
    else if (!strcmp(way, "one_by_one"))
        one_by_one();
    else if (!strcmp(way, "long_messages"))
        long_messages(victim);
    else
        CHECK(!"a way that is known");
    return 0;
}
