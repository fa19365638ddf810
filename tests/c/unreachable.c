/* A rank that cannot be reached, one that says nothing, on three ranks or more without any network: what
 * fails surfaces in the call that waits, and no call waits for ever for what depends on it.
 *
 *     unreachable return     errors are returned, by every kind of call
 *     unreachable fatal      a send fails while the program waits for something else */
#include "check.h"

static int right, left, x = 1, y;

static void several(void)
{
    int flag = 0, code = MPI_SUCCESS;
    MPI_Request r[3];
    MPI_Status s[3];
    MPI_Irecv(&y, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(&x, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(&x, 1, MPI_INT, me, 2, MPI_COMM_WORLD, &r[2]);
    RAISES(MPI_Waitall(3, r, s), MPI_ERR_IN_STATUS);
    SAME(s[0].MPI_ERROR, MPI_ERR_PENDING);
    SAME(s[1].MPI_ERROR, MPI_ERR_PROC_ABORTED);
    SAME(s[2].MPI_ERROR, MPI_SUCCESS);
    CHECK(r[0] != MPI_REQUEST_NULL && r[1] == MPI_REQUEST_NULL && r[2] == MPI_REQUEST_NULL);
    MPI_Recv(&y, 1, MPI_INT, me, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Isend(&x, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &r[1]);
    while (!flag) code = MPI_Testall(2, r, &flag, s);
    RAISES(code, MPI_ERR_IN_STATUS);
    SAME(s[0].MPI_ERROR, MPI_ERR_PENDING);
    MPI_Cancel(&r[0]);
    CHECK(!MPI_Wait(&r[0], s));
}

static void halves(void)
{
    int z = 4;
    MPI_Request r;
    RAISES(MPI_Sendrecv(&x, 1, MPI_INT, right, 1, &y, 1, MPI_INT, left, 1, MPI_COMM_WORLD,
                        MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    RAISES(MPI_Sendrecv(&x, 1, MPI_INT, left, 1, &y, 1, MPI_INT, right, 1, MPI_COMM_WORLD,
                        MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    RAISES(MPI_Sendrecv_replace(&z, 1, MPI_INT, right, 1, left, 1, MPI_COMM_WORLD,
                                MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    MPI_Isendrecv(&x, 1, MPI_INT, right, 1, &y, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &r);
    RAISES(MPI_Wait(&r, MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
}

static void together(void)
{
    MPI_Comm other;
    MPI_Request r;
    CHECK(!MPI_Comm_idup(MPI_COMM_WORLD, &other, &r));
    RAISES(MPI_Wait(&r, MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    RAISES(MPI_Comm_dup(MPI_COMM_WORLD, &other), MPI_ERR_PROC_ABORTED);
    RAISES(MPI_Barrier(MPI_COMM_WORLD), MPI_ERR_PROC_ABORTED);
    RAISES(MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), MPI_ERR_PROC_ABORTED);
    int started = MPI_Iallreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
    RAISES(started ? started : MPI_Wait(&r, MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    CHECK(argc == 2 && ranks > 2);
    if (!strcmp(argv[1], "fatal")) {
        MPI_Request r;
        MPI_Isend(&x, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &r);
        MPI_Recv(&y, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        several();
        halves();
        together();
        if (me == 0) puts("ok");
    }
    MPI_Finalize();
    return 0;
}
