/* Collectives on all ranks: time a call, of the slowest rank.
 *
 *     coll [MILLISECONDS [LARGEST]]    LARGEST bounds the bytes of a message */
#include "bench.h"

enum { LARGEST = 1 << 20 };

static char *in, *out;
static int largest = LARGEST;

static void barrier(int size)
{
    (void) size;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void allreduce(int size)
{
    MPI_Allreduce(in, out, size / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void bcast(int size)
{
    MPI_Bcast(in, size, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void alltoall(int size)
{
    MPI_Alltoall(in, size, MPI_BYTE, out, size, MPI_BYTE, MPI_COMM_WORLD);
}

typedef void operation(int size);

static void repeat(operation *op, int size, int n)
{
    for (int i = 0; i < n; i++) op(size);
}

static void measure(const char *name, operation *op, int size, int rank, double seconds)
{
    static double samples[MOST_SAMPLES], slowest[MOST_SAMPLES];
    if (size > largest) return;
    repeat(op, size, 3);
    double start = now();
    repeat(op, size, 3);
    plan_t plan = agree((now() - start) / 3, seconds, MPI_COMM_WORLD);
    for (int i = 0; i < plan.samples; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        start = now();
        repeat(op, size, plan.batch);
        samples[i] = (now() - start) / plan.batch * 1e6;
    }
    MPI_Reduce(samples, slowest, plan.samples, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) print_point(name, size, slowest, plan.samples, "us");
}

int main(int argc, char **argv)
{
    int size, rank = join(&argc, &argv, 2);
    double seconds = budget(argc, argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 2) largest = atoi(argv[2]);
    in = buffer(LARGEST > 4096 * size ? LARGEST : 4096 * (size_t) size);
    out = buffer(LARGEST > 4096 * size ? LARGEST : 4096 * (size_t) size);
    memset(in, 0, LARGEST); /* sums of zeros stay away from denormal numbers */
    measure("barrier", barrier, 0, rank, seconds);
    measure("allreduce", allreduce, 8, rank, seconds);
    measure("allreduce", allreduce, 1024, rank, seconds);
    measure("allreduce", allreduce, 65536, rank, seconds);
    measure("allreduce", allreduce, LARGEST, rank, seconds);
    measure("bcast", bcast, 8, rank, seconds);
    measure("bcast", bcast, 65536, rank, seconds);
    measure("bcast", bcast, LARGEST, rank, seconds);
    measure("alltoall", alltoall, 1024, rank, seconds);
    measure("alltoall", alltoall, 4096, rank, seconds);
    MPI_Finalize();
    return 0;
}
