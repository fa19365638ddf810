/* Says what an MPI library this is and that messages pass: for running one binary on several. */
#include "check.h"

int main(int argc, char **argv)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length, sum = 0;
    begin(&argc, &argv);
    MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAME(sum, ranks * (ranks - 1) / 2);
    MPI_Get_library_version(text, &length);
    if (me == 0) printf("library: %.40s\nranks: %d\n", text, ranks);
    return end();
}
