/* Every collective at every size on all ranks: time a call, of the slowest rank. Calls follow one another, so that a root
 * may run ahead.
 *
 *     grid [MILLISECONDS [LARGEST]]    LARGEST bounds the bytes that a rank gives or takes */
#include "bench.h"

enum { SAMPLES = 20 };

static char *in, *out;
static int ranks;

static void barrier(int size)
{
    (void) size;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void bcast(int size)
{
    MPI_Bcast(in, size, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void reduce(int size)
{
    MPI_Reduce(in, out, size / 4, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void allreduce(int size)
{
    MPI_Allreduce(in, out, size / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static void reduce_scatter(int size)
{
    MPI_Reduce_scatter_block(in, out, size / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static void gather(int size)
{
    MPI_Gather(in, size, MPI_BYTE, out, size, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void scatter(int size)
{
    MPI_Scatter(in, size, MPI_BYTE, out, size, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void allgather(int size)
{
    MPI_Allgather(in, size, MPI_BYTE, out, size, MPI_BYTE, MPI_COMM_WORLD);
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

/* Seconds of N calls until all ranks have come through them. */
static double together(operation *op, int size, int n)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    repeat(op, size, n);
    MPI_Barrier(MPI_COMM_WORLD);
    return now() - start;
}

/* Repeats more and more often until a sample is as long as it is to be: the first calls pay for what is set up and touched
 * once. Where ranks share cores they need milliseconds to get into step, so that samples are long and few. */
static plan_t steady(operation *op, int size, double seconds)
{
    int n = 1, go_on;
    double took;
    do {
        n *= 2;
        took = together(op, size, n);
        go_on = (took < seconds / SAMPLES || n < 16) && took < seconds;
        MPI_Bcast(&go_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } while (go_on);
    return followed(planned_in(took / n, seconds, SAMPLES), MPI_COMM_WORLD);
}

static void measure(const char *name, operation *op, int size, int rank, double seconds)
{
    static double samples[MOST_SAMPLES], slowest[MOST_SAMPLES];
    plan_t plan = steady(op, size, seconds);
    for (int i = 0; i < plan.samples; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = now();
        repeat(op, size, plan.batch);
        samples[i] = (now() - start) / plan.batch * 1e6;
    }
    MPI_Reduce(samples, slowest, plan.samples, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) print_point(name, size, slowest, plan.samples, "us");
}

/* The operations, and whether all ranks have a block of each size. */
static const struct {
    const char *name;
    operation *op;
    int blocks;
} operations[] = {
    { "bcast", bcast, 0 },         { "reduce", reduce, 0 },     { "allreduce", allreduce, 0 },
    { "gather", gather, 1 },       { "scatter", scatter, 1 },   { "allgather", allgather, 1 },
    { "alltoall", alltoall, 1 },   { "reduce_scatter", reduce_scatter, 1 },
};

int main(int argc, char **argv)
{
    int rank = join(&argc, &argv, 2);
    double seconds = budget(argc, argv);
    long largest = argc > 2 ? atol(argv[2]) : 1 << 20;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    in = buffer((size_t) largest);
    out = buffer((size_t) largest);
    memset(in, 0, (size_t) largest); /* sums of zeros stay away from denormal numbers */
    measure("barrier", barrier, 0, rank, seconds);
    for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++)
        for (long size = 8; size <= 1 << 20; size *= size == 8 ? 8 : 4)
            if (size * (operations[i].blocks ? ranks : 1) <= largest)
                measure(operations[i].name, operations[i].op, (int) size, rank, seconds);
    MPI_Finalize();
    return 0;
}
