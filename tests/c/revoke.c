/* Revoked communicators: whoever waits on them is released, whatever for, and nothing else is touched. */
#include "check.h"
#include <mpi-ext.h>

static MPI_Comm fresh(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    return comm;
}

static void check_revoked(MPI_Comm comm)
{
    int flag = 0, value = 0;
    MPI_Comm made;
    MPI_Status status;
    CHECK(!MPIX_Comm_is_revoked(comm, &flag));
    CHECK(flag);
    RAISES(MPI_Send(&value, 1, MPI_INT, 0, 0, comm), MPIX_ERR_REVOKED);
    RAISES(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm), MPIX_ERR_REVOKED);
    RAISES(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status), MPIX_ERR_REVOKED);
    RAISES(MPI_Iprobe(0, 0, comm, &flag, &status), MPIX_ERR_REVOKED);
    RAISES(MPI_Barrier(comm), MPIX_ERR_REVOKED);
    RAISES(MPI_Bcast(&value, 1, MPI_INT, 0, comm), MPIX_ERR_REVOKED);
    RAISES(MPI_Comm_dup(comm, &made), MPIX_ERR_REVOKED);
    RAISES(MPI_Comm_split(comm, 0, 0, &made), MPIX_ERR_REVOKED);
}

/* The last rank hears that the others are about to wait. */
static void tell_revoker(void)
{
    MPI_Send(NULL, 0, MPI_INT, ranks - 1, 6, MPI_COMM_WORLD);
}

/* All wait for what never comes; the last rank ends that. */
static void everybody_is_released(int kind)
{
    MPI_Comm comm = fresh();
    int value = 0, other = (me + 1) % ranks;
    MPI_Status status, statuses[3];
    MPI_Request requests[3];
    if (me == ranks - 1) {
        for (int i = 1; i < ranks; i++)
            MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &status);
        CHECK(!MPIX_Comm_revoke(comm));
    } else {
        if (kind != 5 && kind != 7)
            tell_revoker();
        switch (kind) {
        case 0:
            RAISES(MPI_Recv(&value, 1, MPI_INT, other, 9, comm, &status), MPIX_ERR_REVOKED);
            break;
        case 1:
            RAISES(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status), MPIX_ERR_REVOKED);
            break;
        case 2:
            RAISES(MPI_Barrier(comm), MPIX_ERR_REVOKED);
            break;
        case 3:
            RAISES(MPI_Ssend(&value, 1, MPI_INT, other, 9, comm), MPIX_ERR_REVOKED);
            break;
        case 4:
            RAISES(MPI_Probe(other, 9, comm, &status), MPIX_ERR_REVOKED);
            break;
        case 5:
            CHECK(!MPI_Irecv(&value, 1, MPI_INT, other, 9, comm, &requests[0]));
            CHECK(!MPI_Ibarrier(comm, &requests[1]));
            CHECK(!MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 8, comm, &requests[2]));
            tell_revoker();
            SAME(MPI_Waitall(3, requests, statuses), MPI_ERR_IN_STATUS);
            for (int i = 0; i < 3; i++) {
                if (requests[i] != MPI_REQUEST_NULL)
                    RAISES(MPI_Wait(&requests[i], &status), MPIX_ERR_REVOKED);
                else
                    RAISES(statuses[i].MPI_ERROR, MPIX_ERR_REVOKED);
            }
            break;
        case 6:
            RAISES(MPI_Sendrecv(&value, 1, MPI_INT, other, 9, &me, 1, MPI_INT, other, 8, comm, &status),
                MPIX_ERR_REVOKED);
            MPI_Comm_rank(MPI_COMM_WORLD, &me);
            break;
        case 7:
            CHECK(!MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 9, comm, &requests[0]));
            CHECK(!MPI_Start(&requests[0]));
            tell_revoker();
            RAISES(MPI_Wait(&requests[0], &status), MPIX_ERR_REVOKED);
            RAISES(MPI_Start(&requests[0]), MPIX_ERR_REVOKED);
            CHECK(!MPI_Request_free(&requests[0]));
            break;
        }
    }
    check_revoked(comm);
    MPI_Comm_free(&comm);
}

