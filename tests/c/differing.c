/* Two ranks that share memory and call different collectives: nobody waits for ever, and each is told what the other
 * calls. */
#include "check.h"

static int in[10], out[10];

static void differ(void)
{
    MPI_Comm comm;
    char text[MPI_MAX_ERROR_STRING];
    int len;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int i = 0; i < 20; i++) MPI_Barrier(comm);
    if (me == 0) CHECK(!MPI_Bcast(in, 10, MPI_INT, 0, comm));
    else RAISES(MPI_Bcast(in, 9, MPI_INT, 0, comm), MPI_ERR_TRUNCATE);
    CHECK(!MPI_Barrier(comm));
    /* Nobody waits for ever, and each is told what the other calls. */
    int code = me == 0 ? MPI_Barrier(comm) : MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, comm);
    CHECK(ranks == 1 || code != MPI_SUCCESS);
    if (code != MPI_SUCCESS) {
        MPI_Error_string(code, text, &len);
        CHECK(strstr(text, me == 0 ? "calls MPI_Allreduce" : "calls MPI_Barrier"));
    }
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    differ();
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) puts("ok");
    MPI_Finalize();
    return 0;
}
