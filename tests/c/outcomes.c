/* What calls that complete operations store, and where (MPI-5.0 §3.2.5, §3.7.3, §3.7.5): error fields of
 * statuses change only with MPI_ERR_IN_STATUS, and a call that fails because an operation did tells which one
 * it was and its status. */
#include "check.h"

enum { N = 4, OLD = 12345 };

static int out[N], in[N];
static MPI_Status statuses[N];

static void mark(void)
{
    memset(statuses, -1, sizeof statuses);
    for (int i = 0; i < N; i++) statuses[i].MPI_ERROR = OLD;
}

/* A long and a short receive, a send and no operation; with `room` for one int or two. */
static void post(MPI_Request *r, int room)
{
    mark();
    MPI_Irecv(&in[0], 1, MPI_INT, me, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(&in[1], room, MPI_INT, me, 2, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(out, 1, MPI_INT, me, 1, MPI_COMM_WORLD, &r[2]);
    r[3] = MPI_REQUEST_NULL;
    MPI_Send(out, 2, MPI_INT, me, 2, MPI_COMM_WORLD);
}

static void errors_stay(int count)
{
    for (int i = 0; i < count; i++) SAME(statuses[i].MPI_ERROR, OLD);
}

static void successes(void)
{
    MPI_Request r[N];
    int flag = 0, count, done = 0, indices[N];
    post(r, 2);
    CHECK(!MPI_Waitall(N, r, statuses));
    errors_stay(N);
    SAME(statuses[1].MPI_TAG, 2);
    post(r, 2);
    while (!flag) CHECK(!MPI_Testall(N, r, &flag, statuses));
    errors_stay(N);
    for (int test = 0; test < 2; test++) {
        post(r, 2);
        for (done = 0; done < 3; done += count) {
            CHECK(!(test ? MPI_Testsome : MPI_Waitsome)(N, r, &count, indices, statuses));
            errors_stay(count);
        }
    }
    post(r, 2);
    for (flag = 0; !flag;) CHECK(!MPI_Request_get_status_all(N, r, &flag, statuses));
    errors_stay(N);
    CHECK(!MPI_Request_get_status_some(N, r, &count, indices, statuses));
    SAME(count, 3);
    errors_stay(count);
    for (int i = 0; i < 3; i++) CHECK(!MPI_Wait(&r[i], &statuses[i]));
    errors_stay(3);
    CHECK(!MPI_Wait(&r[3], &statuses[3])); /* the empty status says that there is no error, §3.7.3 */
    SAME(statuses[3].MPI_ERROR, MPI_SUCCESS);
}

static int class_of(int code)
{
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

static void in_status(int count, int at)
{
    for (int i = 0; i < count; i++)
        SAME(class_of(statuses[i].MPI_ERROR), i == at ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
}

/* The second of several fails: all error fields are set. */
static void failures_of_several(void)
{
    MPI_Request r[N];
    int flag = 0, code = 0, count, indices[N];
    post(r, 1);
    RAISES(MPI_Waitall(N, r, statuses), MPI_ERR_IN_STATUS);
    in_status(N, 1);
    post(r, 1);
    while (!flag && !code) code = MPI_Testall(N, r, &flag, statuses);
    SAME(class_of(code), MPI_ERR_IN_STATUS);
    CHECK(flag);
    in_status(N, 1);
    for (int test = 0; test < 2; test++) {
        post(r, 1);
        /* All of them are complete. */
        for (flag = 0; !flag;) MPI_Request_get_status_all(N, r, &flag, MPI_STATUSES_IGNORE);
        RAISES((test ? MPI_Testsome : MPI_Waitsome)(N, r, &count, indices, statuses), MPI_ERR_IN_STATUS);
        SAME(count, 3);
        SAME(indices[1], 1);
        in_status(3, 1);
    }
}

/* The status of a message of tag 2 that was cut to one int. */
static void truncated(const MPI_Status *status)
{
    int n = -1;
    SAME(status->MPI_SOURCE, me);
    SAME(status->MPI_TAG, 2);
    SAME(status->MPI_ERROR, OLD);
    MPI_Get_count(status, MPI_INT, &n);
    SAME(n, 1);
}

static void failures_of_one(void)
{
    MPI_Request r[N];
    int flag = 0, code = 0, index;
    for (int test = 0; test < 4; test++) {
        post(r, 1);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
        MPI_Wait(&r[2], MPI_STATUS_IGNORE);
        flag = 0, code = 0, index = -1;
        if (test == 0) code = MPI_Wait(&r[1], &statuses[0]), flag = 1, index = 1;
        while (test == 1 && !flag && !code) code = MPI_Test(&r[1], &flag, &statuses[0]), index = 1;
        if (test == 2) code = MPI_Waitany(N, r, &index, &statuses[0]), flag = 1;
        while (test == 3 && !flag && !code) code = MPI_Testany(N, r, &index, &flag, &statuses[0]);
        SAME(class_of(code), MPI_ERR_TRUNCATE);
        SAME(index, 1);
        CHECK(flag);
        CHECK(r[1] == MPI_REQUEST_NULL);
        truncated(&statuses[0]);
    }
}

static void failures_of_calls(void)
{
    MPI_Request r;
    MPI_Message message;
    mark();
    MPI_Isend(out, 2, MPI_INT, me, 2, MPI_COMM_WORLD, &r);
    RAISES(MPI_Recv(in, 1, MPI_INT, me, 2, MPI_COMM_WORLD, &statuses[0]), MPI_ERR_TRUNCATE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    truncated(&statuses[0]);
    RAISES(MPI_Sendrecv(out, 2, MPI_INT, me, 2, in, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD,
                        &statuses[1]), MPI_ERR_TRUNCATE);
    truncated(&statuses[1]);
    MPI_Isend(out, 2, MPI_INT, me, 2, MPI_COMM_WORLD, &r);
    MPI_Mprobe(me, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    RAISES(MPI_Mrecv(in, 1, MPI_INT, &message, &statuses[2]), MPI_ERR_TRUNCATE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    truncated(&statuses[2]);
    MPI_Isend(out, 2, MPI_INT, me, 2, MPI_COMM_WORLD, &r);
    RAISES(MPI_Sendrecv_replace(in, 1, MPI_INT, me, 3, me, 2, MPI_COMM_WORLD, &statuses[3]),
           MPI_ERR_TRUNCATE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    truncated(&statuses[3]);
    MPI_Recv(in, 1, MPI_INT, me, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* What cannot receive does not send either. */
static void half_replacements(void)
{
    MPI_Request r;
    int flag = 1;
    RAISES(MPI_Isendrecv_replace(in, 1, MPI_INT, me, 8, ranks, 8, MPI_COMM_WORLD, &r), MPI_ERR_RANK);
    RAISES(MPI_Sendrecv_replace(in, 1, MPI_INT, me, 8, ranks, 8, MPI_COMM_WORLD, &statuses[0]),
           MPI_ERR_RANK);
    for (int i = 0; i < 10; i++) {
        MPI_Iprobe(me, 8, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    successes();
    failures_of_several();
    failures_of_one();
    failures_of_calls();
    half_replacements();
    return end();
}
