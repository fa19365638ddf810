/* Buffered sends (MPI-5.0 §3.6). */
#include "check.h"

enum { N = 20, LENGTH = 500 };

static void fill_and_drain(void)
{
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks, space, values[LENGTH];
    MPI_Pack_size(LENGTH, MPI_INT, MPI_COMM_WORLD, &space);
    int size = N * (space + MPI_BSEND_OVERHEAD);
    char *storage = get(size), *back;
    CHECK(!MPI_Buffer_attach(storage, size));
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < LENGTH; k++) values[k] = me + i + k + round;
            CHECK(!MPI_Bsend(values, LENGTH, MPI_INT, right, i, MPI_COMM_WORLD));
            memset(values, 0, sizeof values);
        }
        for (int i = N - 1; i >= 0; i--) {
            MPI_Recv(values, LENGTH, MPI_INT, left, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int k = 0; k < LENGTH; k++) SAME(values[k], left + i + k + round);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    int got = 0;
    CHECK(!MPI_Buffer_detach(&back, &got));
    CHECK(back == storage);
    SAME(got, size);
    free(storage);
}

/* §3.6: what does not fit is an error, not a wait. */
static void overflow(void)
{
    static char storage[2000 + MPI_BSEND_OVERHEAD], large[4000];
    void *back;
    int got;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN); /* calls without a communicator, §9.3 */
    CHECK(!MPI_Buffer_attach(storage, sizeof storage));
    RAISES(MPI_Bsend(large, sizeof large, MPI_BYTE, me, 1, MPI_COMM_WORLD), MPI_ERR_BUFFER);
    CHECK(MPI_Buffer_attach(storage, sizeof storage) != MPI_SUCCESS);
    CHECK(!MPI_Buffer_detach(&back, &got));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* Detaching waits until all messages have left. */
static void detach_delivers(void)
{
    if (ranks < 2) return;
    enum { BIG = 300000 };
    if (me == 0) {
        char *storage = get(BIG + MPI_BSEND_OVERHEAD), *out = get(BIG);
        void *back;
        int got;
        fill(out, BIG, 4);
        MPI_Buffer_attach(storage, BIG + MPI_BSEND_OVERHEAD);
        MPI_Bsend(out, BIG, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        memset(out, 0, BIG);
        MPI_Buffer_detach(&back, &got);
        memset(storage, 0, BIG);
        free(storage);
        free(out);
    } else if (me == 1) {
        char *in = get(BIG);
        MPI_Recv(in, BIG, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SAME(differs(in, BIG, 4), -1);
        free(in);
    }
}

static void nonblocking_and_persistent(void)
{
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks, x = me, y = -1, got;
    static char storage[4096 + 4 * MPI_BSEND_OVERHEAD];
    void *back;
    MPI_Request r;
    MPI_Buffer_attach(storage, sizeof storage);
    MPI_Ibsend(&x, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Recv(&y, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(y, left);
    MPI_Bsend_init(&x, 1, MPI_INT, right, 2, MPI_COMM_WORLD, &r);
    for (int i = 0; i < 5; i++) {
        x = me + i;
        MPI_Start(&r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Recv(&y, 1, MPI_INT, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SAME(y, left + i);
    }
    MPI_Request_free(&r);
    MPI_Buffer_detach(&back, &got);
}

/* §3.6.1: storage that the library provides. */
static void automatic(void)
{
    int x = me, y = -1, got;
    void *back;
    if (MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0)) return;
    MPI_Bsend(&x, 1, MPI_INT, (me + 1) % ranks, 1, MPI_COMM_WORLD);
    MPI_Recv(&y, 1, MPI_INT, (me + ranks - 1) % ranks, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(y, (me + ranks - 1) % ranks);
    MPI_Buffer_flush();
    MPI_Buffer_detach(&back, &got);
    CHECK(back == MPI_BUFFER_AUTOMATIC);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    fill_and_drain();
    overflow();
    detach_delivers();
    nonblocking_and_persistent();
    automatic();
    return end();
}
