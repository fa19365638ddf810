/* Rank 0 sends its last messages and ends: they arrive, though some of their packets are lost and nobody
 * calls MPI any more for them to be sent again. */
#include "check.h"

enum { COUNT = 100, SIZE = 20000 };

static unsigned char buf[SIZE];

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < COUNT; i++) {
        if (rank == 0) {
            memset(buf, i, SIZE);
            MPI_Send(buf, SIZE, MPI_BYTE, 1, i % 10, MPI_COMM_WORLD);
        } else if (rank == 1) {
            MPI_Recv(buf, SIZE, MPI_BYTE, 0, i % 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(buf[0] == i && buf[SIZE - 1] == i);
        }
    }
    /* No meeting before the end, which would wait for the messages. */
    if (rank == 0) printf("ok\n");
    MPI_Finalize();
    return 0;
}
