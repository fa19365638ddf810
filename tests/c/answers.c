/* Pairs of ranks talk in turns, at once and in bursts, with messages of all lengths: however payloads travel, and in whatever
 * memory answers lie, all arrive whole and in order. All ranks draw the same numbers, so that each knows what the others do. */
#include "check.h"

enum { CONVERSATIONS = 400, TURNS = 40, BURST = 8, LONGEST = 300000 };

static unsigned char out[BURST][LONGEST], in[BURST][LONGEST];
static int lengths[2][BURST];
static uint64_t drawn = 88172645463325252u;

static int draw(int below)
{
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    drawn ^= drawn << 17;
    return (int) (drawn >> 33) % below;
}

/* Mostly around where payloads change their way: the ring, pieces, what is announced. */
static int draw_length(void)
{
    static const int bounds[] = { 500, 5000, 20000, 70000, LONGEST };
    return draw(bounds[draw(5)]);
}

static void give(int place, int length, int seed, int other, MPI_Request *request)
{
    fill(out[place], length, seed);
    MPI_Isend(out[place], length, MPI_BYTE, other, 1, MPI_COMM_WORLD, request);
}

static void expect(int place, int length, int seed)
{
    SAME(differs(in[place], length, seed), -1);
}

/* Each message answers the one before; lengths are those of the pair's sides. */
static void in_turns(int side, int other, int seed, int turns)
{
    for (int turn = 0; turn < 2 * turns; turn++) {
        int length = lengths[turn % 2][0];
        if (turn % 2 == side) {
            fill(out[0], length, seed + turn);
            MPI_Send(out[0], length, MPI_BYTE, other, 1, MPI_COMM_WORLD);
        } else {
            MPI_Recv(in[0], length, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            expect(0, length, seed + turn);
        }
    }
}

static void at_once(int side, int other, int seed, int turns)
{
    for (int turn = 0; turn < turns; turn++) {
        int own = lengths[side][turn % BURST], theirs = lengths[!side][turn % BURST];
        fill(out[0], own, seed + 2 * turn + side);
        MPI_Sendrecv(out[0], own, MPI_BYTE, other, 1, in[0], theirs, MPI_BYTE, other, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        expect(0, theirs, seed + 2 * turn + !side);
    }
}

/* Several under way, one way or both. */
static void in_bursts(int side, int other, int seed, int both)
{
    MPI_Request requests[2 * BURST];
    int n = 0, gives = both || side == 0, takes = both || side == 1;
    for (int i = 0; takes && i < BURST; i++)
        MPI_Irecv(in[i], lengths[!side][i], MPI_BYTE, other, 1, MPI_COMM_WORLD, &requests[n++]);
    for (int i = 0; gives && i < BURST; i++) give(i, lengths[side][i], seed + 2 * i + side, other, &requests[n++]);
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; takes && i < BURST; i++) expect(i, lengths[!side][i], seed + 2 * i + !side);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int talk = 0; talk < CONVERSATIONS; talk++) {
        int first = draw(ranks), second = (first + 1 + draw(ranks - 1)) % ranks;
        int manner = draw(4), turns = 1 + draw(TURNS), seed = draw(1000);
        for (int i = 0; i < 2 * BURST; i++) lengths[i / BURST][i % BURST] = draw_length();
        if (me != first && me != second) continue;
        int side = me == second, other = side ? first : second;
        switch (manner) {
        case 0: in_turns(side, other, seed, turns); break;
        case 1: at_once(side, other, seed, turns); break;
        default: in_bursts(side, other, seed, manner == 3);
        }
    }
    return end();
}
