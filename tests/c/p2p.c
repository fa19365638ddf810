/* Blocking point-to-point (MPI-5.0 §3): modes, sizes, tags, wildcards, status, order, self. */
#include "check.h"

static const int sizes[] = { 0, 1, 7, 8, 63, 64, 65, 1000, 4096, 8191, 65536, 100000, 1 << 20, (4 << 20) + 3 };
enum { SIZES = sizeof sizes / sizeof *sizes };

typedef int send_t(const void *, int, MPI_Datatype, int, int, MPI_Comm);

static void ring_of(send_t *send, int ready)
{
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    for (int s = 0; s < SIZES; s++) {
        int n = sizes[s];
        char *out = get(n), *in = get(n);
        MPI_Request request;
        MPI_Status status;
        fill(out, n, me + s);
        memset(in, 0, n);
        CHECK(!MPI_Irecv(in, n, MPI_BYTE, left, s, MPI_COMM_WORLD, &request));
        if (ready) MPI_Barrier(MPI_COMM_WORLD);
        CHECK(!send(out, n, MPI_BYTE, right, s, MPI_COMM_WORLD));
        CHECK(!MPI_Wait(&request, &status));
        CHECK(request == MPI_REQUEST_NULL);
        int count = -1;
        MPI_Get_count(&status, MPI_BYTE, &count);
        SAME(count, n);
        SAME(status.MPI_SOURCE, left);
        SAME(status.MPI_TAG, s);
        SAME(differs(in, n, left + s), -1);
        free(out);
        free(in);
    }
}

static void isends(int which)
{
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    for (int s = 0; s < SIZES; s++) {
        int n = sizes[s];
        char *out = get(n), *in = get(n);
        MPI_Request r[2];
        MPI_Status status[2];
        fill(out, n, me * 3 + s);
        MPI_Irecv(in, n, MPI_BYTE, left, 5, MPI_COMM_WORLD, &r[0]);
        MPI_Barrier(MPI_COMM_WORLD);
        if (which == 0) MPI_Isend(out, n, MPI_BYTE, right, 5, MPI_COMM_WORLD, &r[1]);
        if (which == 1) MPI_Issend(out, n, MPI_BYTE, right, 5, MPI_COMM_WORLD, &r[1]);
        if (which == 2) MPI_Irsend(out, n, MPI_BYTE, right, 5, MPI_COMM_WORLD, &r[1]);
        CHECK(!MPI_Waitall(2, r, status));
        SAME(status[0].MPI_SOURCE, left);
        SAME(differs(in, n, left * 3 + s), -1);
        free(out);
        free(in);
    }
}

