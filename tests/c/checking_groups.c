/* Mistakes that are found with `check = yes` in persistent collectives, those among neighbours, and those of two groups. */
#include "told.h"

/* Once, and again. */
static void does(MPI_Request *request)
{
    for (int turn = 0; turn < 2; turn++) {
        CHECK(!MPI_Start(request));
        CHECK(!MPI_Wait(request, MPI_STATUS_IGNORE));
    }
    CHECK(!MPI_Request_free(request));
}

static void persistent(MPI_Comm comm)
{
    int a[16] = { 0 }, b[16], counts[16], places[16];
    MPI_Info none = MPI_INFO_NULL;
    MPI_Request request, other;
    TOLD(me == 1 ? MPI_Reduce_init(a, b, 1, MPI_INT, MPI_SUM, 0, comm, none, &request)
                 : MPI_Bcast_init(a, 1, MPI_INT, 0, comm, none, &request),
         MPI_ERR_NOT_SAME, "MPI_Bcast_init", "rank 1: MPI_Reduce_init", "groups");
    TOLD(me ? MPI_Barrier(comm) : MPI_Barrier_init(comm, none, &request), MPI_ERR_NOT_SAME, "rank 0: MPI_Barrier_init",
         ": MPI_Barrier;");
    TOLD(MPI_Bcast_init(a, me ? 2 : 1, MPI_INT, 0, comm, none, &request), MPI_ERR_COUNT, "rank 0 sends 4 bytes",
         "rank 1 receives 8");
    TOLD(MPI_Allreduce_init(a, b, 1, MPI_INT, me ? MPI_SUM : MPI_MAX, comm, none, &request), MPI_ERR_OP, "rank 0: MPI_MAX");
    for (int i = 0; i < ranks; i++) counts[i] = 1, places[i] = i;
    if (me == 0) counts[1] = 3;
    TOLD(MPI_Alltoallv_init(a, counts, places, MPI_INT, b, counts, places, MPI_INT, comm, none, &request), MPI_ERR_COUNT,
         "rank 0 sends 12 bytes", "rank 1 receives 4");
    counts[1] = 1;
    CHECK(!MPI_Alltoallv_init(a, counts, places, MPI_INT, b, counts, places, MPI_INT, comm, none, &request));
    /* They are made in one order and started in any. */
    CHECK(!MPI_Barrier_init(comm, none, &other));
    CHECK(!MPI_Start(me ? &request : &other));
    CHECK(!MPI_Start(me ? &other : &request));
    CHECK(!MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(!MPI_Wait(&other, MPI_STATUS_IGNORE));
    does(&request);
    does(&other);
}

static void neighbors(MPI_Comm comm)
{
    MPI_Comm ring;
    MPI_Request request;
    MPI_Info none = MPI_INFO_NULL;
    int periodic = 1, a[8] = { 0 }, b[8], ones[2] = { 1, 1 }, places[2] = { 0, 3 };
    float f[8] = { 0 };
    MPI_Cart_create(comm, 1, &ranks, &periodic, 0, &ring);
    MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
    TOLD(me ? MPI_Neighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, ring)
            : MPI_Neighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, ring),
         MPI_ERR_NOT_SAME, "rank 0: MPI_Neighbor_alltoall", "MPI_Neighbor_allgather");
    TOLD(MPI_Neighbor_alltoall(a, 1 + (me == 1), MPI_INT, b, 1 + (me == 1), MPI_INT, ring), MPI_ERR_COUNT,
         "rank 0 sends 4 bytes", "rank 1 receives 8");
    CHECK(!MPI_Ineighbor_allgather(me == 1 ? (void *) f : a, 1, me == 1 ? MPI_FLOAT : MPI_INT, b, 1, MPI_INT, ring, &request));
    TOLD(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_TYPE, "rank 1 sends MPI_FLOAT", "receives MPI_INT");
    int two[2] = { 1, 1 + (me == 1) };
    TOLD(MPI_Neighbor_allgatherv_init(a, 1, MPI_INT, b, two, places, MPI_INT, ring, none, &request), MPI_ERR_COUNT,
         "sends 4 bytes", "rank 1 receives 8");
    /* What goes up comes from below, in a ring of two as well. */
    int up[2] = { 1, 2 }, from_below[2] = { 2, 1 };
    CHECK(!MPI_Neighbor_alltoallv(a, up, places, MPI_INT, b, from_below, places, MPI_INT, ring));
    TOLD(MPI_Neighbor_alltoallv(a, up, places, MPI_INT, b, up, places, MPI_INT, ring), MPI_ERR_COUNT, "rank 0 sends 4 bytes",
         "receives 8");
    MPI_Aint bytes[2] = { 0, 12 };
    MPI_Datatype types[2] = { MPI_INT, MPI_INT }, mixed[2] = { MPI_INT, me ? MPI_INT : MPI_FLOAT };
    CHECK(!MPI_Neighbor_alltoallw(a, ones, bytes, types, b, ones, bytes, types, ring));
    TOLD(MPI_Neighbor_alltoallw(a, ones, bytes, mixed, b, ones, bytes, types, ring), MPI_ERR_TYPE, "rank 0 sends MPI_FLOAT",
         "receives MPI_INT");
    CHECK(!MPI_Neighbor_alltoall_init(a, 1, MPI_INT, b, 1, MPI_INT, ring, none, &request));
    does(&request);
    MPI_Comm_free(&ring);
    /* Beyond the ends of a line nobody is. */
    periodic = 0;
    MPI_Cart_create(comm, 1, &ranks, &periodic, 0, &ring);
    CHECK(!MPI_Neighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, ring));
    MPI_Comm_free(&ring);
}

