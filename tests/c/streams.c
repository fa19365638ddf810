/* Standard streams through the launcher: rank 0 copies its input to its output and says how much it
 * was; every rank writes lines to both streams. */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
    static char buf[65536];
    long total = 0;
    unsigned sum = 0;
    begin(&argc, &argv);
    if (me == 0)
        for (ssize_t n; (n = read(0, buf, sizeof buf)) > 0; total += n)
            for (ssize_t i = 0; i < n; i++) sum = sum * 31 + (unsigned char) buf[i];
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 200; i++) {
        printf("out %d %d the quick brown fox jumps over the lazy dog\n", me, i);
        fprintf(stderr, "err %d %d the quick brown fox jumps over the lazy dog\n", me, i);
    }
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) printf("input %ld %u\n", total, sum);
    return end();
}
