/* Long reductions, often enough for each way in which operands can come: laid out in pieces, one added to another in a
 * chain, and read from the memory of whoever gives them, as what the others make of them is. That is the giver's again
 * when its call returns: it writes something else there at once. In place, of blocks of all lengths, of elements that do
 * not divide anything evenly. */
#include "check.h"

enum { ROUNDS = 12, MOST = 700001 };

static double *out, *in;

static double value(int rank, int round, int i)
{
    return rank * 3 + round * 1000 + i % 977;
}

static double sum_of(int round, int i)
{
    return ranks * (round * 1000.0 + i % 977) + 3.0 * ranks * (ranks - 1) / 2;
}

static void put(double *at, int n, int round)
{
    for (int i = 0; i < n; i++) at[i] = value(me, round, i);
}

static void spoil(double *at, int n)
{
    for (int i = 0; i < n; i++) at[i] = -1;
}

static void whole(int n, int round, int in_place)
{
    double *from = in_place ? in : out;
    put(from, n, round);
    MPI_Allreduce(in_place ? MPI_IN_PLACE : out, in, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    spoil(out, n);
    for (int i = 0; i < n; i++) CHECK(in[i] == sum_of(round, i));
    spoil(in, n);
}

static void rooted(int n, int round, int in_place)
{
    int root = round % ranks, takes = me == root;
    put(takes && in_place ? in : out, n, round);
    MPI_Reduce(takes && in_place ? MPI_IN_PLACE : out, takes ? in : NULL, n, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
    spoil(out, n);
    for (int i = 0; takes && i < n; i++) CHECK(in[i] == sum_of(round, i));
    spoil(in, n);
}

/* One of the blocks is as long as all others, and one is empty. */
static void parts(int n, int round, int in_place)
{
    int counts[64], before = 0, left = n;
    for (int rank = 0; rank < ranks; rank++) {
        counts[rank] = rank == ranks - 1 ? left : rank == round % ranks ? n / 2 : round % 3 == 0 ? 0 : n / (4 * ranks);
        left -= counts[rank];
        if (rank < me) before += counts[rank];
    }
    put(in_place ? in : out, n, round);
    MPI_Reduce_scatter(in_place ? MPI_IN_PLACE : out, in, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    spoil(out, n);
    for (int i = 0; i < counts[me]; i++) CHECK(in[i] == sum_of(round, before + i));
    spoil(in, n);
}

static void blocks(int n, int round, int in_place)
{
    int each = n / ranks;
    put(in_place ? in : out, each * ranks, round);
    MPI_Reduce_scatter_block(in_place ? MPI_IN_PLACE : out, in, each, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    spoil(out, n);
    for (int i = 0; i < each; i++) CHECK(in[i] == sum_of(round, me * each + i));
    spoil(in, n);
}

/* Pairs of a value and its place, which chunks must not cut. */
static void places(int n, int round)
{
    struct pair { double value; int at; } *given = (struct pair *) out, *found = (struct pair *) in;
    n /= 2;
    for (int i = 0; i < n; i++) {
        given[i].value = (i + me + round) % ranks;
        given[i].at = me;
    }
    MPI_Allreduce(given, found, n, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) SAME(found[i].at, (ranks - (i + round) % ranks) % ranks);
    spoil(in, n);
    spoil(out, n);
}

int main(int argc, char **argv)
{
    /* The last is more than all the room there is. */
    const struct { int count, rounds; } lengths[] = {
        { 10007, ROUNDS }, { 32768, ROUNDS }, { 40961, ROUNDS }, { 90001, ROUNDS }, { MOST, 4 }
    };
    begin(&argc, &argv);
    out = malloc(MOST * sizeof *out);
    in = malloc(MOST * sizeof *in);
    for (size_t size = 0; size < sizeof lengths / sizeof *lengths; size++)
        for (int round = 0; round < lengths[size].rounds; round++) {
            int count = lengths[size].count;
            whole(count, round, round % 2);
            rooted(count, round, round / 2 % 2);
            parts(count, round, round / 2 % 2);
            blocks(count, round, round / 3 % 2);
            places(count, round);
        }
    free(in);
    free(out);
    return end();
}
