/* Init, a barrier and Finalize; the driver times the whole launch. Prints what memory a rank holds
 * after the barrier: resident, and its proportional share of it. The size column is the number of
 * ranks. */
#include "bench.h"

/* A field of /proc/self/smaps_rollup in megabytes; 0 where the kernel has no such file. */
static double smaps(const char *field)
{
    char line[256];
    double kilobytes = 0;
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, field, strlen(field))) kilobytes = atof(line + strlen(field));
    if (file) fclose(file);
    return kilobytes * 1024e-6;
}

int main(int argc, char **argv)
{
    int size, rank = join(&argc, &argv, 1);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    double mine[2] = { smaps("Rss:"), smaps("Pss:") };
    double *all = rank ? NULL : malloc(sizeof mine * (size_t) size);
    double *one = rank ? NULL : malloc(sizeof *one * (size_t) size);
    MPI_Gather(mine, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int field = 0; rank == 0 && field < 2; field++) {
        for (int i = 0; i < size; i++) one[i] = all[2 * i + field];
        print_point(field ? "pss" : "rss", size, one, size, "MB");
    }
    free(all);
    free(one);
    MPI_Finalize();
    return 0;
}
