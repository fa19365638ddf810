/* Ways a rank can end, for the launcher's tests.
 *
 *     ways WAY     on rank 1; the others wait in a receive that nobody answers. `errors` is for all ranks */
#include "check.h"
#include <signal.h>
#include <time.h>
#include <unistd.h>

static void as_told(const char *way)
{
    if (!strcmp(way, "exit")) exit(3); /* without MPI_Finalize */
    if (!strcmp(way, "kill")) kill(getpid(), SIGKILL);
    if (!strcmp(way, "crash")) kill(getpid(), SIGSEGV);
    if (!strcmp(way, "abort")) MPI_Abort(MPI_COMM_WORLD, 42);
    if (!strcmp(way, "truncate")) {
        static char out[8888], in[4444];
        MPI_Request request;
        MPI_Isend(out, 8888, MPI_BYTE, me, 1, MPI_COMM_WORLD, &request);
        MPI_Recv(in, 4444, MPI_BYTE, me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (!strcmp(way, "error") || !strcmp(way, "errors")) MPI_Send(&me, 1, MPI_INT, ranks + 5, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int x;
    begin(&argc, &argv);
    CHECK(argc == 2);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(argv[1], "code")) {
        MPI_Finalize();
        return me == 1 ? 5 : 0;
    }
    if (!strcmp(argv[1], "wait")) {
        printf("pid %d\n", (int) getpid());
        fflush(stdout);
    } else if (me == 1 || !strcmp(argv[1], "errors")) {
        as_told(argv[1]);
    }
    MPI_Recv(&x, 1, MPI_INT, me, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return end();
}
