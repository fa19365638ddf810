/* Generalized requests (MPI-5.0 §13.2): the program's functions are called when, and as often as, the standard
 * says, whatever they do in MPI themselves, and by whichever call completes the request. */
#include "check.h"
#include <pthread.h>
#include <time.h>

struct operation {
    int queries, frees, cancels, was_complete;
    int count, cancelled;
    int query_code, free_code;
    MPI_Request request;
};

static int query(void *extra, MPI_Status *status)
{
    struct operation *o = extra;
    o->queries++;
    SAME(o->frees, 0);
    MPI_Status_set_elements(status, MPI_INT, o->count);
    MPI_Status_set_cancelled(status, o->cancelled);
    MPI_Status_set_source(status, 5);
    MPI_Status_set_tag(status, 6);
    return o->query_code;
}

static int release(void *extra)
{
    struct operation *o = extra;
    o->frees++;
    return o->free_code;
}

static int cancel(void *extra, int complete)
{
    struct operation *o = extra;
    o->cancels++;
    o->was_complete = complete;
    if (!complete) {
        o->cancelled = 1;
        MPI_Grequest_complete(o->request);
    }
    return MPI_SUCCESS;
}

static void start(struct operation *o, int count)
{
    memset(o, 0, sizeof *o);
    o->count = count;
    MPI_Grequest_start(query, release, cancel, o, &o->request);
    CHECK(o->request != MPI_REQUEST_NULL);
}

static void says(const MPI_Status *status, int count)
{
    int n, cancelled;
    MPI_Get_count(status, MPI_INT, &n);
    MPI_Test_cancelled(status, &cancelled);
    SAME(n, count);
    SAME(cancelled, 0);
    SAME(status->MPI_SOURCE, 5);
    SAME(status->MPI_TAG, 6);
}

static void ended(struct operation *o, int queries)
{
    SAME(o->queries, queries);
    SAME(o->frees, 1);
}

static void one(void)
{
    struct operation o;
    MPI_Status status;
    int flag = 1;
    start(&o, 3);
    MPI_Test(&o.request, &flag, &status);
    CHECK(!flag);
    MPI_Request_get_status(o.request, &flag, &status);
    CHECK(!flag);
    SAME(o.queries, 0);
    MPI_Grequest_complete(o.request);
    RAISES(MPI_Grequest_complete(o.request), MPI_ERR_REQUEST);
    MPI_Request_get_status(o.request, &flag, &status);
    CHECK(flag);
    says(&status, 3);
    SAME(o.queries, 1);
    SAME(o.frees, 0);
    MPI_Wait(&o.request, &status);
    says(&status, 3);
    ended(&o, 2);
    CHECK(o.request == MPI_REQUEST_NULL);

    start(&o, 4);
    MPI_Grequest_complete(o.request);
    MPI_Test(&o.request, &flag, MPI_STATUS_IGNORE);
    CHECK(flag && o.request == MPI_REQUEST_NULL);
    ended(&o, 1);
}

/* Beside a receive, by each call that completes several. */
static void several(void)
{
    enum { N = 4 };
    struct operation o[N];
    MPI_Request r[N + 1];
    MPI_Status statuses[N + 1];
    int in, out = me, indices[N + 1], n, index, flag;
    for (int way = 0; way < 6; way++) {
        for (int i = 0; i < N; i++) {
            start(&o[i], i);
            r[i] = o[i].request;
            MPI_Grequest_complete(r[i]);
        }
        MPI_Irecv(&in, 1, MPI_INT, me, 0, MPI_COMM_WORLD, &r[N]);
        MPI_Send(&out, 1, MPI_INT, me, 0, MPI_COMM_WORLD);
        int left = N + 1;
        while (left > 0) {
            switch (way) {
            case 0:
                MPI_Waitall(N + 1, r, statuses);
                for (int i = 0; i <= N; i++) indices[i] = i;
                n = N + 1;
                break;
            case 1:
                MPI_Testall(N + 1, r, &flag, statuses);
                for (int i = 0; i <= N; i++) indices[i] = i;
                n = flag ? N + 1 : 0;
                break;
            case 2:
                MPI_Waitany(N + 1, r, &indices[0], &statuses[0]);
                n = 1;
                break;
            case 3:
                MPI_Testany(N + 1, r, &indices[0], &flag, &statuses[0]);
                n = flag;
                break;
            case 4: MPI_Waitsome(N + 1, r, &n, indices, statuses); break;
            default: MPI_Testsome(N + 1, r, &n, indices, statuses); break;
            }
            for (int i = 0; i < n; i++)
                if (indices[i] < N) says(&statuses[i], indices[i]);
            left -= n;
        }
        for (int i = 0; i < N; i++) ended(&o[i], 1);
        SAME(in, me);
    }
    for (int i = 0; i < N; i++) {
        start(&o[i], i);
        r[i] = o[i].request;
    }
    MPI_Grequest_complete(r[2]);
    MPI_Request_get_status_any(N, r, &index, &flag, &statuses[0]);
    CHECK(flag);
    SAME(index, 2);
    says(&statuses[0], 2);
    MPI_Grequest_complete(r[0]);
    MPI_Request_get_status_some(N, r, &n, indices, statuses);
    SAME(n, 2);
    for (int i = 0; i < n; i++) says(&statuses[i], indices[i]);
    MPI_Grequest_complete(r[1]);
    MPI_Grequest_complete(r[3]);
    MPI_Waitall(N, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N; i++) SAME(o[i].frees, 1);
}

