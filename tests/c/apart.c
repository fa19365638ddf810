/* Two ranks that may be in different namespaces: messages of all kinds both ways, with pauses in which the
 * other end sleeps, for a message and for room. */
#include "check.h"

#include <time.h>

enum { BIG = 1 << 20, BURST = 300, SMALL = 1000 };

static void nap(void)
{
    struct timespec time = { 0, 4000000 };
    nanosleep(&time, NULL);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    SAME(ranks, 2);
    int other = 1 - me, lengths[] = { 0, 8, SMALL, BIG };
    unsigned char *mine = get(BIG), *theirs = get(BIG);
    fill(mine, BIG, me);
    for (int i = 0; i < 4; i++) {
        MPI_Status status;
        int count;
        MPI_Sendrecv(mine, lengths[i], MPI_BYTE, other, i, theirs, BIG, MPI_BYTE, other, i,
                     MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        SAME(count, lengths[i]);
        SAME(differs(theirs, lengths[i], other), -1);
    }
    for (int sender = 0; sender < 2; sender++) {
        /* The receiver sleeps until the first; the sender sleeps for room. */
        if (me == sender) nap();
        for (int i = 0; i < BURST; i++) {
            if (me == sender) {
                MPI_Send(mine, SMALL, MPI_BYTE, other, i, MPI_COMM_WORLD);
                continue;
            }
            if (i == 1) nap();
            MPI_Recv(theirs, SMALL, MPI_BYTE, other, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            SAME(differs(theirs, SMALL, other), -1);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(mine);
    free(theirs);
    return end();
}
