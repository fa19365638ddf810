/* More ranks than cores: rounds of collectives and neighbours' messages must not crawl. */
#include "check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    for (int i = 0; i < 500; i++) {
        int x = me + i, y = -1, sum = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        SAME(sum, ranks * i + ranks * (ranks - 1) / 2);
        MPI_Sendrecv(&x, 1, MPI_INT, right, 1, &y, 1, MPI_INT, left, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        SAME(y, left + i);
    }
    return end();
}
