/* Mistakes that are found with `check = yes`, and what is told of each: the class, and words of the sentence. */
#include "told.h"

static void messages(MPI_Comm comm)
{
    int numbers[4] = { 1, 2, 3, 4 };
    float room[4] = { -1, -1, -1, -1 };
    MPI_Request request;
    if (me == 0) {
        CHECK(!MPI_Send(numbers, 4, MPI_INT, 1, 7, comm));
        CHECK(!MPI_Ssend(numbers, 4, MPI_INT, 1, 8, comm));
        CHECK(!MPI_Send(numbers, 4, MPI_INT, 1, 9, comm));
        CHECK(!MPI_Send(numbers, 4, MPI_INT, 1, 10, comm));
    } else if (me == 1) {
        TOLD(MPI_Recv(room, 4, MPI_FLOAT, 0, 7, comm, MPI_STATUS_IGNORE), MPI_ERR_TYPE, "MPI_INT", "MPI_FLOAT", "rank 0",
             "tag 7", "checked");
        MPI_Irecv(room, 4, MPI_FLOAT, MPI_ANY_SOURCE, 8, comm, &request);
        TOLD(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_TYPE, "MPI_INT", "MPI_FLOAT", "rank 0", "tag 8");
        SAME(room[0], -1);
        /* Bytes go with anything, and so do names of the same numbers. */
        CHECK(!MPI_Recv(room, sizeof room, MPI_BYTE, 0, 9, comm, MPI_STATUS_IGNORE));
        CHECK(!MPI_Recv(room, 4, MPI_INT32_T, 0, 10, comm, MPI_STATUS_IGNORE));
    }
}

static void buffers(MPI_Comm comm)
{
    int data[8], other[8] = { 0 }, from = (me + ranks - 1) % ranks, to = (me + 1) % ranks;
    MPI_Request receive, send;
    CHECK(!MPI_Irecv(data, 8, MPI_INT, from, 1, comm, &receive));
    TOLD(MPI_Recv(data + 7, 1, MPI_INT, from, 2, comm, MPI_STATUS_IGNORE), MPI_ERR_BUFFER, "argument buf", "receives into",
         "32 bytes", "not waited for");
    TOLD(MPI_Irecv(data, 8, MPI_INT, from, 2, comm, &send), MPI_ERR_BUFFER, "argument buf");
    TOLD(MPI_Send(data + 2, 2, MPI_INT, to, 2, comm), MPI_ERR_BUFFER, "sends from 8 bytes");
    CHECK(!MPI_Isend(other, 8, MPI_INT, to, 1, comm, &send));
    CHECK(!MPI_Wait(&receive, MPI_STATUS_IGNORE));
    CHECK(!MPI_Wait(&send, MPI_STATUS_IGNORE));
    /* It is free again. */
    CHECK(!MPI_Sendrecv(other, 1, MPI_INT, to, 3, data, 1, MPI_INT, from, 3, comm, MPI_STATUS_IGNORE));
    /* Readers share, and two columns are two places. */
    MPI_Request all[4];
    MPI_Datatype column;
    MPI_Type_vector(4, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    CHECK(!MPI_Irecv(data, 1, column, from, 4, comm, &all[0]));
    CHECK(!MPI_Irecv(data + 1, 1, column, from, 5, comm, &all[1]));
    CHECK(!MPI_Issend(other, 4, MPI_INT, to, 4, comm, &all[2]));
    CHECK(!MPI_Issend(other, 4, MPI_INT, to, 5, comm, &all[3]));
    CHECK(!MPI_Waitall(4, all, MPI_STATUSES_IGNORE));
    MPI_Type_free(&column);
}

static void order(MPI_Comm comm)
{
    int a[4] = { 0 }, b[4 * 16];
    MPI_Request request;
    int code = me == 1 ? MPI_Reduce(a, b, 1, MPI_INT, MPI_SUM, 0, comm) : MPI_Bcast(a, 1, MPI_INT, 0, comm);
    TOLD(code, MPI_ERR_NOT_SAME, "MPI_Bcast", "rank 1: MPI_Reduce", "checked");
    code = me == 0 ? MPI_Ibarrier(comm, &request) : MPI_Iallgather(a, 1, MPI_INT, b, 1, MPI_INT, comm, &request);
    SAME(code, MPI_SUCCESS);
    TOLD(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_NOT_SAME, "rank 0: MPI_Ibarrier", "MPI_Iallgather");
    MPI_Comm made = MPI_COMM_NULL;
    code = me == 0 ? MPI_Comm_dup(comm, &made) : MPI_Barrier(comm);
    TOLD(code, MPI_ERR_NOT_SAME, "rank 0: MPI_Comm_dup", "MPI_Barrier");
    code = me == 0 ? MPI_Barrier(comm) : MPI_Comm_split(comm, 0, 0, &made);
    TOLD(code, MPI_ERR_NOT_SAME, "rank 0: MPI_Barrier", "MPI_Comm_split");
    CHECK(!MPI_Barrier(comm));
}

static void arguments(MPI_Comm comm)
{
    int a[64] = { 0 }, b[64 * 16], counts[16], places[16];
    float f[64] = { 0 };
    MPI_Request request;
    TOLD(MPI_Bcast(a, 1, MPI_INT, me == 1, comm), MPI_ERR_ROOT, "argument root", "rank 1: 1");
    TOLD(MPI_Allreduce(a, b, 1, MPI_INT, me ? MPI_SUM : MPI_MAX, comm), MPI_ERR_OP, "rank 0: MPI_MAX", "MPI_SUM");
    TOLD(MPI_Allreduce(a, b, 1 + (me == 1), MPI_INT, MPI_SUM, comm), MPI_ERR_COUNT, "rank 0 reduces 4 bytes",
         "rank 1 8");
    TOLD(MPI_Bcast(a, me ? 2 : 1, MPI_INT, 0, comm), MPI_ERR_COUNT, "rank 0 sends 4 bytes", "rank 1 receives 8");
    TOLD(me ? MPI_Bcast(f, 1, MPI_FLOAT, 0, comm) : MPI_Bcast(a, 1, MPI_INT, 0, comm), MPI_ERR_TYPE, "rank 0 sends MPI_INT",
         "rank 1 receives MPI_FLOAT");
    TOLD(MPI_Gather(a, 1 + (me == 1), MPI_INT, b, 1, MPI_INT, 0, comm), MPI_ERR_COUNT, "rank 1 sends 8 bytes",
         "rank 0 receives 4");
    TOLD(MPI_Scatter(b, 2, MPI_INT, a, 2 - (me == 1), MPI_INT, 0, comm), MPI_ERR_COUNT, "rank 1 receives 4");
    TOLD(MPI_Allgather(me ? (void *) f : a, 1, me ? MPI_FLOAT : MPI_INT, b, 1, MPI_INT, comm), MPI_ERR_TYPE,
         "rank 1 sends MPI_FLOAT");
    CHECK(!MPI_Ialltoall(a, 1 + (me == 1), MPI_INT, b, 1 + (me == 1), MPI_INT, comm, &request));
    TOLD(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_COUNT, "rank 1");
    for (int i = 0; i < ranks; i++) counts[i] = 1, places[i] = i;
    if (me == 0) counts[1] = 3;
    TOLD(MPI_Alltoallv(a, counts, places, MPI_INT, b, counts, places, MPI_INT, comm), MPI_ERR_COUNT,
         "rank 0 sends 12 bytes", "rank 1 receives 4");
    TOLD(MPI_Gatherv(a, 1, MPI_INT, b, counts, places, MPI_INT, 0, comm), MPI_ERR_COUNT, "rank 1 sends 4 bytes",
         "rank 0 receives 12");
    TOLD(MPI_Scatterv(b, counts, places, MPI_INT, a, 1, MPI_INT, 0, comm), MPI_ERR_COUNT, "rank 0 sends 12 bytes");
    /* What goes together passes, in place and in other names, too. */
    counts[1] = 1;
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    CHECK(!(me ? MPI_Bcast(a, 1, pair, 0, comm) : MPI_Bcast(a, 2, MPI_INT, 0, comm)));
    CHECK(!MPI_Gather(me ? a : MPI_IN_PLACE, 1, MPI_INT, b, 1, MPI_INT, 0, comm));
    CHECK(!MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 1, MPI_INT, comm));
    CHECK(!MPI_Gatherv(me ? a : MPI_IN_PLACE, 1, MPI_INT, b, counts, places, MPI_INT, 0, comm));
    CHECK(!MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, b, counts, places, MPI_INT, comm));
    CHECK(!MPI_Ibarrier(comm, &request));
    CHECK(!MPI_Wait(&request, MPI_STATUS_IGNORE));
    MPI_Type_free(&pair);
}

