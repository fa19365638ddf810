/* Two ranks send each other long messages and short ones at the same time, and check all of them. In the
 * middle of it each has what it sends by a certain method vanish: the words after the program's name say which
 * packets. */
#include "check.h"

#include <stdlib.h>

enum { ROUNDS = 24, CUT = 8, LONG = 300000, SHORTS = 6 };

static unsigned char out[LONG], in[LONG];

static void cut(int argc, char **argv)
{
    char command[1000];
    int used = snprintf(command, sizeof command, "ip route add default dev hole table 77");
    for (int i = 1; i < argc; i++)
        used += snprintf(command + used, sizeof command - used, " && ip rule add %s table 77 prio %d", argv[i], i);
    SAME(system(command), 0);
}

static void exchange(int round)
{
    MPI_Request all[2 + 2 * SHORTS];
    int sent[SHORTS], came[SHORTS], used = 0;
    fill(out, LONG, round + me);
    memset(in, 0, LONG);
    /* Nobody has asked for the first ones when they come. */
    for (int i = 0; i < SHORTS; i++) {
        sent[i] = round * SHORTS + i;
        MPI_Isend(&sent[i], 1, MPI_INT, 1 - me, 2 + i % 2, MPI_COMM_WORLD, &all[used++]);
    }
    MPI_Isend(out, LONG, MPI_BYTE, 1 - me, 1, MPI_COMM_WORLD, &all[used++]);
    MPI_Irecv(in, LONG, MPI_BYTE, 1 - me, 1, MPI_COMM_WORLD, &all[used++]);
    for (int i = 0; i < SHORTS; i++)
        MPI_Irecv(&came[i], 1, MPI_INT, 1 - me, 2 + i % 2, MPI_COMM_WORLD, &all[used++]);
    MPI_Waitall(used, all, MPI_STATUSES_IGNORE);
    SAME(differs(in, LONG, round + 1 - me), -1);
    for (int i = 0; i < SHORTS; i++) SAME(came[i], round * SHORTS + i);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    SAME(ranks, 2);
    for (int round = 0; round < ROUNDS; round++) {
        if (round == CUT) cut(argc, argv);
        exchange(round);
        if (round % 5 == 0) MPI_Barrier(MPI_COMM_WORLD);
    }
    return end();
}
