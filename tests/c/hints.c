/* Sets one hint on the world and on a communicator of its own, and sends by it.
 *
 *     hints KEY VALUE */
#include "check.h"

static void exchange(MPI_Comm comm)
{
    static char out[300000], in[300000];
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    for (int n = 0; n < (int) sizeof out; n = n * 7 + 1) {
        fill(out, n, me + n);
        MPI_Sendrecv(out, n, MPI_BYTE, right, 3, in, n, MPI_BYTE, left, 3, comm, MPI_STATUS_IGNORE);
        SAME(differs(in, n, left + n), -1);
    }
}

int main(int argc, char **argv)
{
    MPI_Info info, got;
    MPI_Comm dup;
    char value[MPI_MAX_INFO_VAL + 1];
    int length = sizeof value, there = 0;
    begin(&argc, &argv);
    CHECK(argc == 3);
    exchange(MPI_COMM_WORLD);
    MPI_Info_create(&info);
    MPI_Info_set(info, argv[1], argv[2]);
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    exchange(MPI_COMM_WORLD);
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &dup);
    exchange(dup);
    MPI_Comm_get_info(dup, &got);
    MPI_Info_get_string(got, argv[1], &length, value, &there);
    CHECK(there && !strcmp(value, argv[2]));
    MPI_Info_free(&got);
    MPI_Info_free(&info);
    MPI_Comm_free(&dup);
    exchange(MPI_COMM_WORLD);
    return end();
}
