/* Sorting of whole numbers by buckets, as IS of the NAS parallel benchmarks does.
 *
 *     kernel_is KEYS_OF_A_RANK STEPS [SPOIL]
 *
 * Each rank owns a range of keys; all tell all how many they have for them, then send those, few or many. Ranges are
 * drawn so that each rank gets about as many. A step sorts other keys. Keys have to rise within and between ranks, and
 * none may be lost or made up. */
#include "kernel.h"

enum { KEY_BITS = 20 };

static long keys, spoil;
static int *own, *sorted;
static int *count, *place, *come, *from;

static int owner(int key)
{
    /* The mean of two uniform keys: most are in the middle, where ranges are narrower. */
    double x = (double) key / (1 << KEY_BITS);
    double below = x < 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x);
    int who = (int) (below * ranks);
    return who < ranks ? who : ranks - 1;
}

static void draw(long step)
{
    for (long i = 0; i < keys; i++) {
        uint64_t bits = mixed((uint64_t) (step * ranks + rank) + 1, (uint64_t) i);
        uint64_t mask = (1u << KEY_BITS) - 1;
        own[i] = (int) (((bits & mask) + (bits >> 32 & mask)) / 2);
    }
}

static long exchange(void)
{
    memset(count, 0, (size_t) ranks * sizeof *count);
    for (long i = 0; i < keys; i++) count[owner(own[i])]++;
    MPI_Alltoall(count, 1, MPI_INT, come, 1, MPI_INT, MPI_COMM_WORLD);
    int there = 0, here = 0;
    for (int other = 0; other < ranks; other++) {
        place[other] = there, there += count[other];
        from[other] = here, here += come[other];
    }
    int *ordered = memory((size_t) keys * sizeof *ordered);
    for (long i = 0; i < keys; i++) ordered[place[owner(own[i])]++] = own[i];
    for (int other = 0; other < ranks; other++) place[other] -= count[other];
    sorted = memory((size_t) here * sizeof *sorted);
    MPI_Alltoallv(ordered, count, place, MPI_INT, sorted, come, from, MPI_INT, MPI_COMM_WORLD);
    free(ordered);
    if (spoil > 0 && here > 0) {
        spoil--;
        sorted[0] ^= 1;
    }
    return here;
}

/* Counts how often each key comes. */
static void sort(int *some, long n)
{
    if (n == 0) return;
    int least = some[0], most = some[0];
    for (long i = 1; i < n; i++) {
        if (some[i] < least) least = some[i];
        if (some[i] > most) most = some[i];
    }
    size_t kinds = (size_t) (most - least) + 1;
    int *times = memory(kinds * sizeof *times);
    memset(times, 0, kinds * sizeof *times);
    for (long i = 0; i < n; i++) times[some[i] - least]++;
    long at = 0;
    for (size_t kind = 0; kind < kinds; kind++)
        while (times[kind]-- > 0) some[at++] = least + (int) kind;
    free(times);
}

/* A sum that any lost, doubled or altered key changes. */
static int64_t fingerprint(const int *some, long n)
{
    int64_t sum = 0;
    for (long i = 0; i < n; i++) sum += (int64_t) (mixed(5, (uint64_t) some[i]) >> 16);
    return sum;
}

static int is_right(long here)
{
    int64_t sums[2] = { fingerprint(own, keys), fingerprint(sorted, here) }, all[2];
    MPI_Allreduce(sums, all, 2, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    int right = all[0] == all[1], last = here ? sorted[here - 1] : -1, before = -1;
    for (long i = 1; i < here; i++) right &= sorted[i - 1] <= sorted[i];
    /* The largest key of all ranks before this one. */
    MPI_Exscan(&last, &before, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return right && (rank == 0 || here == 0 || before <= sorted[0]);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    keys = argument(argc, argv, 1, 100000);
    long steps = argument(argc, argv, 2, 10);
    spoil = argument(argc, argv, 3, 0);
    own = memory((size_t) keys * sizeof *own);
    count = memory((size_t) ranks * sizeof *count);
    place = memory((size_t) ranks * sizeof *place);
    come = memory((size_t) ranks * sizeof *come);
    from = memory((size_t) ranks * sizeof *from);
    double seconds = 0.0;
    int right = 1;
    for (long step = 0; step < steps; step++) {
        draw(step);
        double start = clock_of_all();
        long here = exchange();
        sort(sorted, here);
        seconds += clock_of_all() - start;
        right &= is_right(here);
        free(sorted);
    }
    verified(right, seconds);
    MPI_Finalize();
    return 0;
}