/* Unexpected arrival first, the receive later; with the sender already gone on. */
static void unexpected(void)
{
    for (int s = 0; s < SIZES; s++) {
        int n = sizes[s];
        char *buf = get(n);
        if (me == 0) {
            for (int r = 1; r < ranks; r++) {
                MPI_Request request;
                char *out = get(n);
                fill(out, n, r + 100);
                MPI_Isend(out, n, MPI_BYTE, r, 77, MPI_COMM_WORLD, &request);
                MPI_Send(NULL, 0, MPI_BYTE, r, 78, MPI_COMM_WORLD);
                MPI_Wait(&request, MPI_STATUS_IGNORE);
                free(out);
            }
        } else {
            MPI_Recv(NULL, 0, MPI_BYTE, 0, 78, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Recv(buf, n, MPI_BYTE, 0, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            SAME(differs(buf, n, me + 100), -1);
        }
        free(buf);
    }
}

/* §3.5: messages of one sender do not overtake, whatever their size; also through wildcards. */
static void order(void)
{
    enum { N = 600 };
    static const int lengths[] = { 4, 30000, 64, 200000, 8, 1 };
    int *buf = get(200000 * sizeof(int));
    if (me == 0) {
        int *next = calloc((size_t) ranks, sizeof *next);
        for (int i = 0; i < N * (ranks - 1); i++) {
            MPI_Status status;
            int any = i % 2;
            MPI_Recv(buf, 200000, MPI_INT, MPI_ANY_SOURCE, any ? MPI_ANY_TAG : 3, MPI_COMM_WORLD,
                     &status);
            SAME(status.MPI_TAG, 3);
            int count;
            MPI_Get_count(&status, MPI_INT, &count);
            SAME(buf[0], next[status.MPI_SOURCE]);
            SAME(count, lengths[buf[0] % 6]);
            SAME(buf[count - 1], buf[0]);
            next[status.MPI_SOURCE]++;
        }
        free(next);
    } else {
        for (int i = 0; i < N; i++) {
            int n = lengths[i % 6];
            for (int k = 0; k < n; k++) buf[k] = i;
            MPI_Send(buf, n, MPI_INT, 0, 3, MPI_COMM_WORLD);
        }
    }
    free(buf);
    MPI_Barrier(MPI_COMM_WORLD); /* or the next part's messages could meet the wildcards */
}

/* Receives find their message by tag, in any order of posting. */
static void by_tag(void)
{
    enum { N = 50 };
    int values[N], got[N];
    MPI_Request r[N];
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    for (int i = 0; i < N; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, left, N - 1 - i, MPI_COMM_WORLD, &r[i]);
    for (int i = 0; i < N; i++) {
        values[i] = me * 1000 + i;
        MPI_Send(&values[i], 1, MPI_INT, right, i, MPI_COMM_WORLD);
    }
    MPI_Waitall(N, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N; i++) SAME(got[i], left * 1000 + N - 1 - i);

    int flag, *upper, value = 5;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &upper, &flag);
    CHECK(flag && *upper >= 32767);
    MPI_Irecv(&got[0], 1, MPI_INT, me, *upper, MPI_COMM_WORLD, &r[0]);
    MPI_Send(&value, 1, MPI_INT, me, *upper, MPI_COMM_WORLD);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    SAME(got[0], 5);
}

/* A wildcard posted before an exact receive gets the first message, and the other way round. */
static void wildcard_order(void)
{
    int a = -1, b = -1, one = 1, two = 2;
    MPI_Request r[2];
    MPI_Irecv(&a, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &r[0]);
    MPI_Irecv(&b, 1, MPI_INT, 0, 4, MPI_COMM_SELF, &r[1]);
    MPI_Send(&one, 1, MPI_INT, 0, 4, MPI_COMM_SELF);
    MPI_Send(&two, 1, MPI_INT, 0, 4, MPI_COMM_SELF);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    SAME(a, 1);
    SAME(b, 2);
    MPI_Irecv(&b, 1, MPI_INT, 0, 4, MPI_COMM_SELF, &r[1]);
    MPI_Irecv(&a, 1, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_SELF, &r[0]);
    MPI_Send(&one, 1, MPI_INT, 0, 4, MPI_COMM_SELF);
    MPI_Send(&two, 1, MPI_INT, 0, 4, MPI_COMM_SELF);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    SAME(a, 2);
    SAME(b, 1);
}

static void proc_null(void)
{
    int x = 7;
    MPI_Status status;
    MPI_Request r;
    CHECK(!MPI_Send(&x, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD));
    CHECK(!MPI_Ssend(&x, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD));
    CHECK(!MPI_Recv(&x, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status));
    int count = -1;
    MPI_Get_count(&status, MPI_INT, &count);
    SAME(count, 0);
    SAME(status.MPI_SOURCE, MPI_PROC_NULL);
    SAME(status.MPI_TAG, MPI_ANY_TAG);
    SAME(x, 7);
    MPI_Irecv(&x, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, &status);
    SAME(status.MPI_SOURCE, MPI_PROC_NULL);
    CHECK(!MPI_Sendrecv(&x, 1, MPI_INT, MPI_PROC_NULL, 0, &x, 1, MPI_INT, MPI_PROC_NULL, 0,
                        MPI_COMM_WORLD, &status));
    SAME(status.MPI_SOURCE, MPI_PROC_NULL);
    int flag = 0;
    MPI_Iprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &flag, &status);
    CHECK(flag && status.MPI_SOURCE == MPI_PROC_NULL);
}

