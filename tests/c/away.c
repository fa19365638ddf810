/* A rank that computes, and makes no call of MPI, for longer than every deadline of its links: nobody is
 * lost for that. away receiver|sender SECONDS */
#include "check.h"
#include <unistd.h>

enum { LONG = 1000000 };

static unsigned char buf[LONG];

/* First contact with a receiver that is away. */
static void receiver(unsigned seconds)
{
    if (me == 0) {
        fill(buf, 100, 1);
        MPI_Send(buf, 100, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    } else {
        sleep(seconds);
        MPI_Recv(buf, 100, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SAME(differs(buf, 100, 1), -1);
    }
}

/* A sender that begins something and is away. */
static void sender(unsigned seconds)
{
    int flag;
    MPI_Request request;
    if (me == 0) {
        fill(buf, LONG, 2);
        MPI_Isend(buf, LONG, MPI_BYTE, 1, 2, MPI_COMM_WORLD, &request);
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        sleep(seconds);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(buf, LONG, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SAME(differs(buf, LONG, 2), -1);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    SAME(ranks, 2);
    SAME(argc, 3);
    unsigned seconds = (unsigned) atoi(argv[2]);
    if (!strcmp(argv[1], "receiver")) receiver(seconds);
    else sender(seconds);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) printf("ok\n");
    MPI_Finalize();
    return 0;
}
