/* MPI_Cancel of sends (MPI-5.0 §3.8.4): one of which nothing was taken is withdrawn, and MPI_Wait does not
 * wait for a receive that never comes; one that was matched goes on. Rank 1 moves on but receives none. */
#include "check.h"

enum { LONG = 1000000 };

static char out[LONG], in[LONG];

/* Starts a send, cancels it and waits; whether it was cancelled. */
static int withdraw(int count, int synchronous, int to)
{
    int flag = -1;
    MPI_Request request;
    MPI_Status status;
    if (synchronous) MPI_Issend(out, count, MPI_BYTE, to, 7, MPI_COMM_WORLD, &request);
    else MPI_Isend(out, count, MPI_BYTE, to, 7, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Test_cancelled(&status, &flag);
    return flag;
}

static void from_sender(int to)
{
    MPI_Request request;
    MPI_Status status;
    int flag, done = 0;
    fill(out, LONG, 1);
    for (int i = 0; i < 20; i++) {
        CHECK(withdraw(LONG, 0, to));
        CHECK(withdraw(LONG, 1, to));
        CHECK(withdraw(3, 1, to));
    }
    /* Matched, and then cancelled: it arrives. */
    MPI_Isend(out, LONG, MPI_BYTE, to, 8, MPI_COMM_WORLD, &request);
    MPI_Recv(&flag, 1, MPI_INT, to, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag);
    MPI_Send(&done, 1, MPI_INT, to, 10, MPI_COMM_WORLD);
}

static void at_receiver(int from)
{
    int done = 0, flag;
    MPI_Request long_one, last;
    MPI_Irecv(&done, 1, MPI_INT, from, 10, MPI_COMM_WORLD, &last);
    MPI_Probe(from, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Iprobe(from, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Irecv(in, LONG, MPI_BYTE, from, 8, MPI_COMM_WORLD, &long_one);
    MPI_Send(&done, 1, MPI_INT, from, 9, MPI_COMM_WORLD);
    MPI_Wait(&long_one, MPI_STATUS_IGNORE);
    SAME(differs(in, LONG, 1), -1);
    MPI_Wait(&last, MPI_STATUS_IGNORE);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
}

/* What goes to oneself is decided at once: programs look a single time. */
static void from_oneself(int count, int synchronous)
{
    int flag = -1;
    MPI_Request request;
    MPI_Status status;
    if (synchronous) MPI_Issend(out, count, MPI_BYTE, me, 7, MPI_COMM_WORLD, &request);
    else MPI_Isend(out, count, MPI_BYTE, me, 7, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Request_get_status(request, &flag, &status);
    CHECK(flag);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
    MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(withdraw(LONG, 0, me));
    from_oneself(3, 1);
    from_oneself(LONG, 0);
    if (ranks > 1 && me == 0) from_sender(1);
    if (me == 1) at_receiver(0);
    return end();
}
