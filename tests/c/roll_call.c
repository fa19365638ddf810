/* All ranks meet, and each says on which node it is. With a word they stay until they are ended; with two
 * numbers besides, the rank of the first ends with the code of the second. */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
    int sum = 0;
    begin(&argc, &argv);
    MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAME(sum, ranks * (ranks - 1) / 2);
    printf("rank %d of %d on node %s\n", me, ranks, getenv("FERRY_NODE"));
    fflush(stdout);
    if (argc == 4 && atoi(argv[2]) == me) exit(atoi(argv[3]));
    while (argc > 1) pause();
    return end();
}
