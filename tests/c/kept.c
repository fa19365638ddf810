/* Operations keep the objects that they were made with (MPI-5.0 §5.1.9, §6.9.7, §7.4.3): the program frees
 * datatypes, reductions and communicators before it starts persistent operations, and while others go on. */
#include "check.h"

enum { PER = 5, MOST = 8, ALL = PER * MOST * 2 };

/* The gap and the end belong to no element. */
struct cell {
    int a, gap, b, end;
};

static struct cell in[ALL], out[ALL], expected[ALL];
static int counts[MOST], displs[MOST], bytes[MOST];
static MPI_Aint places[MOST];
static MPI_Datatype type, types[MOST];
static MPI_Op op;
static MPI_Comm comm;
static int called;

/* May ask the datatype what it likes. */
static void combine(void *from, void *to, int *n, MPI_Datatype *datatype)
{
    struct cell *x = from, *y = to;
    MPI_Aint lb, extent;
    int size, integers, addresses, inner, combiner;
    CHECK(!MPI_Type_get_extent(*datatype, &lb, &extent));
    CHECK(!MPI_Type_size(*datatype, &size));
    CHECK(!MPI_Type_get_envelope(*datatype, &integers, &addresses, &inner, &combiner));
    SAME(extent, sizeof(struct cell));
    SAME(size, 2 * sizeof(int));
    SAME(combiner, MPI_COMBINER_RESIZED);
    for (int i = 0; i < *n; i++) {
        y[i].a += x[i].a;
        y[i].b = 3 * x[i].b + y[i].b;
    }
    called++;
}

static void make(int near)
{
    MPI_Datatype inner;
    int periodic = 1;
    MPI_Type_vector(2, 1, 2, MPI_INT, &inner);
    MPI_Type_create_resized(inner, 0, sizeof(struct cell), &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&inner);
    MPI_Op_create(combine, 0, &op);
    if (near) MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &periodic, 0, &comm);
    else MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < MOST; i++) types[i] = type;
    for (int i = 0; i < ALL; i++) in[i] = (struct cell) { me * 100 + i, -1, me + 3 * i, -2 };
    memset(expected, 0, sizeof expected);
}

static void forget(void)
{
    CHECK(!MPI_Type_free(&type));
    CHECK(!MPI_Op_free(&op));
    CHECK(!MPI_Comm_free(&comm));
}

/* Starts an operation that writes to `out` twice, its objects being freed. */
static void restart(MPI_Request *request)
{
    forget();
    for (int round = 0; round < 2; round++) {
        memset(out, 0, sizeof out);
        CHECK(!MPI_Start(request));
        CHECK(!MPI_Wait(request, MPI_STATUS_IGNORE));
        CHECK(!memcmp(out, expected, sizeof out));
    }
    CHECK(!MPI_Request_free(request));
}