/* An edge that only one of its ends knows. */
static void one_sided_edge(MPI_Comm comm)
{
    MPI_Comm graph;
    int a = 0, b[2], one = 1, zero = 0, *volatile unweighted = MPI_UNWEIGHTED;
    MPI_Dist_graph_create_adjacent(comm, 0, &zero, unweighted, me == 0, &one, unweighted, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_set_errhandler(graph, MPI_ERRORS_RETURN);
    TOLD(MPI_Neighbor_allgather(&a, 1, MPI_INT, b, 1, MPI_INT, graph), MPI_ERR_TOPOLOGY, "rank 0 sends to rank 1",
         "it is no source");
    MPI_Comm_free(&graph);
    MPI_Dist_graph_create_adjacent(comm, me == 1, &zero, unweighted, 0, &one, unweighted, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_set_errhandler(graph, MPI_ERRORS_RETURN);
    TOLD(MPI_Neighbor_alltoall(&a, 1, MPI_INT, b, 1, MPI_INT, graph), MPI_ERR_TOPOLOGY, "rank 1 receives from rank 0",
         "it is no destination");
    MPI_Comm_free(&graph);
    /* Nobody has neighbours. */
    MPI_Dist_graph_create_adjacent(comm, 0, &zero, unweighted, 0, &one, unweighted, MPI_INFO_NULL, 0, &graph);
    CHECK(!MPI_Neighbor_alltoall(&a, 1, MPI_INT, b, 1, MPI_INT, graph));
    MPI_Comm_free(&graph);
}

static int odd, here, there, mine, counts[16], places[16];

/* What the argument root is where an even rank is the root. */
static int root_is(int at)
{
    if (odd) return at;
    return mine == at ? MPI_ROOT : MPI_PROC_NULL;
}

static void rooted(MPI_Comm inter)
{
    int a[64] = { 0 }, b[64], root = root_is(0);
    float f[64] = { 0 };
    TOLD(MPI_Bcast(a, 1, MPI_INT, odd ? 1 : root, inter), MPI_ERR_ROOT, "argument root differs", "MPI_ROOT");
    TOLD(MPI_Bcast(a, 1, MPI_INT, odd ? 0 : MPI_PROC_NULL, inter), MPI_ERR_ROOT, "MPI_PROC_NULL", odd ? "local" : "remote");
    TOLD(MPI_Bcast(a, 1, MPI_INT, MPI_ROOT, inter), MPI_ERR_ROOT, "MPI_ROOT");
    TOLD(MPI_Bcast(a, 1 + odd, MPI_INT, root, inter), MPI_ERR_COUNT, "rank 0 sends 4 bytes", "rank 0 receives 8");
    TOLD(MPI_Gather(odd ? (void *) f : a, 1, odd ? MPI_FLOAT : MPI_INT, b, 1, MPI_INT, root, inter), MPI_ERR_TYPE,
         odd ? "local rank 0 sends MPI_FLOAT" : "remote rank 0 sends MPI_FLOAT");
    TOLD(MPI_Scatter(a, 1, MPI_INT, b, 1 + odd, MPI_INT, root, inter), MPI_ERR_COUNT, "receives 8");
    TOLD(MPI_Reduce(a, b, 1 + odd, MPI_INT, MPI_SUM, root, inter), MPI_ERR_COUNT, "reduces 4 bytes", "rank 0 8");
    counts[0] = 1 + !odd;
    TOLD(MPI_Gatherv(a, 1, MPI_INT, b, counts, places, MPI_INT, root, inter), MPI_ERR_COUNT, "sends 4 bytes",
         odd ? "remote rank 0 receives 8" : "local rank 0 receives 8");
    TOLD(MPI_Scatterv(a, counts, places, MPI_INT, b, 1, MPI_INT, root, inter), MPI_ERR_COUNT, "sends 8 bytes");
    counts[0] = 1;
    /* What means nothing beside the root is not looked at. */
    MPI_Op op = !odd && mine ? MPI_MAX : MPI_SUM;
    CHECK(!MPI_Bcast(a, 1 + (!odd && mine), MPI_INT, root, inter));
    CHECK(!MPI_Gather(a, 1, MPI_INT, b, 1 + (!odd && mine), MPI_INT, root, inter));
    CHECK(!MPI_Scatter(a, 1 + (!odd && mine), MPI_INT, b, 1, MPI_INT, root, inter));
    CHECK(!MPI_Reduce(a, b, 1 + (!odd && mine), MPI_INT, op, root, inter));
    CHECK(!MPI_Gatherv(a, 1, MPI_INT, b, counts, places, MPI_INT, root, inter));
    CHECK(!MPI_Scatterv(a, counts, places, MPI_INT, b, 1, MPI_INT, root, inter));
}

static void all(MPI_Comm inter)
{
    int a[64] = { 0 }, b[64];
    float f[64] = { 0 };
    MPI_Request request;
    MPI_Comm made;
    TOLD(odd ? MPI_Barrier(inter) : MPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, inter), MPI_ERR_NOT_SAME,
         odd ? "remote rank" : "local rank", ": MPI_Allreduce", ": MPI_Barrier");
    TOLD(odd ? MPI_Barrier(inter) : MPI_Comm_dup(inter, &made), MPI_ERR_NOT_SAME, ": MPI_Comm_dup", ": MPI_Barrier");
    TOLD(MPI_Allgather(odd ? (void *) f : a, 1, odd ? MPI_FLOAT : MPI_INT, b, 1, MPI_INT, inter), MPI_ERR_TYPE,
         "sends MPI_FLOAT", odd ? "remote rank 0 receives MPI_INT" : "local rank 0 receives MPI_INT");
    TOLD(MPI_Alltoall(a, 1, MPI_INT, b, 1 + odd, MPI_INT, inter), MPI_ERR_COUNT, "sends 4 bytes", "receives 8");
    TOLD(MPI_Allreduce(a, b, 1, MPI_INT, odd ? MPI_SUM : MPI_MAX, inter), MPI_ERR_OP, "MPI_SUM", "MPI_MAX");
    TOLD(MPI_Reduce_scatter_block(a, b, there + odd, MPI_INT, MPI_SUM, inter), MPI_ERR_COUNT, "reduces");
    counts[0] = 1 + (odd && mine == 0) * 2;
    CHECK(!MPI_Iallgatherv(a, 1, MPI_INT, b, counts, places, MPI_INT, inter, &request));
    TOLD(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_COUNT, "rank 0 sends 4 bytes", "rank 0 receives 12");
    TOLD(MPI_Alltoallv(a, counts, places, MPI_INT, b, counts, places, MPI_INT, inter), MPI_ERR_COUNT, "12");
    counts[0] = 1;
    TOLD(odd ? MPI_Barrier_init(inter, MPI_INFO_NULL, &request)
             : MPI_Allreduce_init(a, b, 1, MPI_INT, MPI_SUM, inter, MPI_INFO_NULL, &request),
         MPI_ERR_NOT_SAME, "MPI_Allreduce_init", "MPI_Barrier_init");
    CHECK(!MPI_Barrier(inter));
    CHECK(!MPI_Allgather(a, 1, MPI_INT, b, 1, MPI_INT, inter));
    CHECK(!MPI_Alltoall(a, 1, MPI_INT, b, 1, MPI_INT, inter));
    CHECK(!MPI_Alltoallv(a, counts, places, MPI_INT, b, counts, places, MPI_INT, inter));
    CHECK(!MPI_Allgatherv(a, 1, MPI_INT, b, counts, places, MPI_INT, inter));
    CHECK(!MPI_Reduce_scatter_block(a, b, there, MPI_INT, MPI_SUM, inter));
    CHECK(!MPI_Allreduce_init(a, b, 1, MPI_INT, MPI_SUM, inter, MPI_INFO_NULL, &request));
    does(&request);
    CHECK(!MPI_Comm_dup(inter, &made));
    MPI_Comm_free(&made);
    TOLD(odd ? MPI_Barrier(inter) : MPI_Intercomm_merge(inter, 0, &made), MPI_ERR_NOT_SAME, ": MPI_Intercomm_merge",
         ": MPI_Barrier");
    if (ranks == 5) TOLD(MPI_Intercomm_merge(inter, !odd && !mine, &made), MPI_ERR_ARG, "argument high differs", "rank 0: as there");
    CHECK(!MPI_Intercomm_merge(inter, odd, &made));
    MPI_Comm_free(&made);
}

/* What makes communicators, topologies and windows. */
static void made_of_one(MPI_Comm comm)
{
    MPI_Comm made = MPI_COMM_NULL, own;
    MPI_Request request;
    MPI_Win win;
    int dims[2] = { me ? ranks : 1, me ? 1 : ranks }, periods[2] = { 0, 0 }, same[1] = { ranks }, a[4], *base;
    int none[1] = { 0 }, weight[1] = { 1 }, *volatile unweighted = MPI_UNWEIGHTED;
    MPI_Info info = MPI_INFO_NULL;
    TOLD(MPI_Cart_create(comm, 2, dims, periods, 0, &made), MPI_ERR_ARG, "dims", "rank 0: as there; rank", " 1", ": otherwise");
    TOLD(me ? MPI_Barrier(comm) : MPI_Cart_create(comm, 1, same, periods, 0, &made), MPI_ERR_NOT_SAME,
         "rank 0: MPI_Cart_create", ": MPI_Barrier");
    CHECK(!MPI_Cart_create(comm, 1, same, periods, 0, &made));
    MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
    int remain = 1, *which = &remain;
    TOLD(me ? MPI_Barrier(made) : MPI_Cart_sub(made, which, &own), MPI_ERR_NOT_SAME, "rank 0: MPI_Cart_sub");
    CHECK(!MPI_Cart_sub(made, which, &own));
    MPI_Comm_free(&own);
    MPI_Comm_free(&made);
    TOLD(MPI_Dist_graph_create_adjacent(comm, 0, none, me ? weight : unweighted, 0, none, me ? weight : unweighted, info, 0, &made),
         MPI_ERR_ARG, "MPI_UNWEIGHTED", "rank 0: as there");
    TOLD(MPI_Dist_graph_create(comm, 0, none, none, none, me ? weight : unweighted, info, 0, &made), MPI_ERR_ARG,
         "MPI_UNWEIGHTED", "rank 0: as there");
    TOLD(me ? MPI_Win_create_dynamic(info, comm, &win) : MPI_Win_create(a, sizeof a, 1, info, comm, &win), MPI_ERR_NOT_SAME,
         "rank 0: MPI_Win_create;", ": MPI_Win_create_dynamic");
    TOLD(me ? MPI_Win_allocate_shared(8, 1, info, comm, &base, &win) : MPI_Win_allocate(8, 1, info, comm, &base, &win),
         MPI_ERR_NOT_SAME, "rank 0: MPI_Win_allocate;");
    /* Whose error comes by the request. */
    if (me) {
        TOLD(MPI_Barrier(comm), MPI_ERR_NOT_SAME, "rank 0: MPI_Comm_idup");
    } else {
        CHECK(!MPI_Comm_idup(comm, &made, &request));
        TOLD(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_NOT_SAME, "rank 0: MPI_Comm_idup", ": MPI_Barrier");
        MPI_Comm_free(&made);
    }
    /* What only some have begun confuses nothing that follows. */
    if (me) {
        TOLD(MPI_Barrier(comm), MPI_ERR_NOT_SAME, "rank 0: MPI_Ibarrier");
    } else {
        CHECK(!MPI_Ibarrier(comm, &request));
        TOLD(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_NOT_SAME, "rank 0: MPI_Ibarrier");
    }
    CHECK(!MPI_Ibarrier(comm, &request));
    CHECK(!MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(!MPI_Comm_idup(comm, &made, &request));
    CHECK(!MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(!MPI_Barrier(made));
    MPI_Comm_free(&made);
    MPI_Comm_split(comm, 0, me, &own);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    TOLD(MPI_Intercomm_create(own, me == 1, comm, 0, 3, &made), MPI_ERR_ARG, "argument local_leader differs");
    MPI_Comm_free(&own);
}

static void two_groups(MPI_Comm comm)
{
    MPI_Comm side, inter;
    odd = me % 2;
    MPI_Comm_split(comm, odd, 0, &side);
    MPI_Comm_size(side, &here);
    MPI_Comm_rank(side, &mine);
    there = ranks - here;
    MPI_Intercomm_create(side, 0, comm, !odd, 3, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    for (int i = 0; i < there; i++) counts[i] = 1, places[i] = i * 3;
    rooted(inter);
    all(inter);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&side);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(ranks > 1);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_name(comm, "groups");
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    persistent(comm);
    neighbors(comm);
    one_sided_edge(comm);
    made_of_one(comm);
    two_groups(comm);
    MPI_Comm_free(&comm);
    return end();
}
