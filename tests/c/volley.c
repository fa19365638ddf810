/* Two ranks send each other long messages and short ones behind them, in turn, and check all of them: what
 * a path has to carry for its losses to be counted. */
#include "check.h"

enum { ROUNDS = 300, LONG = 200000, SHORTS = 5 };

static unsigned char bytes[LONG];

static void volley(int round)
{
    MPI_Request all[1 + SHORTS];
    int numbers[SHORTS];
    fill(bytes, LONG, round);
    MPI_Isend(bytes, LONG, MPI_BYTE, 1 - me, 1, MPI_COMM_WORLD, &all[0]);
    for (int i = 0; i < SHORTS; i++) {
        numbers[i] = round * SHORTS + i;
        MPI_Isend(&numbers[i], 1, MPI_INT, 1 - me, 2 + i % 2, MPI_COMM_WORLD, &all[1 + i]);
    }
    MPI_Waitall(1 + SHORTS, all, MPI_STATUSES_IGNORE);
}

static void take(int round)
{
    int number;
    memset(bytes, 0, LONG);
    MPI_Recv(bytes, LONG, MPI_BYTE, 1 - me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(differs(bytes, LONG, round), -1);
    for (int i = 0; i < SHORTS; i++) {
        MPI_Recv(&number, 1, MPI_INT, 1 - me, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SAME(number, round * SHORTS + i);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    SAME(ranks, 2);
    for (int round = 0; round < ROUNDS; round++) {
        if (me == round % 2) volley(round);
        else take(round);
    }
    return end();
}
