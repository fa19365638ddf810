/* Requests (MPI-5.0 §3.7, §3.9): every form of wait and test, persistent, cancel, free. */
#include "check.h"

enum { N = 16 };

static int out[N], in[N];
static MPI_Request r[N];

static void post(void)
{
    for (int i = 0; i < N; i++) {
        in[i] = -1;
        MPI_Irecv(&in[i], 1, MPI_INT, me, i, MPI_COMM_WORLD, &r[i]);
    }
}

static void send_one(int i)
{
    out[i] = i * 3 + me;
    MPI_Send(&out[i], 1, MPI_INT, me, i, MPI_COMM_WORLD);
}

static void all_received(void)
{
    for (int i = 0; i < N; i++) {
        SAME(in[i], i * 3 + me);
        CHECK(r[i] == MPI_REQUEST_NULL);
    }
}

static void waitany(void)
{
    post();
    for (int k = 0; k < N; k++) {
        int i = (k * 5) % N, index;
        MPI_Status status;
        send_one(i);
        MPI_Waitany(N, r, &index, &status);
        SAME(index, i);
        SAME(status.MPI_TAG, i);
    }
    all_received();
    int index = 0;
    MPI_Waitany(N, r, &index, MPI_STATUS_IGNORE);
    SAME(index, MPI_UNDEFINED);
}

static void testany(void)
{
    post();
    int flag = 1, index = 0;
    MPI_Status status;
    MPI_Testany(N, r, &index, &flag, &status);
    CHECK(!flag);
    SAME(index, MPI_UNDEFINED);
    for (int i = N - 1; i >= 0; i--) {
        send_one(i);
        flag = 0;
        while (!flag) MPI_Testany(N, r, &index, &flag, &status);
        SAME(index, i);
    }
    all_received();
    MPI_Testany(N, r, &index, &flag, &status);
    CHECK(flag && index == MPI_UNDEFINED);
}

static void waitsome(int test)
{
    int done = 0, indices[N], seen[N] = { 0 };
    MPI_Status statuses[N];
    post();
    for (int i = 0; i < N; i += 2) send_one(i);
    while (done < N) {
        int count;
        if (test) MPI_Testsome(N, r, &count, indices, statuses);
        else MPI_Waitsome(N, r, &count, indices, statuses);
        CHECK(test ? count >= 0 : count > 0);
        for (int k = 0; k < count; k++) {
            SAME(statuses[k].MPI_TAG, indices[k]);
            seen[indices[k]]++;
        }
        done += count;
        if (done == N / 2 && count > 0)
            for (int i = 1; i < N; i += 2) send_one(i);
    }
    for (int i = 0; i < N; i++) SAME(seen[i], 1);
    all_received();
    int count = 0;
    if (test) MPI_Testsome(N, r, &count, indices, statuses);
    else MPI_Waitsome(N, r, &count, indices, statuses);
    SAME(count, MPI_UNDEFINED);
}

static void testall(void)
{
    int flag = 0;
    post();
    for (int i = 0; i < N - 1; i++) send_one(i);
    MPI_Testall(N, r, &flag, MPI_STATUSES_IGNORE);
    CHECK(!flag);
    for (int i = 0; i < N; i++) CHECK(r[i] != MPI_REQUEST_NULL);
    send_one(N - 1);
    while (!flag) MPI_Testall(N, r, &flag, MPI_STATUSES_IGNORE);
    all_received();
}

static void get_status(void)
{
    int x = 4, y = 0, flag = 1;
    MPI_Request q;
    MPI_Status status;
    MPI_Irecv(&y, 1, MPI_INT, me, 3, MPI_COMM_WORLD, &q);
    MPI_Request_get_status(q, &flag, &status);
    CHECK(!flag);
    MPI_Send(&x, 1, MPI_INT, me, 3, MPI_COMM_WORLD);
    for (flag = 0; !flag;) MPI_Request_get_status(q, &flag, &status);
    CHECK(q != MPI_REQUEST_NULL);
    SAME(status.MPI_TAG, 3);
    MPI_Test(&q, &flag, &status);
    CHECK(flag && q == MPI_REQUEST_NULL);
    SAME(y, 4);
    MPI_Test(&q, &flag, &status);
    CHECK(flag);
    SAME(status.MPI_SOURCE, MPI_ANY_SOURCE);
    SAME(status.MPI_TAG, MPI_ANY_TAG);
}

static void persistent(void)
{
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks, a[4], b[4] = { 0 }, flag;
    MPI_Request q[2];
    MPI_Status status;
    typedef int init_t(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
    init_t *inits[] = { MPI_Send_init, MPI_Ssend_init, MPI_Rsend_init };
    for (int mode = 0; mode < 3; mode++) {
        MPI_Recv_init(b, 4, MPI_INT, left, 6, MPI_COMM_WORLD, &q[0]);
        inits[mode](a, 4, MPI_INT, right, 6, MPI_COMM_WORLD, &q[1]);
        MPI_Wait(&q[0], &status);
        CHECK(q[0] != MPI_REQUEST_NULL);
        for (int i = 0; i < 20; i++) {
            for (int k = 0; k < 4; k++) a[k] = me + i * 10 + k;
            MPI_Start(&q[0]);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Start(&q[1]);
            MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
            for (int k = 0; k < 4; k++) SAME(b[k], left + i * 10 + k);
            CHECK(q[0] != MPI_REQUEST_NULL && q[1] != MPI_REQUEST_NULL);
        }
        MPI_Test(&q[1], &flag, MPI_STATUS_IGNORE);
        CHECK(flag);
        MPI_Request_free(&q[0]);
        MPI_Request_free(&q[1]);
        CHECK(q[0] == MPI_REQUEST_NULL);
    }
    MPI_Recv_init(b, 4, MPI_INT, left, 7, MPI_COMM_WORLD, &q[0]);
    MPI_Send_init(a, 4, MPI_INT, right, 7, MPI_COMM_WORLD, &q[1]);
    MPI_Startall(2, q);
    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
    MPI_Request_free(&q[0]);
    MPI_Request_free(&q[1]);
}

static void cancel(void)
{
    int x = 5, y = -1, flag = 0;
    MPI_Request q;
    MPI_Status status;
    MPI_Irecv(&y, 1, MPI_INT, me, 99, MPI_COMM_WORLD, &q);
    MPI_Cancel(&q);
    MPI_Wait(&q, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
    /* The cancelled receive must not take this message. */
    MPI_Request s;
    MPI_Isend(&x, 1, MPI_INT, me, 99, MPI_COMM_WORLD, &s);
    int z = 0;
    MPI_Recv(&z, 1, MPI_INT, me, 99, MPI_COMM_WORLD, &status);
    MPI_Wait(&s, MPI_STATUS_IGNORE);
    SAME(z, 5);
    SAME(y, -1);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag);
}

static void freed(void)
{
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks, x = me, y = -1;
    MPI_Request q;
    MPI_Isend(&x, 1, MPI_INT, right, 8, MPI_COMM_WORLD, &q);
    MPI_Request_free(&q);
    CHECK(q == MPI_REQUEST_NULL);
    MPI_Recv(&y, 1, MPI_INT, left, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(y, left);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    waitany();
    testany();
    waitsome(0);
    waitsome(1);
    testall();
    get_status();
    persistent();
    cancel();
    freed();
    return end();
}
