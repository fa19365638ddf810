/* A rank starts other programs of MPI: one by itself, which is a job of one, and a job by the launcher that
 * the first argument names. Nothing of the rank's own job goes on to them. */
#include "check.h"

#include <dirent.h>

/* Numbers of open descriptors, except that of the folder itself. */
static int descriptors(int *numbers, int most)
{
    int n = 0;
    DIR *folder = opendir("/proc/self/fd");
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        int number = atoi(entry->d_name);
        if (entry->d_name[0] != '.' && number != dirfd(folder) && n < most) numbers[n++] = number;
    }
    if (folder) closedir(folder);
    return n;
}

/* What the rank had before it initialised MPI it may hand on; the arguments say how much that was. */
static int child(int argc, char **argv, int expected)
{
    int here[256], n = descriptors(here, 256);
    const char *pmi = getenv("PMI_FD");
    for (int i = 0; i < n; i++) {
        /* A rank of the new job has a connection of its own. */
        int given = expected > 1 && pmi && atoi(pmi) == here[i];
        for (int k = 2; k < argc; k++) given |= atoi(argv[k]) == here[i];
        if (!given && here[i] > 2) {
            fprintf(stderr, "descriptor %d of the job goes on to its children\n", here[i]);
            return 7;
        }
    }
    if (expected == 1 && pmi) {
        fprintf(stderr, "PMI_FD goes on to the children\n");
        return 8;
    }
    begin(&argc, &argv);
    SAME(ranks, expected);
    int sum = 0, one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAME(sum, expected);
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv)
{
    if (!strcmp(argv[1], "one")) return child(argc, argv, 1);
    if (!strcmp(argv[1], "two")) return child(argc, argv, 2);
    int before[256], n = descriptors(before, 256);
    const char *pmi = getenv("PMI_FD");
    char words[2048] = "", line[8192];
    for (int i = 0; i < n; i++) {
        if (pmi && before[i] == atoi(pmi)) continue;
        snprintf(words + strlen(words), sizeof words - strlen(words), " %d", before[i]);
    }
    begin(&argc, &argv);
    for (int round = 0; round < 2; round++) {
        int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks, got = -1;
        MPI_Sendrecv(&me, 1, MPI_INT, right, 0, &got, 1, MPI_INT, left, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        SAME(got, left);
        if (round) break;
        snprintf(line, sizeof line, "'%s' one%s", argv[0], words);
        SAME(system(line), 0);
        snprintf(line, sizeof line, "'%s' -n 2 '%s' two%s", argv[1], argv[0], words);
        if (me == 0) SAME(system(line), 0);
    }
    return end();
}
