/* Calls that make a communicator and fail leave MPI_COMM_NULL. */
#include "check.h"

static int refuse(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra, (void)in, (void)out, (void)flag;
    return MPI_ERR_OTHER;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm made = MPI_COMM_WORLD;
    int grid[2] = {ranks + 1, ranks + 1}, periods[2] = {0, 0};
    RAISES(MPI_Cart_create(MPI_COMM_WORLD, 2, grid, periods, 0, &made), MPI_ERR_DIMS);
    CHECK(made == MPI_COMM_NULL);

    made = MPI_COMM_WORLD;
    RAISES(MPI_Comm_split(MPI_COMM_WORLD, -5, 0, &made), MPI_ERR_ARG);
    CHECK(made == MPI_COMM_NULL);

    MPI_Comm bomb;
    int keyval;
    MPI_Comm_dup(MPI_COMM_WORLD, &bomb);
    MPI_Comm_create_keyval(refuse, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(bomb, keyval, NULL);
    made = MPI_COMM_WORLD;
    RAISES(MPI_Comm_dup(bomb, &made), MPI_ERR_OTHER);
    CHECK(made == MPI_COMM_NULL);
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_free(&bomb);
    return end();
}
