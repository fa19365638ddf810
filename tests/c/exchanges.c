/* Alltoalls of more than a room holds: blocks that lie several to a piece, one, and in several pieces, with lengths beside
 * all limits; in place and not, with other collectives in between that use the same rooms. */
#include "check.h"

enum { ROUNDS = 6, MOST = 50000 };

static int value(int from, int to, int i, int round)
{
    return from * 1000003 + to * 1009 + i + round * 7;
}

static void exchange(int *given, int *taken, int n, int round)
{
    for (int to = 0; to < ranks; to++)
        for (int i = 0; i < n; i++) given[to * n + i] = value(me, to, i, round);
    if (round % 2) {
        taken = given;
        MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, given, n, MPI_INT, MPI_COMM_WORLD);
    } else {
        MPI_Alltoall(given, n, MPI_INT, taken, n, MPI_INT, MPI_COMM_WORLD);
    }
    for (int from = 0; from < ranks; from++)
        for (int i = 0; i < n; i++) SAME(taken[from * n + i], value(from, me, i, round));
}

int main(int argc, char **argv)
{
    const int counts[] = { 75, 250, 256, 510, 512, 513, 1024, 4095, 4096, 4097, 12500, MOST };
    begin(&argc, &argv);
    int *given = malloc((size_t) ranks * MOST * sizeof *given), *taken = malloc((size_t) ranks * MOST * sizeof *taken);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            exchange(given, taken, counts[i], round);
            if (round % 3 != 2) continue;
            MPI_Bcast(given, counts[i], MPI_INT, (int) i % ranks, MPI_COMM_WORLD);
            MPI_Allreduce(MPI_IN_PLACE, given, counts[i], MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        }
    free(taken);
    free(given);
    return end();
}