static void windows(void)
{
    int *base, value = 1;
    MPI_Win win;
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    TOLD(MPI_Win_fence(me ? 0 : MPI_MODE_NOSUCCEED, win), MPI_ERR_ASSERT, "argument assert", "rank 0: 16384");
    CHECK(!MPI_Win_fence(MPI_MODE_NOPRECEDE | (me ? MPI_MODE_NOPUT : 0), win));
    CHECK(!MPI_Put(&value, 1, MPI_INT, (me + 1) % ranks, 0, 1, MPI_INT, win));
    CHECK(!MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    MPI_Win again = win;
    TOLD(me ? MPI_Win_fence(0, win) : MPI_Win_free(&again), MPI_ERR_NOT_SAME, "rank 0: MPI_Win_free", "MPI_Win_fence");
    MPI_Barrier(MPI_COMM_WORLD);
    /* Rank 0 exposes its memory to rank 1, which does not come. */
    MPI_Group all, one;
    int rank = 1;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (me == 0) {
        MPI_Group_incl(all, 1, &rank, &one);
        CHECK(!MPI_Win_post(one, 0, win));
    } else if (me == 1) {
        rank = 0;
        TOLD(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC, "rank 0", "MPI_Win_post", "MPI_Win_start");
        MPI_Group_incl(all, 1, &rank, &one);
        CHECK(!MPI_Win_start(one, 0, win));
        CHECK(!MPI_Win_complete(win));
    }
    if (me == 0) CHECK(!MPI_Win_wait(win));
    if (me < 2) MPI_Group_free(&one);
    MPI_Group_free(&all);
    /* The window stays: rank 1 has begun a fence that nobody else has. */
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(ranks > 1);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_name(comm, "checked");
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    messages(comm);
    buffers(comm);
    order(comm);
    arguments(comm);
    MPI_Comm_free(&comm);
    windows();
    return end();
}
