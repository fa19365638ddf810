/* Processes of another job that call MPI_Finalize while this one is still connected with them: departed. What they
 * sent before arrives; whoever waits for more gets an error, and leaving them is no error. */
#include "check.h"
#include <limits.h>
#include <signal.h>
#include <unistd.h>

enum { CHILDREN = 2, LINES = 40 };

static char self[PATH_MAX];

/* Each sends some lines and ends MPI, but lives on as long as its parent. */
static int child(MPI_Comm parent, int pid, int lines)
{
    char line[3000];
    for (int i = 0; i < lines; i++) {
        memset(line, me + i, sizeof line);
        MPI_Send(line, sizeof line, MPI_CHAR, 0, i % 4, parent);
    }
    MPI_Finalize();
    while (!kill(pid, 0)) usleep(10000);
    return 0;
}

static MPI_Comm children(int lines)
{
    char pid[16], count[16], *argv[] = { pid, count, NULL };
    MPI_Comm inter;
    snprintf(pid, sizeof pid, "%d", getpid());
    snprintf(count, sizeof count, "%d", lines);
    CHECK(!MPI_Comm_spawn(self, argv, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter, MPI_ERRCODES_IGNORE));
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    return inter;
}

static void take(MPI_Comm inter, int source, int tag)
{
    static char line[3000];
    MPI_Status status;
    CHECK(!MPI_Recv(line, sizeof line, MPI_CHAR, source, tag, inter, &status));
    SAME(line[17] % 4, (status.MPI_SOURCE + status.MPI_TAG) % 4);
}

/* Rank 0 sleeps for a while in a wait for something else. */
static void rest(void)
{
    int value = 1;
    CHECK(!MPI_Recv(&value, 1, MPI_INT, 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

static int neighbour(void)
{
    int value = 1;
    sleep(2);
    MPI_Send(&value, 1, MPI_INT, 0, 99, MPI_COMM_WORLD);
    return end();
}

int main(int argc, char **argv)
{
    int value, flag;
    MPI_Comm parent, inter;
    MPI_Request request;
    begin(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) return child(parent, atoi(argv[1]), atoi(argv[2]));
    CHECK(realpath(argv[0], self));
    if (me == 1) return neighbour();

    /* All lines come, those that are asked for late too; then nothing more will. */
    inter = children(LINES);
    for (int tag = 1; tag < 4; tag++)
        for (int i = 0; i < CHILDREN * LINES / 4; i++) take(inter, MPI_ANY_SOURCE, tag);
    rest();
    for (int i = 0; i < LINES / 4; i++) take(inter, 1, 0);
    RAISES(MPI_Recv(&value, 1, MPI_INT, 1, 0, inter, MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    for (int i = 0; i < LINES / 4; i++) take(inter, MPI_ANY_SOURCE, 0);
    RAISES(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, inter, MPI_STATUS_IGNORE),
           MPI_ERR_PROC_ABORTED);
    RAISES(MPI_Probe(0, MPI_ANY_TAG, inter, MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    RAISES(MPI_Ssend(&value, 1, MPI_INT, 0, 0, inter), MPI_ERR_PROC_ABORTED);
    RAISES(MPI_Barrier(inter), MPI_ERR_PROC_ABORTED);
    CHECK(!MPI_Comm_disconnect(&inter));
    SAME(inter, MPI_COMM_NULL);

    /* A receive that was posted before can be taken back, and lines that nobody wants are no hindrance. */
    inter = children(LINES);
    CHECK(!MPI_Irecv(&value, 1, MPI_INT, 0, 77, inter, &request));
    take(inter, 0, 3);
    MPI_Cancel(&request);
    MPI_Status status;
    CHECK(!MPI_Wait(&request, &status));
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
    CHECK(!MPI_Comm_disconnect(&inter));

    /* Of some nothing was ever heard. */
    inter = children(0);
    RAISES(MPI_Recv(&value, 1, MPI_INT, 1, 0, inter, MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    RAISES(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, inter, MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    CHECK(!MPI_Comm_disconnect(&inter));
    return end();
}
