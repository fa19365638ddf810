/* Spawning: from the call until a barrier with the spawned processes has ended, by their number. */
#include "bench.h"

enum { LEAST = 5, MOST = 25, UNTIL = 4 };

/* One job of N processes; seconds. */
static double spawn(char *program, int n)
{
    char word[] = "child", *arguments[] = { word, NULL };
    MPI_Comm made;
    double start = now();
    MPI_Comm_spawn(program, arguments, n, MPI_INFO_NULL, 0, MPI_COMM_SELF, &made, MPI_ERRCODES_IGNORE);
    MPI_Barrier(made);
    double seconds = now() - start;
    MPI_Comm_disconnect(&made);
    return seconds;
}

int main(int argc, char **argv)
{
    static double samples[MOST];
    MPI_Comm parent;
    join(&argc, &argv, 1);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Barrier(parent);
        MPI_Comm_disconnect(&parent);
        MPI_Finalize();
        return 0;
    }
    double seconds = budget(argc, argv);
    for (int n = 1; n <= UNTIL; n *= 4) {
        double start = now();
        int count = 0;
        /* The first finds nothing in the system's cache. */
        spawn(argv[0], n);
        while (count < LEAST || (count < MOST && now() - start < 4 * seconds)) samples[count++] = 1e3 * spawn(argv[0], n);
        print_point("spawn", n, samples, count, "ms");
    }
    MPI_Finalize();
    return 0;
}
