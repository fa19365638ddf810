/* How much of an exchange of 1 MiB hides behind computation that makes no MPI call. */
#include "bench.h"

enum { SIZE = 1 << 20 };

static char *out, *in;
static volatile double sink;

static void compute(long steps)
{
    double x = sink; /* unknown to the compiler, or it would see the fixed point */
    for (long i = 0; i < steps; i++) x = x * 0.999999 + 1e-6;
    sink = x;
}

/* Seconds of one exchange with STEPS of computation in it; only the computation if ALONE. */
static double once(int rank, long steps, int alone)
{
    MPI_Request requests[2];
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    if (!alone) {
        MPI_Irecv(in, SIZE, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, SIZE, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, &requests[1]);
    }
    compute(steps);
    if (!alone) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return now() - start;
}

static double median(double *samples, int n)
{
    qsort(samples, (size_t) n, sizeof *samples, ascending);
    return samples[n / 2];
}

/* Percentage of the exchange that was hidden, from trials taken in turn so that they see the same
 * machine. */
static double hidden(int rank, long steps)
{
    enum { REPEATS = 51 };
    double exchange[REPEATS], work[REPEATS], both[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        exchange[i] = once(rank, 0, 0);
        work[i] = once(rank, steps, 1);
        both[i] = once(rank, steps, 0);
    }
    double e = median(exchange, REPEATS), w = median(work, REPEATS), b = median(both, REPEATS);
    return 100 * (e + w - b) / (e < w ? e : w);
}

/* Steps of computation that take as long as an exchange does. */
static long matching_steps(int rank)
{
    enum { REPEATS = 51, STEPS = 20000 };
    double exchange[REPEATS], work[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        exchange[i] = once(rank, 0, 0);
        work[i] = once(rank, STEPS, 1);
    }
    long steps = (long) (STEPS * median(exchange, REPEATS) / median(work, REPEATS)) + 1;
    MPI_Bcast(&steps, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    return steps;
}

int main(int argc, char **argv)
{
    enum { SAMPLES = 9 };
    static double samples[SAMPLES];
    int rank = join(&argc, &argv, 2);
    out = buffer(SIZE);
    in = buffer(SIZE);
    matching_steps(rank);
    long steps = matching_steps(rank);
    for (int s = 0; s < SAMPLES; s++) samples[s] = hidden(rank, steps);
    if (rank == 0) print_point("overlap", SIZE, samples, SAMPLES, "%");
    MPI_Finalize();
    return 0;
}
