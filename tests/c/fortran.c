/* Handles and statuses as Fortran's integers (MPI-5.0 §19.3.4, §19.3.5): by macro, which uses what the
 * standard ABI has, and by function. */
#include "check.h"

/* There and back, by both ways; `(name)` is the function. */
#define ROUND(kind, handle)                                                                   \
    do {                                                                                      \
        MPI_Fint there_ = MPI_##kind##_c2f(handle);                                           \
        CHECK((MPI_##kind##_c2f)(handle) == there_ && PMPI_##kind##_c2f(handle) == there_);   \
        CHECK(MPI_##kind##_f2c(there_) == (handle));                                          \
        CHECK((MPI_##kind##_f2c)(there_) == (handle));                                        \
        CHECK(PMPI_##kind##_f2c(there_) == (handle));                                         \
    } while (0)

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void) type;
    for (int i = 0; i < *n; i++) ((int *) inout)[i] += ((int *) in)[i];
}

static void predefined(void)
{
    ROUND(Comm, MPI_COMM_WORLD);
    ROUND(Comm, MPI_COMM_NULL);
    SAME(MPI_Comm_c2f(MPI_COMM_WORLD), (intptr_t) MPI_COMM_WORLD);
    ROUND(Type, MPI_DOUBLE);
    ROUND(Op, MPI_SUM);
    ROUND(Group, MPI_GROUP_EMPTY);
    ROUND(Info, MPI_INFO_ENV);
    ROUND(Errhandler, MPI_ERRORS_RETURN);
    ROUND(Request, MPI_REQUEST_NULL);
    ROUND(Message, MPI_MESSAGE_NO_PROC);
    ROUND(File, MPI_FILE_NULL);
    ROUND(Win, MPI_WIN_NULL);
    ROUND(Session, MPI_SESSION_NULL);
}

static void made(void)
{
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Group group;
    MPI_Info info;
    MPI_Errhandler handler;
    MPI_Fint freed;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    ROUND(Comm, comm);
    freed = MPI_Comm_c2f(comm);
    MPI_Comm_free(&comm);
    CHECK(MPI_Comm_f2c(freed) == MPI_COMM_NULL);
    MPI_Type_contiguous(2, MPI_INT, &type);
    ROUND(Type, type);
    MPI_Type_free(&type);
    MPI_Op_create(add, 1, &op);
    ROUND(Op, op);
    MPI_Op_free(&op);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    ROUND(Group, group);
    MPI_Group_free(&group);
    MPI_Info_create(&info);
    ROUND(Info, info);
    MPI_Info_free(&info);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    ROUND(Errhandler, handler);
    MPI_Errhandler_free(&handler);
}

/* Requests and messages of all kinds, as they come and go. */
static void transfers(void)
{
    MPI_Request r[40], one;
    MPI_Message message;
    MPI_Status status;
    int in[40], out[40], peer = (me + 1) % ranks, from = (me + ranks - 1) % ranks;
    for (int i = 0; i < 40; i++) {
        MPI_Irecv(&in[i], 1, MPI_INT, from, i, MPI_COMM_WORLD, &r[i]);
        ROUND(Request, r[i]);
    }
    for (int i = 0; i < 40; i++) {
        out[i] = 100 * me + i;
        MPI_Isend(&out[i], 1, MPI_INT, peer, i, MPI_COMM_WORLD, &one);
        ROUND(Request, one);
        MPI_Fint number = MPI_Request_c2f(one);
        one = MPI_Request_f2c(number);
        MPI_Wait(&one, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 40; i++) r[i] = MPI_Request_f2c(MPI_Request_c2f(r[i]));
    MPI_Waitall(40, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 40; i++) SAME(in[i], 100 * from + i);
    MPI_Isend(out, 1, MPI_INT, peer, 77, MPI_COMM_WORLD, &one);
    MPI_Mprobe(from, 77, MPI_COMM_WORLD, &message, &status);
    ROUND(Message, message);
    message = MPI_Message_f2c(MPI_Message_c2f(message));
    MPI_Mrecv(in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    SAME(in[0], 100 * from);
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    MPI_Send_init(out, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &one);
    ROUND(Request, one);
    MPI_Request_free(&one);
}

static void statuses(void)
{
    MPI_Status status, back;
    MPI_Fint f[MPI_F_STATUS_SIZE];
    MPI_F08_status f08;
    int data[3] = {1, 2, 3}, got[5], count = 0;
    MPI_Sendrecv(data, 3, MPI_INT, 0, 5, got, 5, MPI_INT, 0, 5, MPI_COMM_SELF, &status);
    CHECK(!MPI_Status_c2f(&status, f));
    SAME(f[MPI_F_SOURCE], 0);
    SAME(f[MPI_F_TAG], 5);
    memset(&back, 0xff, sizeof back);
    CHECK(!MPI_Status_f2c(f, &back));
    MPI_Get_count(&back, MPI_INT, &count);
    SAME(count, 3);
    CHECK(!MPI_Status_c2f08(&status, &f08));
    SAME(f08.MPI_TAG, 5);
    memset(f, 0xff, sizeof f);
    CHECK(!MPI_Status_f082f(&f08, f));
    memset(&f08, 0xff, sizeof f08);
    CHECK(!PMPI_Status_f2f08(f, &f08));
    memset(&back, 0xff, sizeof back);
    CHECK(!MPI_Status_f082c(&f08, &back));
    SAME(back.MPI_TAG, 5);
    MPI_Get_count(&back, MPI_INT, &count);
    SAME(count, 3);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    RAISES(MPI_Status_f2c(MPI_F_STATUS_IGNORE, &back), MPI_ERR_ARG);
    RAISES(MPI_Status_c2f(MPI_STATUS_IGNORE, f), MPI_ERR_ARG);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    predefined();
    made();
    transfers();
    statuses();
    return end();
}
