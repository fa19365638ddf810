/* Goes on exchanging small messages until a file appears: something for a test to disturb.
 *
 *     patient FILE */
#include "check.h"
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int right, left, stop = 0;
    struct timespec pause = { 0, 2000000 };
    begin(&argc, &argv);
    CHECK(argc == 2);
    right = (me + 1) % ranks;
    left = (me + ranks - 1) % ranks;
    for (int i = 0; !stop; i++) {
        int x = me + i, y = -1;
        MPI_Sendrecv(&x, 1, MPI_INT, right, 1, &y, 1, MPI_INT, left, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        SAME(y, left + i);
        nanosleep(&pause, NULL);
        if (me == 0) stop = access(argv[1], F_OK) == 0;
        MPI_Bcast(&stop, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return end();
}