/* What is left can be got out of it. */
static void agree_and_shrink_work(void)
{
    MPI_Comm comm = fresh(), made;
    int flag = ~(1 << me), value, result;
    if (me % 2 == 0)
        CHECK(!MPIX_Comm_revoke(comm));
    CHECK(!MPIX_Comm_agree(comm, &flag));
    SAME(flag, (int) (~0u << ranks));
    CHECK(!MPIX_Comm_shrink(comm, &made));
    MPI_Comm_compare(MPI_COMM_WORLD, made, &result);
    SAME(result, MPI_CONGRUENT);
    CHECK(!MPIX_Comm_is_revoked(made, &flag));
    CHECK(!flag);
    CHECK(!MPI_Allreduce(&me, &value, 1, MPI_INT, MPI_SUM, made));
    SAME(value, ranks * (ranks - 1) / 2);
    MPI_Comm_free(&made);
    MPI_Comm_free(&comm);
}

/* Other communicators go on, long messages under way included. */
static void others_are_untouched(void)
{
    enum { LONG = 1 << 18 };
    MPI_Comm comm = fresh();
    int *out = malloc(LONG * sizeof *out), *in = malloc(LONG * sizeof *in);
    int to = (me + 1) % ranks, from = (me + ranks - 1) % ranks;
    MPI_Request requests[3];
    for (int i = 0; i < LONG; i++)
        out[i] = i ^ me;
    MPI_Irecv(in, LONG, MPI_INT, from, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, LONG, MPI_INT, to, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
    CHECK(!MPIX_Comm_revoke(comm));
    CHECK(!MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < LONG; i++)
        SAME(in[i], i ^ from);
    free(out);
    free(in);
    MPI_Comm_free(&comm);
}

/* A long send that nobody receives ends, and its memory is the program's again. */
static void long_sends_end(void)
{
    enum { LONG = 1 << 20 };
    MPI_Comm comm = fresh();
    char *data = calloc(LONG, 1);
    MPI_Request request;
    MPI_Status status;
    int code;
    CHECK(!MPI_Isend(data, LONG, MPI_BYTE, (me + 1) % ranks, 4, comm, &request));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(!MPIX_Comm_revoke(comm));
    /* The receiver may have refused it before this one looks. */
    code = MPI_Wait(&request, &status);
    CHECK(code == MPI_SUCCESS || code == MPIX_ERR_REVOKED);
    CHECK(request == MPI_REQUEST_NULL);
    free(data);
    MPI_Comm_free(&comm);
}

/* Buffered and partitioned sends do not wait for ever for receivers that have been released. */
static void buffers_and_partitions_end(void)
{
    enum { LONG = 1 << 20 };
    MPI_Comm comm = fresh();
    char *data = calloc(LONG, 1), *room = malloc(LONG + MPI_BSEND_OVERHEAD);
    int size;
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Buffer_attach(room, LONG + MPI_BSEND_OVERHEAD);
    CHECK(!MPI_Bsend(data, LONG, MPI_BYTE, (me + 1) % ranks, 4, comm));
    CHECK(!MPI_Psend_init(data, 2, 8, MPI_BYTE, (me + 1) % ranks, 5, comm, MPI_INFO_NULL, &requests[0]));
    CHECK(!MPI_Precv_init(data + 64, 2, 8, MPI_BYTE, (me + ranks - 1) % ranks, 5, comm, MPI_INFO_NULL, &requests[1]));
    CHECK(!MPI_Startall(2, requests));
    CHECK(!MPI_Pready(0, requests[0]));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(!MPIX_Comm_revoke(comm));
    MPI_Buffer_detach(&room, &size);
    RAISES(MPI_Wait(&requests[0], &status), MPIX_ERR_REVOKED);
    RAISES(MPI_Wait(&requests[1], &status), MPIX_ERR_REVOKED);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    free(room);
    free(data);
    MPI_Comm_free(&comm);
}

/* What goes on after its communicator was freed is ended by another member's revocation. */
static void freed_ones_end(void)
{
    MPI_Comm comm = fresh();
    MPI_Request request;
    int value;
    CHECK(!MPI_Irecv(&value, 1, MPI_INT, (me + 1) % ranks, 7, comm, &request));
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0)
        CHECK(!MPIX_Comm_revoke(comm));
    CHECK(!MPI_Comm_free(&comm));
    RAISES(MPI_Wait(&request, MPI_STATUS_IGNORE), MPIX_ERR_REVOKED);
}

