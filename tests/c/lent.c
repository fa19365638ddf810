/* Long blocks of all sizes, often enough for each way in which they can come: laid out in pieces, and read from the memory
 * of whoever gives them. That is the giver's again when its call returns: it writes something else there at once. */
#include "check.h"

enum { ROUNDS = 24, LARGEST = 300001 };

/* Bytes that are looked at; and those of a datatype with gaps lie two apart. */
enum { EVERY = 61 };

static unsigned char *out, *in;
static MPI_Datatype gappy;

static unsigned char byte_of(int rank, int round, int at)
{
    return (unsigned char) (rank * 37 + round * 11 + at * 7 + at / 251);
}

static void put(int place, int stride, int rank, int round, int count)
{
    for (int i = 0; i < count; i += EVERY) out[place + (size_t) i * stride] = byte_of(rank, round, i);
}

static void find(int place, int stride, int rank, int round, int count)
{
    for (int i = 0; i < count; i += EVERY) SAME(in[place + (size_t) i * stride], byte_of(rank, round, i));
}

static void spoil(unsigned char *bytes) { memset(bytes, 0xa5, (size_t) ranks * LARGEST * 2); }

static void gathering(int count, int round, MPI_Datatype from, MPI_Datatype to)
{
    int stride = from == gappy ? 2 : 1, other = to == gappy ? 2 : 1, root = round % ranks;
    put(0, stride, me, round, count);
    MPI_Allgather(out, count, from, in, count, to, MPI_COMM_WORLD);
    spoil(out);
    for (int rank = 0; rank < ranks; rank++) find(rank * count * other, other, rank, round, count);
    spoil(in);
    put(0, stride, me, round + 1, count);
    MPI_Gather(out, count, from, in, count, to, root, MPI_COMM_WORLD);
    spoil(out);
    for (int rank = 0; rank < ranks && me == root; rank++) find(rank * count * other, other, rank, round + 1, count);
}

static void in_place(int count, int round)
{
    unsigned char *kept = in;
    in = out;
    put(me * count, 1, me, round, count);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, in, count, MPI_BYTE, MPI_COMM_WORLD);
    for (int rank = 0; rank < ranks; rank++) find(rank * count, 1, rank, round, count);
    for (int rank = 0; rank < ranks; rank++) put(rank * count, 1, me * ranks + rank, round, count);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_BYTE, in, count, MPI_BYTE, MPI_COMM_WORLD);
    for (int rank = 0; rank < ranks; rank++) find(rank * count, 1, rank * ranks + me, round, count);
    in = kept;
    spoil(out);
}

static void varying(int count, int round)
{
    int counts[64], places[64], place = 0;
    for (int rank = 0; rank < ranks; rank++) {
        counts[rank] = rank % 3 == 2 ? 0 : count - rank;
        places[rank] = place;
        place += counts[rank] + 5;
    }
    put(0, 1, me, round, counts[me]);
    MPI_Allgatherv(out, counts[me], MPI_BYTE, in, counts, places, MPI_BYTE, MPI_COMM_WORLD);
    spoil(out);
    for (int rank = 0; rank < ranks; rank++) find(places[rank], 1, rank, round, counts[rank]);
}

static void exchanging(int count, int round, MPI_Datatype from, MPI_Datatype to)
{
    int stride = from == gappy ? 2 : 1, other = to == gappy ? 2 : 1, root = round % ranks;
    for (int rank = 0; rank < ranks; rank++) put(rank * count * stride, stride, me * ranks + rank, round, count);
    MPI_Alltoall(out, count, from, in, count, to, MPI_COMM_WORLD);
    spoil(out);
    for (int rank = 0; rank < ranks; rank++) find(rank * count * other, other, rank * ranks + me, round, count);
    spoil(in);
    for (int rank = 0; rank < ranks; rank++) put(rank * count * stride, stride, rank, round, count);
    MPI_Scatter(out, count, from, in, count, to, root, MPI_COMM_WORLD);
    spoil(out);
    find(0, other, me, round, count);
    put(0, stride, root, round, count);
    MPI_Bcast(me == root ? out : in, count, me == root ? from : to, root, MPI_COMM_WORLD);
    if (me != root) find(0, other, root, round, count);
    spoil(out);
}

/* A row of messages each way, waited for together. */
static void messages(int count, int round)
{
    enum { ROW = 6 };
    MPI_Request requests[2 * ROW];
    int to = (me + 1) % ranks, from = (me + ranks - 1) % ranks;
    size_t step = (size_t) ranks * LARGEST * 2 / ROW;
    if ((size_t) count > step) return;
    for (int i = 0; i < ROW; i++) {
        put((int) (i * step), 1, me, round + i, count);
        MPI_Irecv(in + i * step, count, MPI_BYTE, from, i, MPI_COMM_WORLD, &requests[i]);
        MPI_Isend(out + i * step, count, MPI_BYTE, to, i, MPI_COMM_WORLD, &requests[ROW + i]);
    }
    MPI_Waitall(ROW, requests + ROW, MPI_STATUSES_IGNORE);
    spoil(out);
    MPI_Waitall(ROW, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < ROW; i++) find((int) (i * step), 1, from, round + i, count);
}

int main(int argc, char **argv)
{
    const int counts[] = { 33000, 66000, LARGEST };
    begin(&argc, &argv);
    out = malloc((size_t) ranks * LARGEST * 2);
    in = malloc((size_t) ranks * LARGEST * 2);
    MPI_Type_create_resized(MPI_BYTE, 0, 2, &gappy);
    MPI_Type_commit(&gappy);
    for (size_t size = 0; size < sizeof counts / sizeof *counts; size++)
        for (int round = 0; round < ROUNDS; round++) {
            MPI_Datatype from = round % 8 == 7 ? gappy : MPI_BYTE, to = round % 6 == 5 ? gappy : MPI_BYTE;
            gathering(counts[size], round, from, to);
            exchanging(counts[size], round, from, to);
            varying(counts[size], round);
            in_place(counts[size], round);
            messages(counts[size], round);
        }
    MPI_Type_free(&gappy);
    free(in);
    free(out);
    return end();
}
