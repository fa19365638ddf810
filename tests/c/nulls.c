/* NULL where a buffer should be is an error, not a crash, in every call that takes one; it is legal where no
 * data are, for MPI_PROC_NULL, and as MPI_BOTTOM with absolute addresses (MPI-5.0 §3.2.2, §5.1.12). */
#include "check.h"

#define NO(call) RAISES(call, MPI_ERR_BUFFER)
#define YES(call) CHECK(!(call))

static int x = 5, y, many[4];
static const int one = 1, zero;
static MPI_Comm self;
static MPI_Datatype gaps, here, nothing;
static MPI_Request r;

static void types(void)
{
    MPI_Aint address;
    MPI_Get_address(&x, &address);
    MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &here);
    MPI_Type_vector(2, 1, 2, MPI_INT, &gaps);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&here);
    MPI_Type_commit(&gaps);
    MPI_Type_commit(&nothing);
}

static void sends(MPI_Datatype type)
{
    NO(MPI_Send(NULL, 1, type, 0, 1, self));
    NO(MPI_Ssend(NULL, 1, type, 0, 1, self));
    NO(MPI_Rsend(NULL, 1, type, 0, 1, self));
    NO(MPI_Bsend(NULL, 1, type, 0, 1, self));
    NO(MPI_Isend(NULL, 1, type, 0, 1, self, &r));
    NO(MPI_Issend(NULL, 1, type, 0, 1, self, &r));
    NO(MPI_Irsend(NULL, 1, type, 0, 1, self, &r));
    NO(MPI_Ibsend(NULL, 1, type, 0, 1, self, &r));
    NO(MPI_Send_init(NULL, 1, type, 0, 1, self, &r));
    NO(MPI_Recv(NULL, 1, type, 0, 1, self, MPI_STATUS_IGNORE));
    NO(MPI_Irecv(NULL, 1, type, 0, 1, self, &r));
    NO(MPI_Recv_init(NULL, 1, type, MPI_ANY_SOURCE, 1, self, &r));
    NO(MPI_Sendrecv(&x, 1, MPI_INT, 0, 1, NULL, 1, type, 0, 1, self, MPI_STATUS_IGNORE));
    NO(MPI_Sendrecv(NULL, 1, type, 0, 1, &y, 1, MPI_INT, 0, 1, self, MPI_STATUS_IGNORE));
    NO(MPI_Sendrecv_replace(NULL, 1, type, 0, 1, 0, 1, self, MPI_STATUS_IGNORE));
    NO(MPI_Isendrecv_replace(NULL, 1, type, 0, 1, 0, 1, self, &r));
}

static void collectives(MPI_Datatype type)
{
    NO(MPI_Bcast(NULL, 1, type, 0, self));
    NO(MPI_Gather(NULL, 1, type, many, 1, type, 0, self));
    NO(MPI_Gather(many, 1, type, NULL, 1, type, 0, self));
    NO(MPI_Gatherv(many, 1, type, NULL, &one, &zero, type, 0, self));
    NO(MPI_Scatter(NULL, 1, type, many, 1, type, 0, self));
    NO(MPI_Scatterv(NULL, &one, &zero, type, many, 1, type, 0, self));
    NO(MPI_Allgather(many, 1, type, NULL, 1, type, self));
    NO(MPI_Allgatherv(many, 1, type, NULL, &one, &zero, type, self));
    NO(MPI_Alltoall(NULL, 1, type, many, 1, type, self));
    NO(MPI_Alltoallv(many, &one, &zero, type, NULL, &one, &zero, type, self));
    NO(MPI_Alltoallw(NULL, &one, &zero, &type, many, &one, &zero, &type, self));
    NO(MPI_Ialltoall(NULL, 1, type, many, 1, type, self, &r));
    NO(MPI_Alltoall_init(NULL, 1, type, many, 1, type, self, MPI_INFO_NULL, &r));
}

