/* MPI_Fetch_and_op and MPI_Accumulate of one element, with operations and datatypes in turn: none is taken for the one before. */
#include "check.h"

typedef union {
    int64_t wide;
    int32_t half[2];
    double real;
    unsigned char bytes[8];
} Word;

static MPI_Win win;
static int to;

/* Updates the word and returns what it was. */
static Word fetch(Word operand, MPI_Datatype datatype, MPI_Op op)
{
    Word old = { .wide = 0 };
    CHECK(!MPI_Fetch_and_op(&operand, &old, datatype, to, 0, op, win));
    CHECK(!MPI_Win_flush(to, win));
    return old;
}

static void in_turn(void)
{
    Word word = { .wide = 0 };
    SAME(fetch((Word) { .wide = 40 }, MPI_INT64_T, MPI_REPLACE).wide, 0);
    SAME(fetch((Word) { .wide = 2 }, MPI_INT64_T, MPI_SUM).wide, 40);
    SAME(fetch((Word) { .wide = 7 }, MPI_INT64_T, MPI_NO_OP).wide, 42);
    SAME(fetch((Word) { .wide = 7 }, MPI_INT64_T, MPI_MAX).wide, 42);
    SAME(fetch((Word) { .wide = 8 }, MPI_INT64_T, MPI_BAND).wide, 42);
    SAME(fetch((Word) { .wide = 5 }, MPI_INT64_T, MPI_PROD).wide, 8);
    SAME(fetch((Word) { .wide = -1 }, MPI_UINT64_T, MPI_MIN).wide, 40);
    SAME(fetch((Word) { .wide = -1 }, MPI_INT64_T, MPI_MIN).wide, 40);
    /* Half of it, where the sum does not go over into the other. */
    SAME(fetch((Word) { .half = { 1, 0 } }, MPI_INT32_T, MPI_SUM).half[0], -1);
    word = fetch(word, MPI_INT64_T, MPI_NO_OP);
    SAME(word.half[0], 0);
    SAME(word.half[1], -1);
    fetch((Word) { .real = 1.5 }, MPI_DOUBLE, MPI_REPLACE);
    CHECK(fetch((Word) { .real = 2.25 }, MPI_DOUBLE, MPI_SUM).real == 1.5);
    CHECK(fetch((Word) { .real = 0 }, MPI_DOUBLE, MPI_NO_OP).real == 3.75);
    RAISES(MPI_Fetch_and_op(&word, &word, MPI_DOUBLE, to, 0, MPI_BAND, win), MPI_ERR_OP);
    SAME(fetch((Word) { .wide = 0 }, MPI_INT64_T, MPI_BAND).wide, (Word) { .real = 3.75 }.wide);
    RAISES(MPI_Fetch_and_op(&word, &word, MPI_INT64_T, to, 1, MPI_SUM, win), MPI_ERR_RMA_RANGE);
    for (int turn = 0; turn < 8; turn++) {
        Word add = { .wide = 3 }, byte = { .bytes = { 1 } };
        CHECK(!MPI_Accumulate(&add, 1, MPI_INT64_T, to, 0, 1, MPI_INT64_T, MPI_SUM, win));
        CHECK(!MPI_Accumulate(&byte, 1, MPI_BYTE, to, 0, 1, MPI_BYTE, MPI_BXOR, win));
        CHECK(!MPI_Win_flush(to, win));
    }
    /* Bit 0 is turned round after each sum. */
    int64_t expected = 0;
    for (int turn = 0; turn < 8; turn++) expected = (expected + 3) ^ 1;
    SAME(fetch(word, MPI_INT64_T, MPI_NO_OP).wide, expected);
}

/* A made datatype's handle may come again for another. */
static void made(void)
{
    Word word = { .wide = 0 };
    fetch(word, MPI_INT64_T, MPI_REPLACE);
    for (int turn = 0; turn < 4; turn++) {
        MPI_Datatype one;
        MPI_Type_dup(turn % 2 ? MPI_DOUBLE : MPI_INT64_T, &one);
        Word add = { .wide = 1 };
        if (turn % 2) RAISES(MPI_Fetch_and_op(&add, &word, one, to, 0, MPI_BXOR, win), MPI_ERR_OP);
        else CHECK(!MPI_Accumulate(&add, 1, one, to, 0, 1, one, MPI_SUM, win));
        MPI_Type_free(&one);
    }
    CHECK(!MPI_Win_flush(to, win));
    SAME(fetch(word, MPI_INT64_T, MPI_NO_OP).wide, 2);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    Word *base;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    base->wide = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    to = (me + 1) % ranks;
    MPI_Win_lock_all(0, win);
    in_turn();
    made();
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