static int collective(int kind, MPI_Comm comm)
{
    int out[64] = { me }, in[64];
    switch (kind) {
    case 0: return MPI_Barrier(comm);
    case 1: return MPI_Allreduce(out, in, 8, MPI_INT, MPI_SUM, comm);
    case 2: return MPI_Bcast(out, 8, MPI_INT, 0, comm);
    case 3: return MPI_Allgather(out, 8, MPI_INT, in, 8, MPI_INT, comm);
    case 4: return MPI_Alltoall(out, 8, MPI_INT, in, 8, MPI_INT, comm);
    default: return MPI_Reduce(out, in, 8, MPI_INT, MPI_SUM, ranks - 1, comm);
    }
}

/* One revokes between two of many collectives: whoever is in one, or comes to the next, is told that and nothing
 * else. */
static void collectives_are_interrupted(int kind)
{
    for (int round = 0; round < 20; round++) {
        MPI_Comm comm = fresh();
        int code = MPI_SUCCESS;
        for (int i = 0; !code; i++) {
            if (me == round % ranks && i == 6 + round * 7 % 30) MPIX_Comm_revoke(comm);
            code = collective(kind, comm);
        }
        RAISES(code, MPIX_ERR_REVOKED);
        MPI_Comm_free(&comm);
    }
}

/* Leaders who would meet by a revoked communicator do not wait for each other; rank 1 does not come. */
static void leaders_are_released(void)
{
    MPI_Comm peers = fresh(), mine, made;
    int flag = 0;
    MPI_Comm_dup(MPI_COMM_SELF, &mine);
    MPI_Comm_set_errhandler(mine, MPI_ERRORS_RETURN);
    if (me == 1)
        CHECK(!MPIX_Comm_revoke(peers));
    while (!flag)
        CHECK(!MPIX_Comm_is_revoked(peers, &flag));
    if (me == 0)
        RAISES(MPI_Intercomm_create(mine, 0, peers, 1, 7, &made), MPIX_ERR_REVOKED);
    MPI_Comm_free(&mine);
    MPI_Comm_free(&peers);
}

int main(int argc, char **argv)
{
    MPI_Comm comm;
    char text[MPI_MAX_ERROR_STRING];
    int len, class = 0;
    begin(&argc, &argv);
    for (int kind = 0; kind < 8; kind++)
        everybody_is_released(kind);
    for (int kind = 0; kind < 6 && ranks <= 8; kind++)
        collectives_are_interrupted(kind);
    agree_and_shrink_work();
    others_are_untouched();
    if (ranks > 1) {
        long_sends_end();
        buffers_and_partitions_end();
        freed_ones_end();
        leaders_are_released();
    }
    for (int i = 0; i < 50; i++) {
        /* Revoked by all at once, and freed before all have heard of it. */
        comm = fresh();
        CHECK(!MPIX_Comm_revoke(comm));
        MPI_Comm_free(&comm);
    }
    CHECK(!MPI_Error_string(MPIX_ERR_REVOKED, text, &len));
    CHECK(strstr(text, "revoked"));
    MPI_Error_class(MPIX_ERR_PROC_FAILED_PENDING, &class);
    SAME(class, MPIX_ERR_PROC_FAILED_PENDING);
    return end();
}