static void reductions(void)
{
    NO(MPI_Reduce(NULL, &y, 1, MPI_INT, MPI_SUM, 0, self));
    NO(MPI_Reduce(&x, NULL, 1, MPI_INT, MPI_SUM, 0, self));
    NO(MPI_Allreduce(NULL, &y, 1, MPI_INT, MPI_SUM, self));
    NO(MPI_Allreduce(&x, NULL, 1, MPI_INT, MPI_SUM, self));
    NO(MPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_INT, MPI_SUM, self));
    NO(MPI_Scan(&x, NULL, 1, MPI_INT, MPI_SUM, self));
    NO(MPI_Exscan(NULL, &y, 1, MPI_INT, MPI_SUM, self));
    NO(MPI_Reduce_scatter_block(NULL, &y, 1, MPI_INT, MPI_SUM, self));
    NO(MPI_Reduce_scatter(&x, NULL, &one, MPI_INT, MPI_SUM, self));
    NO(MPI_Reduce_local(NULL, &y, 1, MPI_INT, MPI_SUM));
    NO(MPI_Reduce_local(&x, NULL, 1, MPI_INT, MPI_SUM));
}

/* Two ranks take shorter ways. */
static void on_all(void)
{
    NO(MPI_Bcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD));
    NO(MPI_Allreduce(NULL, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    NO(MPI_Allreduce(&x, NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
}

static void packing(MPI_Datatype type)
{
    int at = 0;
    NO(MPI_Pack(NULL, 1, type, many, sizeof many, &at, self));
    NO(MPI_Pack(many, 1, type, NULL, sizeof many, &at, self));
    NO(MPI_Unpack(NULL, sizeof many, &at, many, 1, type, self));
    NO(MPI_Unpack(many, sizeof many, &at, NULL, 1, type, self));
    at = 4;
    NO(MPI_Pack(&x, 1, MPI_INT, NULL, sizeof many, &at, self));
}

static void messages(void)
{
    MPI_Message message;
    int flag = 1;
    MPI_Isend(&x, 1, MPI_INT, 0, 2, self, &r);
    MPI_Mprobe(0, 2, self, &message, MPI_STATUS_IGNORE);
    NO(MPI_Mrecv(NULL, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    CHECK(message != MPI_MESSAGE_NULL); /* it can still be received */
    YES(MPI_Mrecv(&y, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    SAME(y, 5);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, self, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag); /* nothing is left of what failed */
}

static void legal(void)
{
    YES(MPI_Isend(NULL, 0, MPI_INT, 0, 3, self, &r));
    YES(MPI_Recv(NULL, 0, MPI_INT, 0, 3, self, MPI_STATUS_IGNORE));
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    YES(MPI_Sendrecv(NULL, 7, nothing, 0, 3, NULL, 7, nothing, 0, 3, self, MPI_STATUS_IGNORE));
    YES(MPI_Send(NULL, 1, MPI_INT, MPI_PROC_NULL, 3, self));
    YES(MPI_Recv(NULL, 1, MPI_INT, MPI_PROC_NULL, 3, self, MPI_STATUS_IGNORE));
    y = 0;
    YES(MPI_Sendrecv(MPI_BOTTOM, 1, here, 0, 3, &y, 1, MPI_INT, 0, 3, self, MPI_STATUS_IGNORE));
    SAME(y, 5);
    y = 0;
    YES(MPI_Allgather(MPI_BOTTOM, 1, here, &y, 1, MPI_INT, self));
    SAME(y, 5);
    YES(MPI_Alltoallw(NULL, &zero, &zero, &gaps, NULL, &zero, &zero, &gaps, self));
    YES(MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD));
    YES(MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    YES(MPI_Gather(&x, 1, MPI_INT, me == 0 ? get(sizeof(int) * (size_t) ranks) : NULL, 1, MPI_INT, 0,
                   MPI_COMM_WORLD));
}

int main(int argc, char **argv)
{
    static char room[1000];
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_SELF, &self);
    MPI_Buffer_attach(room, sizeof room);
    types();
    sends(MPI_INT);
    sends(gaps);
    collectives(MPI_INT);
    collectives(gaps);
    reductions();
    on_all();
    packing(MPI_INT);
    packing(gaps);
    messages();
    legal();
    MPI_Comm_free(&self);
    return end();
}
