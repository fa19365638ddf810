/* Two ranks that share memory and call different collectives, or the same with other lengths: nobody waits for ever or
 * gets wrong data, and is told what the other calls. */
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

/* Of many pieces, whose number is the same in both calls, or nearly so. */
static void differ_at_length(int by_count)
{
    enum { LONG = 65536 };
    static float given[LONG], taken[LONG];
    MPI_Comm comm;
    char text[MPI_MAX_ERROR_STRING];
    int len, code;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int i = 0; i < 20; i++) MPI_Barrier(comm);
    if (by_count) code = MPI_Reduce(given, taken, me == 0 ? LONG : LONG - 1500, MPI_FLOAT, MPI_SUM, 0, comm);
    else if (me == 0) code = MPI_Allreduce(given, taken, LONG / 4, MPI_FLOAT, MPI_SUM, comm);
    else code = MPI_Bcast(given, LONG / 4, MPI_FLOAT, me, comm);
    if (me == 0 && ranks > 1) {
        CHECK(code != MPI_SUCCESS);
        MPI_Error_string(code, text, &len);
        CHECK(strstr(text, by_count ? "rank 1 contributes" : "calls MPI_Bcast"));
    }
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    differ();
    differ_at_length(0);
    differ_at_length(1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) puts("ok");
    MPI_Finalize();
    return 0;
}
