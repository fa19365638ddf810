/* Small collectives meet in memory that all ranks of a host share. What could go wrong there: a place that is written
 * to again too early, a rank far ahead or far behind, a sleep that nobody ends, lengths at the edges of places, data
 * with gaps. */
#include "check.h"
#include <unistd.h>

enum { MOST = 5000 };

static const int sizes[] = { 1, 2, 75, 76, 77, 500, 2048, 4095, 4096, 4097 };
enum { SIZES = sizeof sizes / sizeof *sizes };

static int in[MOST * 8], out[MOST * 8];

/* Who sleeps is woken, and who is late finds what it needs. */
static void dawdle(int round)
{
    if ((round + me) % 97 == 0) usleep(20000);
}

static int value(int round, int rank, int i)
{
    return round * 1000 + rank * 31 + i % 101;
}

static void write_in(int round, int n)
{
    for (int i = 0; i < n; i++) in[i] = value(round, me, i);
}

/* A root runs ahead of the others as far as there are places, and waits for the slowest then. */
static void from_one(MPI_Comm comm, int rounds)
{
    for (int round = 0; round < rounds; round++) {
        int n = sizes[round % SIZES], root = round / 40 % ranks;
        write_in(round, n);
        dawdle(round);
        CHECK(!MPI_Bcast(in, n, MPI_INT, root, comm));
        for (int i = 0; i < n; i++) SAME(in[i], value(round, root, i));
    }
}

static void to_one(MPI_Comm comm, int rounds)
{
    for (int round = 0; round < rounds; round++) {
        int n = sizes[round % SIZES], root = round / 40 % ranks;
        write_in(round, n);
        dawdle(round);
        CHECK(!MPI_Reduce(in, out, n, MPI_INT, MPI_SUM, root, comm));
        if (me != root) continue;
        for (int i = 0; i < n; i++) SAME(out[i], ranks * value(round, 0, i) + 31 * (ranks * (ranks - 1) / 2));
    }
}

/* One kind after the other, on the same places. */
static void mixed(MPI_Comm comm, int rounds)
{
    static int counts[64], displs[64];
    for (int round = 0; round < rounds; round++) {
        int n = sizes[round / 13 % SIZES] / ranks + 1, sum = 0;
        write_in(round, n * ranks);
        dawdle(round);
        switch (round % 13) {
        case 0: MPI_Barrier(comm); break;
        case 1:
            MPI_Allreduce(in, out, n, MPI_INT, MPI_MAX, comm);
            for (int i = 0; i < n; i++) SAME(out[i], value(round, ranks - 1, i));
            break;
        case 2:
            MPI_Allgather(in, n, MPI_INT, out, n, MPI_INT, comm);
            for (int i = 0; i < n * ranks; i++) SAME(out[i], value(round, i / n, i % n));
            break;
        case 3:
            MPI_Alltoall(in, n, MPI_INT, out, n, MPI_INT, comm);
            for (int i = 0; i < n * ranks; i++) SAME(out[i], value(round, i / n, me * n + i % n));
            break;
        case 4:
            MPI_Gather(in, n, MPI_INT, out, n, MPI_INT, round % ranks, comm);
            for (int i = 0; me == round % ranks && i < n * ranks; i++) SAME(out[i], value(round, i / n, i % n));
            break;
        case 5:
            MPI_Scatter(in, n, MPI_INT, out, n, MPI_INT, round % ranks, comm);
            for (int i = 0; i < n; i++) SAME(out[i], value(round, round % ranks, me * n + i));
            break;
        case 6:
            MPI_Scan(in, out, n, MPI_INT, MPI_SUM, comm);
            for (int r = 0; r <= me; r++) sum += value(round, r, 0);
            SAME(out[0], sum);
            break;
        case 7:
            MPI_Exscan(in, out, n, MPI_INT, MPI_SUM, comm);
            for (int r = 0; r < me; r++) sum += value(round, r, 0);
            if (me > 0) SAME(out[0], sum);
            break;
        case 8:
            MPI_Reduce_scatter_block(in, out, n, MPI_INT, MPI_MIN, comm);
            for (int i = 0; i < n; i++) SAME(out[i], value(round, 0, me * n + i));
            break;
        case 9:
            memcpy(out, in, sizeof(int) * (size_t) (n * ranks));
            MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, n, MPI_INT, comm);
            for (int i = 0; i < n * ranks; i++) SAME(out[i], value(round, i / n, me * n + i % n));
            break;
        case 10:
            memcpy(out, in, sizeof(int) * (size_t) (n * ranks));
            MPI_Reduce_scatter_block(MPI_IN_PLACE, out, n, MPI_INT, MPI_MAX, comm);
            for (int i = 0; i < n; i++) SAME(out[i], value(round, ranks - 1, me * n + i));
            break;
        case 11:
            for (int r = 0; r < ranks; r++) counts[r] = r % 3 == 1 ? 0 : n - r % 2, displs[r] = (ranks - 1 - r) * n;
            MPI_Allgatherv(in, counts[me], MPI_INT, out, counts, displs, MPI_INT, comm);
            for (int r = 0; r < ranks; r++)
                for (int i = 0; i < counts[r]; i++) SAME(out[displs[r] + i], value(round, r, i));
            break;
        case 12:
            for (int r = 0; r < ranks; r++) counts[r] = r % 3 == 1 ? 0 : n - r % 2, sum += r < me ? counts[r] : 0;
            MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_MAX, comm);
            for (int i = 0; i < counts[me]; i++) SAME(out[i], value(round, ranks - 1, sum + i));
            break;
        }
    }
}

/* Every other number is a gap at odd ranks; even ones have none. */
static void with_gaps(MPI_Comm comm)
{
    MPI_Datatype spread;
    int step = me % 2 + 1;
    MPI_Type_vector(50, 1, step, MPI_INT, &spread);
    MPI_Type_commit(&spread);
    for (int round = 0; round < 60; round++) {
        int root = round % ranks;
        for (int i = 0; i < 50 * step; i++) in[i] = me == root ? value(round, me, i / step) : -1;
        CHECK(!MPI_Bcast(in, 1, spread, root, comm));
        for (int i = 0; i < 50; i++) SAME(in[i * step], value(round, root, i));
        if (step == 2 && me != root) SAME(in[1], -1);
        CHECK(!MPI_Allgather(in, 1, spread, out, 50, MPI_INT, comm));
        for (int i = 0; i < 50 * ranks; i++) SAME(out[i], value(round, root, i % 50));
    }
    MPI_Type_free(&spread);
}

/* Communicators come and go, each with memory of its own. */
static void many(void)
{
    for (int round = 0; round < 30; round++) {
        MPI_Comm half;
        int sum, size, rank, first;
        MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
        MPI_Comm_size(half, &size);
        MPI_Comm_rank(half, &rank);
        for (int i = 0; i < 20; i++) {
            MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, half);
            SAME(sum, size * (me % 2) + size * (size - 1));
            first = rank == 0 ? me : -1;
            MPI_Bcast(&first, 1, MPI_INT, 0, half);
            SAME(first % 2, me % 2);
        }
        MPI_Comm_free(&half);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    from_one(MPI_COMM_WORLD, 400);
    to_one(MPI_COMM_WORLD, 400);
    mixed(MPI_COMM_WORLD, 1300);
    with_gaps(MPI_COMM_WORLD);
    many();
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) puts("ok");
    MPI_Finalize();
    return 0;
}
