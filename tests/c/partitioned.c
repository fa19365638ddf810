/* Partitioned communication (MPI-5.0 §4): partitions leave and arrive one by one, whatever the cut on either side,
 * in any order and from several threads. */
#include "check.h"
#include <pthread.h>

static int left, right;

/* Seed of the data of a round. */
static unsigned seed(int from, int round)
{
    return (unsigned) (from * 13 + round);
}

/* In a ring, cut differently on both sides; the order of readiness turns with the round. */
static void cuts(void)
{
    static const struct { int out, in, bytes; } kinds[] = {
        { 1, 1, 1 }, { 8, 8, 24 }, { 6, 4, 12 }, { 4, 6, 12 }, { 1, 5, 100000 }, { 5, 1, 100000 },
        { 3, 7, 210000 }, { 64, 16, 8192 }, { 7, 7, 0 }, { 0, 0, 0 },
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        int n = kinds[k].out, m = kinds[k].in;
        size_t total = (size_t) kinds[k].bytes * (size_t) (n > 0 ? 1 : 0);
        size_t each_out = n ? total / (size_t) n : 0, each_in = m ? total / (size_t) m : 0;
        char *out = get(total + 1), *in = get(total + 1), *want = get(total + 1);
        MPI_Request r[2];
        MPI_Psend_init(out, n, (MPI_Count) each_out, MPI_BYTE, right, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
        MPI_Precv_init(in, m, (MPI_Count) each_in, MPI_BYTE, left, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
        for (int round = 0; round < 6; round++) {
            MPI_Status status[2];
            int flag = 0;
            fill(out, total, seed(me, round));
            fill(want, total, seed(left, round));
            memset(in, 0, total);
            MPI_Startall(2, r);
            for (int i = 0; i < n; i++) MPI_Pready(((n % 5 ? i * 5 : i) + round) % n, r[0]);
            if (round % 3 == 0) {
                for (int i = m; i-- > 0;) {
                    do MPI_Parrived(r[1], i, &flag);
                    while (!flag);
                    CHECK(!memcmp(in + (size_t) i * each_in, want + (size_t) i * each_in, each_in));
                }
                SAME(differs(in, total, seed(left, round)), -1);
            }
            if (round % 2) MPI_Waitall(2, r, status);
            else
                for (flag = 0; !flag;) MPI_Testall(2, r, &flag, status);
            SAME(differs(in, total, seed(left, round)), -1);
            int count;
            MPI_Get_count(&status[1], MPI_BYTE, &count);
            SAME(count, total);
            SAME(status[1].MPI_SOURCE, left);
            SAME(status[1].MPI_TAG, 7);
            if (m == 0) continue;
            /* Of an inactive receive all is there. */
            flag = 0;
            MPI_Parrived(r[1], m - 1, &flag);
            CHECK(flag);
        }
        MPI_Request_free(&r[0]);
        MPI_Request_free(&r[1]);
        free(out);
        free(in);
        free(want);
    }
}

/* What comes tells the sender to go on: partitions do not wait for each other. */
static void one_by_one(void)
{
    enum { N = 5, BYTES = 70000 };
    char *out = get(N * BYTES), *in = get(N * BYTES);
    MPI_Request s, r;
    int token = 0;
    fill(out, N * BYTES, (unsigned) me);
    MPI_Precv_init(in, N, BYTES, MPI_BYTE, left, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    MPI_Psend_init(out, N, BYTES, MPI_BYTE, right, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &s);
    MPI_Start(&r);
    MPI_Start(&s);
    for (int i = N; i-- > 0;) {
        int flag = 1;
        for (int k = 0; k < i; k++) {
            MPI_Parrived(r, k, &flag);
            CHECK(!flag);
        }
        MPI_Pready(i, s);
        for (flag = 0; !flag;) MPI_Parrived(r, i, &flag);
        /* The one on the left goes on when this one has seen its partition. */
        MPI_Sendrecv_replace(&token, 1, MPI_INT, left, 2, right, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&s, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAME(differs(in, N * BYTES, (unsigned) left), -1);
    MPI_Request_free(&s);
    MPI_Request_free(&r);
    free(out);
    free(in);
}

/* A column of a matrix on one side, ints in a row on the other. */
static void gaps(void)
{
    enum { ROWS = 60, COLUMNS = 7 };
    static int matrix[ROWS][COLUMNS], row[ROWS];
    MPI_Datatype column, cell;
    MPI_Request r[2];
    MPI_Type_create_resized(MPI_INT, 0, sizeof *matrix, &cell);
    MPI_Type_contiguous(2, cell, &column);
    MPI_Type_commit(&cell);
    MPI_Type_commit(&column);
    for (int way = 0; way < 2; way++) {
        memset(matrix, 0, sizeof matrix);
        for (int i = 0; i < ROWS; i++) row[i] = way ? 0 : i + me * 1000;
        if (way)
            for (int i = 0; i < ROWS; i++) matrix[i][3] = i + me * 1000;
        void *out = way ? (void *) &matrix[0][3] : (void *) row, *in = way ? (void *) row : (void *) &matrix[0][3];
        MPI_Psend_init(out, way ? 6 : 4, way ? 5 : 15, way ? column : MPI_INT, right, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
        MPI_Precv_init(in, way ? 4 : 6, way ? 15 : 5, way ? MPI_INT : column, left, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
        MPI_Startall(2, r);
        MPI_Pready_range(0, way ? 5 : 3, r[0]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        for (int i = 0; i < ROWS; i++) SAME(way ? row[i] : matrix[i][3], i + left * 1000);
        for (int i = 0; i < ROWS; i++) SAME(matrix[i][2], 0);
        MPI_Request_free(&r[0]);
        MPI_Request_free(&r[1]);
    }
    MPI_Type_free(&column);
    MPI_Type_free(&cell);
}

/* Those of one tag match in the order in which they are made, and never meet ordinary messages. */
static void order(void)
{
    enum { MANY = 10 };
    int out[MANY], in[MANY], x = -1;
    MPI_Request r[2 * MANY + 1];
    MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r[2 * MANY]);
    for (int i = 0; i < MANY; i++) {
        out[i] = me * 100 + i;
        MPI_Psend_init(&out[i], 1, 1, MPI_INT, right, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &r[i]);
    }
    for (int i = 0; i < MANY; i++)
        MPI_Precv_init(&in[i], 1, 1, MPI_INT, left, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &r[MANY + i]);
    for (int i = 2 * MANY; i-- > 0;) MPI_Start(&r[i]);
    int all[1] = { 0 };
    for (int i = MANY; i-- > 0;) MPI_Pready_list(1, all, r[i]);
    MPI_Waitall(2 * MANY, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < MANY; i++) SAME(in[i], left * 100 + i);
    MPI_Barrier(MPI_COMM_WORLD);
    SAME(x, -1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&me, 1, MPI_INT, right, 3, MPI_COMM_WORLD);
    MPI_Wait(&r[2 * MANY], MPI_STATUS_IGNORE);
    SAME(x, left);
    for (int i = 0; i < 2 * MANY; i++) MPI_Request_free(&r[i]);
}

enum { THREADS = 4, PARTS = 32, PART = 3000 };
static MPI_Request sending;
static char *shared;

static void *make_ready(void *arg)
{
    int t = (int) (intptr_t) arg;
    for (int i = t; i < PARTS; i += THREADS) {
        fill(shared + i * PART, PART, (unsigned) (me * 100 + i));
        MPI_Pready(i, sending);
    }
    return NULL;
}

static void by_threads(void)
{
    MPI_Request r;
    char *in = get(PARTS * PART);
    shared = get(PARTS * PART);
    MPI_Psend_init(shared, PARTS, PART, MPI_BYTE, right, 9, MPI_COMM_WORLD, MPI_INFO_NULL, &sending);
    MPI_Precv_init(in, PARTS, PART, MPI_BYTE, left, 9, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    for (int round = 0; round < 20; round++) {
        pthread_t threads[THREADS];
        memset(in, 0, PARTS * PART);
        MPI_Start(&r);
        MPI_Start(&sending);
        for (intptr_t t = 0; t < THREADS; t++) CHECK(!pthread_create(&threads[t], NULL, make_ready, (void *) t));
        MPI_Wait(&sending, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
        for (int i = 0; i < PARTS; i++) SAME(differs(in + i * PART, PART, (unsigned) (left * 100 + i)), -1);
    }
    MPI_Request_free(&sending);
    MPI_Request_free(&r);
    free(shared);
    free(in);
}

static void nobody(void)
{
    int x[4] = { 0 }, flag = 0;
    MPI_Request r[2];
    MPI_Status status;
    MPI_Psend_init(x, 4, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
    MPI_Precv_init(x, 4, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
    MPI_Startall(2, r);
    MPI_Pready_range(0, 3, r[0]);
    MPI_Parrived(r[1], 2, &flag);
    CHECK(flag);
    MPI_Wait(&r[1], &status);
    SAME(status.MPI_SOURCE, MPI_PROC_NULL);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
}

static void wrong(void)
{
    int x[4] = { 0 }, y[4], flag, two[2] = { 1, 1 };
    MPI_Request s, r, plain;
    MPI_Status status;
    RAISES(MPI_Precv_init(y, 1, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r), MPI_ERR_RANK);
    RAISES(MPI_Precv_init(y, 1, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &r), MPI_ERR_TAG);
    RAISES(MPI_Psend_init(x, -1, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &s), MPI_ERR_ARG);
    RAISES(MPI_Psend_init(x, 1, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &s), MPI_ERR_COUNT);
    RAISES(MPI_Psend_init(x, 1, 1, MPI_INT, ranks, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &s), MPI_ERR_RANK);
    RAISES(MPI_Psend_init(NULL, 1, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &s), MPI_ERR_BUFFER);
    MPI_Psend_init(x, 4, 1, MPI_INT, me, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &s);
    MPI_Precv_init(y, 2, 1, MPI_INT, me, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    RAISES(MPI_Pready(0, s), MPI_ERR_REQUEST);
    MPI_Start(&s);
    RAISES(MPI_Start(&s), MPI_ERR_REQUEST);
    RAISES(MPI_Pready(4, s), MPI_ERR_ARG);
    RAISES(MPI_Pready(-1, s), MPI_ERR_ARG);
    RAISES(MPI_Pready_range(2, 1, s), MPI_ERR_ARG);
    RAISES(MPI_Parrived(s, 0, &flag), MPI_ERR_REQUEST);
    RAISES(MPI_Pready(0, r), MPI_ERR_REQUEST);
    RAISES(MPI_Parrived(r, 2, &flag), MPI_ERR_ARG);
    RAISES(MPI_Pready_list(2, two, s), MPI_ERR_ARG);
    MPI_Pready(0, s);
    MPI_Pready_range(2, 3, s);
    MPI_Recv_init(y, 1, MPI_INT, me, 0, MPI_COMM_WORLD, &plain);
    RAISES(MPI_Parrived(plain, 0, &flag), MPI_ERR_REQUEST);
    RAISES(MPI_Pready(0, MPI_REQUEST_NULL), MPI_ERR_REQUEST);
    MPI_Request_free(&plain);
    /* Four ints for two. */
    MPI_Start(&r);
    RAISES(MPI_Wait(&r, &status), MPI_ERR_TRUNCATE);
    MPI_Wait(&s, MPI_STATUS_IGNORE);
    MPI_Request_free(&s);
    MPI_Request_free(&r);
}

int main(int argc, char **argv)
{
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    left = (me + ranks - 1) % ranks;
    right = (me + 1) % ranks;
    cuts();
    one_by_one();
    gaps();
    order();
    by_threads();
    nobody();
    MPI_Request none = MPI_REQUEST_NULL;
    int arrived = 0;
    SAME(MPI_Parrived(none, 0, &arrived), MPI_SUCCESS);
    CHECK(arrived);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    wrong();
    return end();
}