static void sendrecv(void)
{
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    for (int s = 0; s < SIZES; s++) {
        int n = sizes[s];
        char *out = get(n), *in = get(n);
        MPI_Status status;
        fill(out, n, me + 9);
        CHECK(!MPI_Sendrecv(out, n, MPI_BYTE, right, 1, in, n, MPI_BYTE, left, MPI_ANY_TAG,
                            MPI_COMM_WORLD, &status));
        SAME(status.MPI_TAG, 1);
        SAME(differs(in, n, left + 9), -1);
        CHECK(!MPI_Sendrecv_replace(out, n, MPI_BYTE, right, 2, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD,
                                    &status));
        SAME(status.MPI_SOURCE, left);
        SAME(differs(out, n, left + 9), -1);
        MPI_Request r;
        fill(out, n, me + 10);
        CHECK(!MPI_Isendrecv(out, n, MPI_BYTE, right, 3, in, n, MPI_BYTE, left, 3, MPI_COMM_WORLD,
                             &r));
        MPI_Wait(&r, &status);
        SAME(status.MPI_SOURCE, left);
        SAME(differs(in, n, left + 10), -1);
        CHECK(!MPI_Isendrecv_replace(out, n, MPI_BYTE, right, 4, left, 4, MPI_COMM_WORLD, &r));
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        SAME(differs(out, n, left + 10), -1);
        free(out);
        free(in);
    }
}

/* §3.4: a synchronous send ends only after the receive has begun. */
static void synchronous(void)
{
    if (ranks < 2 || me > 1) return;
    int x = 1, flag = 0;
    if (me == 0) {
        MPI_Request r;
        MPI_Issend(&x, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &r);
        for (int i = 0; i < 1000; i++) {
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
            CHECK(!flag);
        }
        MPI_Send(&x, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&x, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&x, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Both ranks send a large message before either receives (non-blocking): no deadlock. */
static void crossing(void)
{
    int peer = me ^ 1;
    if (peer >= ranks) return;
    enum { N = 3 << 20, M = 4 };
    char *out = get(N), *in[M];
    MPI_Request r[2 * M];
    fill(out, N, me);
    for (int i = 0; i < M; i++) MPI_Isend(out, N, MPI_BYTE, peer, i, MPI_COMM_WORLD, &r[i]);
    for (int i = M - 1; i >= 0; i--) {
        in[i] = get(N);
        MPI_Irecv(in[i], N, MPI_BYTE, peer, i, MPI_COMM_WORLD, &r[M + i]);
    }
    MPI_Waitall(2 * M, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < M; i++) {
        SAME(differs(in[i], N, peer), -1);
        free(in[i]);
    }
    free(out);
}

static void self(void)
{
    int x = 11, y = 0;
    MPI_Request r;
    MPI_Isend(&x, 1, MPI_INT, me, 1, MPI_COMM_WORLD, &r);
    MPI_Recv(&y, 1, MPI_INT, me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(y, 11);
    MPI_Irecv(&y, 1, MPI_INT, me, 2, MPI_COMM_WORLD, &r);
    x = 12;
    MPI_Ssend(&x, 1, MPI_INT, me, 2, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(y, 12);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    ring_of(MPI_Send, 0);
    ring_of(MPI_Ssend, 0);
    ring_of(MPI_Rsend, 1);
    isends(0);
    isends(1);
    isends(2);
    unexpected();
    if (ranks > 1) order();
    by_tag();
    wildcard_order();
    proc_null();
    sendrecv();
    synchronous();
    crossing();
    self();
    return end();
}
