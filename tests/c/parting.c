/* What was started and given up before MPI_Finalize still arrives (MPI-5.0 §11.2.2, §3.7.3, §3.6): a freed
 * send of a long message, buffered sends, and a freed receive whose message comes when its process is in
 * MPI_Finalize already. Nothing but the messages themselves joins the ranks before the end. */
#include "check.h"
#include <unistd.h>

enum { LONG = 3000000, KINDS = 3 };

static char storage[2 * (LONG + MPI_BSEND_OVERHEAD)];
static char out[LONG], in[LONG];

static void leave_messages(void)
{
    MPI_Request freed, buffered;
    MPI_Buffer_attach(storage, sizeof storage);
    fill(out, LONG, 1);
    MPI_Isend(out, LONG, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &freed);
    MPI_Request_free(&freed);
    MPI_Bsend(out, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    MPI_Ibsend(out, LONG, MPI_BYTE, 1, 2, MPI_COMM_WORLD, &buffered);
    MPI_Wait(&buffered, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Request freed;
    begin(&argc, &argv);
    if (me == 0) leave_messages();
    if (me == 1) {
        usleep(100000); /* Rank 0 is in MPI_Finalize, as a rule. */
        for (int kind = KINDS - 1; kind >= 0; kind--) {
            MPI_Recv(in, LONG, MPI_BYTE, 0, kind, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            SAME(differs(in, LONG, 1), -1);
        }
        for (int to = 2; to < ranks; to++) MPI_Ssend(in, LONG, MPI_BYTE, to, 9, MPI_COMM_WORLD);
        puts("ok");
    }
    if (me > 1) {
        MPI_Irecv(in, LONG, MPI_BYTE, 1, 9, MPI_COMM_WORLD, &freed);
        MPI_Request_free(&freed);
    }
    MPI_Finalize();
    if (me > 1 && differs(in, LONG, 1) != -1) {
        fprintf(stderr, "rank %d: MPI_Finalize did not wait for a receive\n", me);
        return 1;
    }
    return 0;
}