/* The persistent form gives what the blocking one gives. */
#define ALIKE(near, name, init, ...)                                                          \
    do {                                                                                      \
        MPI_Request request;                                                                  \
        struct cell *to = expected;                                                           \
        make(near);                                                                           \
        CHECK(!MPI_##name(__VA_ARGS__, comm));                                                \
        to = out;                                                                             \
        CHECK(!MPI_##init(__VA_ARGS__, comm, MPI_INFO_NULL, &request));                       \
        restart(&request);                                                                    \
    } while (0)

static void data(void)
{
    int root = ranks - 1;
    ALIKE(0, Bcast, Bcast_init, me == root ? in : to, PER, type, root);
    ALIKE(0, Gather, Gather_init, in, PER, type, to, PER, type, root);
    ALIKE(0, Gatherv, Gatherv_init, in, PER, type, to, counts, displs, type, root);
    ALIKE(0, Scatter, Scatter_init, in, PER, type, to, PER, type, root);
    ALIKE(0, Scatterv, Scatterv_init, in, counts, displs, type, to, PER, type, root);
    ALIKE(0, Allgather, Allgather_init, in, PER, type, to, PER, type);
    ALIKE(0, Allgatherv, Allgatherv_init, in, PER, type, to, counts, displs, type);
    ALIKE(0, Alltoall, Alltoall_init, in, PER, type, to, PER, type);
    ALIKE(0, Alltoallv, Alltoallv_init, in, counts, displs, type, to, counts, displs, type);
    ALIKE(0, Alltoallw, Alltoallw_init, in, counts, bytes, types, to, counts, bytes, types);
}

static void reductions(void)
{
    ALIKE(0, Reduce, Reduce_init, in, to, PER, type, op, 0);
    ALIKE(0, Allreduce, Allreduce_init, in, to, PER, type, op);
    ALIKE(0, Scan, Scan_init, in, to, PER, type, op);
    ALIKE(0, Exscan, Exscan_init, in, to, PER, type, op);
    ALIKE(0, Reduce_scatter_block, Reduce_scatter_block_init, in, to, PER, type, op);
    ALIKE(0, Reduce_scatter, Reduce_scatter_init, in, to, counts, type, op);
}

static void neighbors(void)
{
    ALIKE(1, Neighbor_allgather, Neighbor_allgather_init, in, PER, type, to, PER, type);
    ALIKE(1, Neighbor_allgatherv, Neighbor_allgatherv_init, in, PER, type, to, counts, displs, type);
    ALIKE(1, Neighbor_alltoall, Neighbor_alltoall_init, in, PER, type, to, PER, type);
    ALIKE(1, Neighbor_alltoallv, Neighbor_alltoallv_init, in, counts, displs, type, to, counts,
          displs, type);
    ALIKE(1, Neighbor_alltoallw, Neighbor_alltoallw_init, in, counts, places, types, to, counts,
          places, types);
}

/* A reduction is under way on every rank but the last when its objects are freed. */
static void under_way(void)
{
    MPI_Request requests[3];
    MPI_Datatype copy;
    int word = 0;
    make(0);
    copy = type;
    memset(out, 0, sizeof out);
    MPI_Allreduce(in, expected, PER, type, op, comm);
    MPI_Scan(in, expected + PER, PER, type, op, comm);
    MPI_Reduce_scatter_block(in, expected + 2 * PER, PER, type, op, comm);
    called = 0;
    if (me == ranks - 1)
        for (int i = 0; i < me; i++) MPI_Recv(&word, 1, MPI_INT, i, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(!MPI_Iallreduce(in, out, PER, type, op, comm, &requests[0]));
    CHECK(!MPI_Iscan(in, out + PER, PER, type, op, comm, &requests[1]));
    CHECK(!MPI_Ireduce_scatter_block(in, out + 2 * PER, PER, type, op, comm, &requests[2]));
    forget();
    if (me == 0 && ranks > 1) {
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
        RAISES(MPI_Type_free(&copy), MPI_ERR_TYPE);
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    }
    if (me != ranks - 1) MPI_Send(&word, 1, MPI_INT, ranks - 1, 3, MPI_COMM_WORLD);
    CHECK(!MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    CHECK(!memcmp(out, expected, sizeof out));
    CHECK(ranks == 1 || called > 0);
}

static void from_each_to_each(void)
{
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    static char room[4096 + 4 * MPI_BSEND_OVERHEAD];
    MPI_Request requests[2];
    MPI_Status statuses[2];
    make(0);
    MPI_Buffer_attach(room, sizeof room);
    CHECK(!MPI_Recv_init(out, PER, type, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &requests[0]));
    CHECK(!MPI_Bsend_init(in, PER, type, right, 5, comm, &requests[1]));
    forget();
    /* Others come and go, and their remains are cleared away. */
    for (int i = 0; i < 9; i++) {
        MPI_Comm other;
        MPI_Comm_dup(MPI_COMM_WORLD, &other);
        MPI_Comm_free(&other);
    }
    for (int round = 0; round < 3; round++) {
        memset(out, 0, sizeof out);
        CHECK(!MPI_Startall(2, requests));
        CHECK(!MPI_Waitall(2, requests, statuses));
        SAME(statuses[0].MPI_SOURCE, left);
        SAME(statuses[0].MPI_TAG, 5);
        for (int i = 0; i < PER; i++) SAME(out[i].b, left + 3 * i);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Buffer_detach(&(void *) { 0 }, &(int) { 0 });
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int i = 0; i < MOST; i++) {
        counts[i] = PER;
        displs[i] = i * PER;
        bytes[i] = displs[i] * (int) sizeof(struct cell);
        places[i] = bytes[i];
    }
    data();
    reductions();
    neighbors();
    under_way();
    from_each_to_each();
    return end();
}
