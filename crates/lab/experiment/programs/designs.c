/* What a design costs: every rank sends MESSAGES of BYTES with each of TAGS tags to every other rank, and
 * takes them in whatever order they come.
 *
 *     designs BYTES MESSAGES TAGS
 *
 * Prints the time of a message, messages in all, and the most sockets and memory that a rank has. */
#include "experiment.h"
#include <dirent.h>
#include <unistd.h>

static double sockets(void)
{
    double count = 0;
    DIR *dir = opendir("/proc/self/fd");
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char name[300], target[64];
        snprintf(name, sizeof name, "/proc/self/fd/%s", entry->d_name);
        ssize_t len = readlink(name, target, sizeof target - 1);
        if (len > 7 && strncmp(target, "socket:", 7) == 0) count++;
    }
    if (dir) closedir(dir);
    return count;
}

static double memory_in_use(void)
{
    double kib = 0;
    char line[200];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status)) sscanf(line, "VmRSS: %lf", &kib);
    if (status) fclose(status);
    return kib;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, size = (int) argument(argc, argv, 1, 1024);
    long messages = argument(argc, argv, 2, 100), tags = argument(argc, argv, 3, 10);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long batch = (ranks - 1) * tags;
    char *out = memory((size_t) size), *in = memory((size_t) (batch * size));
    MPI_Request *requests = memory((size_t) (2 * batch) * sizeof *requests);
    double start = 0;
    for (long n = -1; n < messages; n++) {
        if (n == 0) {
            MPI_Barrier(MPI_COMM_WORLD);
            start = MPI_Wtime();
        }
        long at = 0;
        for (int other = 0; other < ranks; other++) {
            for (int tag = 0; tag < tags && other != rank; tag++, at++) {
                MPI_Irecv(in + at * size, size, MPI_BYTE, other, tag, MPI_COMM_WORLD, &requests[at]);
                MPI_Isend(out, size, MPI_BYTE, other, tag, MPI_COMM_WORLD, &requests[batch + at]);
            }
        }
        MPI_Waitall((int) (2 * batch), requests, MPI_STATUSES_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double seconds = MPI_Wtime() - start;
    double own[2] = { sockets(), memory_in_use() }, most[2];
    MPI_Reduce(own, most, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        say("message", seconds / (double) (messages * batch), "s");
        say("messages", (double) ((messages + 1) * batch * ranks), "n");
        say("sockets", most[0], "n");
        say("memory", most[1], "KiB");
    }
    MPI_Finalize();
    free(in);
    free(out);
    free(requests);
    return 0;
}
