/* Collective access to one file by all ranks, 64 MiB in all: each rank a part of its own, and blocks of the ranks in
 * turn by size of a block. Bytes a nanosecond, from before the first rank begins to after the last has ended. The
 * file is in the directory for temporary files; what is measured is the way to the system's cache. */
#include "bench.h"
#include <unistd.h>

enum { WHOLE = 64 << 20 };

static MPI_File file;
static char *mine;
static int each;

static void write_all(void)
{
    MPI_File_write_at_all(file, 0, mine, each, MPI_BYTE, MPI_STATUS_IGNORE);
}

static void read_all(void)
{
    MPI_File_read_at_all(file, 0, mine, each, MPI_BYTE, MPI_STATUS_IGNORE);
}

static double once(void (*access)(void))
{
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    access();
    MPI_Barrier(MPI_COMM_WORLD);
    return now() - start;
}

static void point(const char *name, void (*access)(void), int block, double seconds)
{
    static double samples[MOST_SAMPLES];
    int rank;
    once(access);
    plan_t plan = agree(once(access), seconds, MPI_COMM_WORLD);
    for (int i = 0; i < plan.samples; i++) samples[i] = WHOLE / once(access) * 1e-9;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) print_point(name, block, samples, plan.samples, "GB/s");
}

int main(int argc, char **argv)
{
    static const int blocks[] = { 64, 1024, 16384, 262144 };
    int rank, ranks;
    char name[512];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    double seconds = budget(argc, argv);
    if (rank == 0) {
        const char *dir = getenv("TMPDIR");
        snprintf(name, sizeof name, "%s/ferry-bench-%ld", dir ? dir : "/tmp", (long) getpid());
    }
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    each = WHOLE / ranks;
    mine = buffer((size_t) each);
    if (MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                      &file)) {
        fprintf(stderr, "%s cannot be opened\n", name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_File_set_view(file, (MPI_Offset) rank * each, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    point("write", write_all, each, seconds);
    point("read", read_all, each, seconds);
    for (unsigned i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        MPI_Datatype every;
        MPI_Type_vector(each / blocks[i], blocks[i], blocks[i] * ranks, MPI_BYTE, &every);
        MPI_Type_commit(&every);
        MPI_File_set_view(file, (MPI_Offset) rank * blocks[i], MPI_BYTE, every, "native", MPI_INFO_NULL);
        point("write_turns", write_all, blocks[i], seconds);
        point("read_turns", read_all, blocks[i], seconds);
        MPI_Type_free(&every);
    }
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