static void freed(void)
{
    struct operation o;
    MPI_Request kept;
    start(&o, 1);
    kept = o.request;
    MPI_Request_free(&o.request);
    CHECK(o.request == MPI_REQUEST_NULL);
    SAME(o.frees, 0);
    MPI_Grequest_complete(kept);
    ended(&o, 0);

    start(&o, 1);
    MPI_Grequest_complete(o.request);
    SAME(o.frees, 0);
    MPI_Request_free(&o.request);
    ended(&o, 0);
}

static void cancelled(void)
{
    struct operation o;
    MPI_Status status;
    int flag;
    start(&o, 0);
    MPI_Cancel(&o.request);
    SAME(o.cancels, 1);
    SAME(o.was_complete, 0);
    MPI_Wait(&o.request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
    ended(&o, 1);

    start(&o, 7);
    MPI_Grequest_complete(o.request);
    MPI_Cancel(&o.request);
    SAME(o.was_complete, 1);
    MPI_Wait(&o.request, &status);
    says(&status, 7);
}

static void failing(void)
{
    struct operation o, good;
    MPI_Status status[2];
    MPI_Request r[2];
    int mine;
    MPI_Add_error_class(&mine);
    start(&o, 0);
    o.query_code = mine;
    MPI_Grequest_complete(o.request);
    RAISES(MPI_Wait(&o.request, &status[0]), mine);
    CHECK(o.request == MPI_REQUEST_NULL);
    ended(&o, 1);

    start(&o, 0);
    start(&good, 2);
    o.free_code = MPI_ERR_OTHER;
    r[0] = o.request;
    r[1] = good.request;
    MPI_Grequest_complete(r[0]);
    MPI_Grequest_complete(r[1]);
    int count, indices[2];
    RAISES(MPI_Waitsome(2, r, &count, indices, status), MPI_ERR_IN_STATUS);
    SAME(count, 2);
    SAME(status[0].MPI_ERROR, MPI_ERR_OTHER);
    SAME(status[1].MPI_ERROR, MPI_SUCCESS);
    ended(&good, 1);
    RAISES(MPI_Grequest_complete(MPI_REQUEST_NULL), MPI_ERR_REQUEST);
    MPI_Request receive;
    int in;
    MPI_Recv_init(&in, 1, MPI_INT, me, 0, MPI_COMM_WORLD, &receive);
    RAISES(MPI_Grequest_complete(receive), MPI_ERR_REQUEST);
    MPI_Request_free(&receive);
}

static void *complete_later(void *operation)
{
    struct timespec time = { 0, 20000000 };
    nanosleep(&time, NULL);
    MPI_Grequest_complete(((struct operation *) operation)->request);
    return NULL;
}

/* A thread waits, asleep, for what another completes. */
static void by_another_thread(void)
{
    struct operation o;
    pthread_t thread;
    MPI_Status status;
    MPI_Request r;
    for (int i = 0; i < 3; i++) {
        start(&o, 9);
        r = o.request;
        CHECK(!pthread_create(&thread, NULL, complete_later, &o));
        MPI_Wait(&r, &status);
        says(&status, 9);
        pthread_join(thread, NULL);
    }
}

int main(int argc, char **argv)
{
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    one();
    several();
    freed();
    cancelled();
    failing();
    by_another_thread();
    return end();
}
