/* Messages of a middling length that could go at once, of which a sender that does not wait may tell first, so that their
 * receivers read them: windows one way and both ways, each buffer written anew as soon as it may be. Who waits in a send
 * relies on its being taken: receives may come in another order. */
#include "check.h"

enum { WINDOW = 24, LONGEST = 70000, ROUNDS = 60, IN_ORDER = 6, BLOCKING = 32768 };

static unsigned char out[WINDOW][LONGEST], in[WINDOW][LONGEST];

static int length(int round, int i)
{
    return 9000 + (round * 7919 + i * 2711) % (LONGEST - 9000);
}

static unsigned char byte_of(int round, int i, int rank, int at)
{
    return (unsigned char) (round * 31 + i * 7 + rank * 3 + at % 253);
}

static void write_out(int round, int i)
{
    for (int at = 0; at < length(round, i); at++) out[i][at] = byte_of(round, i, me, at);
}

static void compare(int round, int i, int from)
{
    for (int at = 0; at < length(round, i); at++) SAME(in[i][at], byte_of(round, i, from, at));
}

/* Everybody sends a window to the next one if it is its turn, or all do. */
static void windows(int all)
{
    MPI_Request sends[WINDOW], receives[WINDOW];
    int next = (me + 1) % ranks, before = (me + ranks - 1) % ranks;
    for (int round = 0; round < ROUNDS; round++) {
        int gives = all || round % ranks == me, takes = all || round % ranks == before;
        for (int i = 0; i < WINDOW; i++) receives[i] = sends[i] = MPI_REQUEST_NULL;
        for (int i = 0; i < WINDOW && takes && round % 2; i++)
            MPI_Irecv(in[i], LONGEST, MPI_BYTE, before, i, MPI_COMM_WORLD, &receives[i]);
        for (int i = 0; i < WINDOW && gives; i++) {
            write_out(round, i);
            MPI_Isend(out[i], length(round, i), MPI_BYTE, next, i, MPI_COMM_WORLD, &sends[i]);
        }
        for (int i = 0; i < WINDOW && takes && round % 2 == 0; i++)
            MPI_Irecv(in[i], LONGEST, MPI_BYTE, before, i, MPI_COMM_WORLD, &receives[i]);
        for (int i = 0; i < WINDOW && gives; i++) {
            MPI_Wait(&sends[i], MPI_STATUS_IGNORE);
            memset(out[i], 0, LONGEST);
        }
        MPI_Waitall(WINDOW, receives, MPI_STATUSES_IGNORE);
        for (int i = 0; i < WINDOW && takes; i++) compare(round, i, before);
    }
}

/* Rank 0 sends what rank 1 takes from the last to the first. */
static void in_another_order(void)
{
    for (int round = 0; round < 2 * ROUNDS; round++) {
        for (int i = 0; i < IN_ORDER && me == 0; i++) {
            out[0][0] = (unsigned char) (round + i);
            MPI_Send(out[0], BLOCKING, MPI_BYTE, 1, i, MPI_COMM_WORLD);
        }
        for (int i = IN_ORDER - 1; i >= 0 && me == 1; i--) {
            MPI_Recv(in[0], BLOCKING, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            SAME(in[0][0], (unsigned char) (round + i));
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (ranks > 1) {
        windows(0);
        in_another_order();
        windows(1);
        in_another_order();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) puts("ok");
    MPI_Finalize();
    return 0;
}
