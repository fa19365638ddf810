/* Collectives that are too long for a room of the ranks' common memory, in pieces: lengths at the edges of pieces and of
 * as many as there are rooms, in place and not, blocks that nothing divides, data with gaps, roots that run ahead, ranks
 * that are late. */
#include "check.h"
#include <unistd.h>

enum { MOST = 70001, PIECE = 4096, RANKS = 16 };

static const int sizes[] = { PIECE + 1, 2 * PIECE - 1, 8 * PIECE, 9 * PIECE + 7, MOST, 3, 16384 };
enum { SIZES = sizeof sizes / sizeof *sizes };

static int *in, *out;

static int value(int round, int rank, int i)
{
    return round * 1000 + rank * 31 + i % 10007;
}

static void write_in(int round, int n)
{
    for (int i = 0; i < n; i++) in[i] = value(round, me, i), out[i] = -1;
    if ((round + me) % 19 == 0) usleep(15000);
}

static long sum_of(int round, int i)
{
    return (long) ranks * value(round, 0, i) + 31L * ranks * (ranks - 1) / 2;
}

/* Where the contribution is when it is in place, and when not. */
static void *given(int in_place, int at, int n)
{
    if (!in_place) return in;
    memcpy(out + at, in, sizeof *in * (size_t) n);
    return MPI_IN_PLACE;
}

static void reductions(int round, int n, int in_place)
{
    static int counts[RANKS];
    int root = round % ranks, before = 0, all = 0;
    MPI_Allreduce(given(in_place, 0, n), out, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) SAME(out[i], sum_of(round, i));
    void *send = me == root ? given(in_place, 0, n) : in;
    MPI_Reduce(send, out, n, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    for (int i = 0; me == root && i < n; i++) SAME(out[i], sum_of(round, i));
    int block = n / ranks + 1;
    MPI_Reduce_scatter_block(given(in_place, 0, block * ranks), out, block, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < block; i++) SAME(out[i], sum_of(round, me * block + i));
    for (int r = 0; r < ranks; r++) {
        counts[r] = r % 3 == 1 ? 0 : block * (r % 2 + 1) / 2;
        before += r < me ? counts[r] : 0, all += counts[r];
    }
    MPI_Reduce_scatter(given(in_place, 0, all), out, counts, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < counts[me]; i++) SAME(out[i], value(round, ranks - 1, before + i));
}

static void movements(int round, int n, int in_place)
{
    static int counts[RANKS], displs[RANKS];
    int root = round % ranks, block = n / ranks + 1, at = 0;
    memcpy(out, in, sizeof *in * (size_t) n);
    MPI_Bcast(out, n, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) SAME(out[i], value(round, root, i));
    MPI_Allgather(given(in_place, me * n, n), n, MPI_INT, out, n, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < n * ranks; i++) SAME(out[i], value(round, i / n, i % n));
    void *send = me == root ? given(in_place, me * n, n) : in;
    MPI_Gather(send, n, MPI_INT, out, n, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; me == root && i < n * ranks; i++) SAME(out[i], value(round, i / n, i % n));
    MPI_Alltoall(given(in_place, 0, block * ranks), block, MPI_INT, out, block, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < block * ranks; i++) SAME(out[i], value(round, i / block, me * block + i % block));
    void *recv = me == root && in_place ? MPI_IN_PLACE : out;
    MPI_Scatter(in, block, MPI_INT, recv, block, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; recv == out && i < block; i++) SAME(out[i], value(round, root, me * block + i));
    for (int r = 0; r < ranks; r++) counts[r] = r % 3 == 1 ? 0 : n / (r + 1), displs[r] = at, at += counts[r] + 1;
    send = given(in_place, displs[me], counts[me]);
    MPI_Allgatherv(send, counts[me], MPI_INT, out, counts, displs, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < ranks; r++)
        for (int i = 0; i < counts[r]; i++) SAME(out[displs[r] + i], value(round, r, i));
}

/* Every other number is a gap at odd ranks. */
static void with_gaps(int round, int n)
{
    MPI_Datatype spread;
    int step = me % 2 + 1, root = round % ranks;
    MPI_Type_vector(n / 2, 1, step, MPI_INT, &spread);
    MPI_Type_commit(&spread);
    for (int i = 0; i < n / 2 * step; i++) in[i] = me == root ? value(round, me, i / step) : -1;
    CHECK(!MPI_Bcast(in, 1, spread, root, MPI_COMM_WORLD));
    for (int i = 0; i < n / 2; i++) SAME(in[i * step], value(round, root, i));
    for (int i = 1; step == 2 && me != root && i < n / 2; i += 2) SAME(in[i], -1);
    CHECK(!MPI_Allgather(in, 1, spread, out, n / 2, MPI_INT, MPI_COMM_WORLD));
    for (int i = 0; i < n / 2 * ranks; i++) SAME(out[i], value(round, root, i % (n / 2)));
    MPI_Type_free(&spread);
}

/* A root that only gives is as far ahead of the others as there are rooms. */
static void streams(int rounds)
{
    for (int round = 0; round < rounds; round++) {
        int n = sizes[round % SIZES];
        if (me == 0) write_in(round, n);
        MPI_Bcast(in, n, MPI_INT, 0, MPI_COMM_WORLD);
        for (int i = 0; i < n; i++) SAME(in[i], value(round, 0, i));
    }
    for (int round = 0; round < rounds; round++) {
        int n = sizes[round % SIZES];
        write_in(round, n);
        MPI_Reduce(in, out, n, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
        for (int i = 0; me == 0 && i < n; i++) SAME(out[i], value(round, ranks - 1, i));
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(ranks <= RANKS);
    size_t room = sizeof *in * (MOST + 64) * (size_t) ranks;
    in = malloc(room), out = malloc(room);
    for (int i = 0; i < 8; i++) MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < 4 * SIZES; round++) {
        int n = sizes[round % SIZES], in_place = round / SIZES % 2;
        write_in(round, n + 64);
        reductions(round, n, in_place);
        movements(round, n, in_place);
        with_gaps(round, n);
    }
    streams(40);
    if (me == 0) puts("ok");
    MPI_Finalize();
    return 0;
}
