/* Accesses of many lengths, with a flush after one, after several, after none (MPI-5.0 §12.5.4): what was accessed is there
 * when the flush returns. */
#include "check.h"

enum { LEN = 300000, SLOTS = 4, KINDS = 3 };

/* How the elements lie at the target, and what is done with them. */
enum { ROW, STRIDES, ACCUMULATED };

static const int lengths[] = { 8, 1000, 1024, 1032, 4096, 20000, LEN };
/* Accesses before each flush. */
static const int rhythm[] = { 1, 1, 1, 3, 3, 2, 0, 2, 1, 4, 1 };

static MPI_Win win;
static int to, from;
/* Where the memory of `to` begins, as displacements say it. */
static MPI_Aint start;

static unsigned seed(int of, int turn, int slot)
{
    return (unsigned) (of * 1000 + turn * 10 + slot);
}

static MPI_Datatype target_type(int kind, int len)
{
    MPI_Datatype type;
    if (kind == STRIDES) MPI_Type_vector(len / 4, 4, 8, MPI_BYTE, &type);
    else MPI_Type_contiguous(len / 8, MPI_INT64_T, &type);
    MPI_Type_commit(&type);
    return type;
}

static void access_slot(const void *out, int slot, int kind, int len, MPI_Datatype type)
{
    MPI_Aint at = start + (MPI_Aint) slot * 2 * LEN;
    if (kind == ACCUMULATED) MPI_Accumulate(out, len / 8, MPI_INT64_T, to, at, 1, type, MPI_REPLACE, win);
    else MPI_Put(out, len, MPI_BYTE, to, at, 1, type, win);
}

/* The rank before this one has said that its accesses are done. */
static void look_at_mine(const char *base, int turn, int accesses, int len)
{
    MPI_Sendrecv(NULL, 0, MPI_BYTE, to, 1, NULL, 0, MPI_BYTE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    for (int slot = 0; slot < accesses; slot++)
        SAME(differs(base + (size_t) slot * 2 * LEN, (size_t) len, seed(from, turn, slot)), -1);
    MPI_Sendrecv(NULL, 0, MPI_BYTE, from, 2, NULL, 0, MPI_BYTE, to, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void access_in_turns(const char *base, int kind, int len)
{
    MPI_Datatype type = target_type(kind, len);
    char *out = get(SLOTS * LEN), *in = get(LEN);
    for (int turn = 0; turn < (int) (sizeof rhythm / sizeof *rhythm); turn++) {
        for (int slot = 0; slot < rhythm[turn]; slot++) {
            fill(out + slot * LEN, (size_t) len, seed(me, turn, slot));
            access_slot(out + slot * LEN, slot, kind, len, type);
        }
        if (turn % 3 == 2) MPI_Win_flush_all(win);
        else MPI_Win_flush(to, win);
        if (kind != STRIDES) look_at_mine(base, turn, rhythm[turn], len);
        for (int slot = 0; slot < rhythm[turn]; slot++) {
            MPI_Get(in, len, MPI_BYTE, to, start + (MPI_Aint) slot * 2 * LEN, 1, type, win);
            MPI_Win_flush(to, win);
            SAME(differs(in, (size_t) len, seed(me, turn, slot)), -1);
        }
    }
    MPI_Type_free(&type);
    free(out);
    free(in);
}

/* What a target refuses is told however long it is, and nothing waits for ever. */
static void access_outside(void)
{
    char *out = get(SLOTS * LEN), *in = get(LEN);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < (int) (sizeof lengths / sizeof *lengths); i++) {
            int len = lengths[i];
            MPI_Put(out, len, MPI_BYTE, to, 64, len, MPI_BYTE, win);
            RAISES(MPI_Win_flush(to, win), MPI_ERR_RMA_RANGE);
            MPI_Accumulate(out, len / 8, MPI_INT64_T, to, 64, len / 8, MPI_INT64_T, MPI_SUM, win);
            RAISES(MPI_Win_flush(to, win), MPI_ERR_RMA_RANGE);
            MPI_Get_accumulate(out, len / 8, MPI_INT64_T, in, len / 8, MPI_INT64_T, to, 64, len / 8, MPI_INT64_T,
                               MPI_SUM, win);
            RAISES(MPI_Win_flush(to, win), MPI_ERR_RMA_RANGE);
        }
    }
    free(out);
    free(in);
}

static void access_all(const char *base)
{
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < (int) (sizeof lengths / sizeof *lengths); i++) access_in_turns(base, kind, lengths[i]);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    to = (me + 1) % ranks, from = (me + ranks - 1) % ranks;
    const MPI_Aint size = 2 * SLOTS * LEN;
    char *base;
    MPI_Win_allocate(size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    access_all(base);
    MPI_Win_free(&win);
    base = get((size_t) size);
    MPI_Win_create(base, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    access_all(base);
    MPI_Win_free(&win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, base, size);
    MPI_Aint own;
    MPI_Get_address(base, &own);
    MPI_Sendrecv(&own, 1, MPI_AINT, from, 3, &start, 1, MPI_AINT, to, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    access_all(base);
    MPI_Win_lock_all(0, win);
    access_outside();
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    free(base);
    return end();
}
