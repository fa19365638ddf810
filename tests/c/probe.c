/* Probing and matched receives (MPI-5.0 §3.8). */
#include "check.h"

static const int sizes[] = { 0, 8, 1000, 70000, 1 << 20 };
enum { SIZES = sizeof sizes / sizeof *sizes };

static void await_probe(int source, int tag, MPI_Status *status)
{
    int flag = 0;
    while (!flag) MPI_Iprobe(source, tag, MPI_COMM_WORLD, &flag, status);
}

static void receive_all(void)
{
    for (int s = 0; s < SIZES; s++)
        for (int r = 1; r < ranks; r++)
            for (int way = 0; way < 4; way++) {
                MPI_Status status;
                MPI_Message message = MPI_MESSAGE_NULL;
                int tag = s * 10 + way, count = -1, flag = 0;
                if (way == 0) MPI_Probe(r, tag, MPI_COMM_WORLD, &status);
                if (way == 1) await_probe(r, MPI_ANY_TAG, &status);
                if (way == 2) MPI_Mprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &message, &status);
                while (way == 3 && !flag)
                    MPI_Improbe(r, tag, MPI_COMM_WORLD, &flag, &message, &status);
                SAME(status.MPI_TAG, tag);
                MPI_Get_count(&status, MPI_BYTE, &count);
                SAME(count, sizes[s]);
                int source = status.MPI_SOURCE;
                char *buf = get(count);
                MPI_Request request;
                if (way < 2) MPI_Recv(buf, count, MPI_BYTE, source, tag, MPI_COMM_WORLD, &status);
                if (way == 2) MPI_Mrecv(buf, count, MPI_BYTE, &message, &status);
                if (way == 3) {
                    MPI_Imrecv(buf, count, MPI_BYTE, &message, &request);
                    CHECK(message == MPI_MESSAGE_NULL);
                    MPI_Wait(&request, &status);
                }
                SAME(status.MPI_SOURCE, source);
                SAME(differs(buf, count, source + tag), -1);
                CHECK(message == MPI_MESSAGE_NULL);
                free(buf);
            }
}

static void send_all(void)
{
    for (int s = 0; s < SIZES; s++)
        for (int way = 0; way < 4; way++) {
            int tag = s * 10 + way;
            char *buf = get(sizes[s]);
            fill(buf, sizes[s], me + tag);
            MPI_Send(buf, sizes[s], MPI_BYTE, 0, tag, MPI_COMM_WORLD);
            free(buf);
        }
}

/* A message taken by mprobe is out of the way of later receives. */
static void taken(void)
{
    int one = 1, two = 2, x = 0, flag = 1;
    MPI_Request r[2];
    MPI_Message message;
    MPI_Status status;
    MPI_Isend(&one, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &r[0]);
    MPI_Isend(&two, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &r[1]);
    MPI_Mprobe(0, 5, MPI_COMM_SELF, &message, &status);
    MPI_Recv(&x, 1, MPI_INT, 0, 5, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    SAME(x, 2);
    MPI_Iprobe(0, 5, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Mrecv(&x, 1, MPI_INT, &message, &status);
    SAME(x, 1);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

static void nobody(void)
{
    int flag = 0, x = 3, count = -1;
    MPI_Message message;
    MPI_Status status;
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
    CHECK(message == MPI_MESSAGE_NO_PROC);
    SAME(status.MPI_SOURCE, MPI_PROC_NULL);
    MPI_Mrecv(&x, 1, MPI_INT, &message, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    SAME(count, 0);
    CHECK(message == MPI_MESSAGE_NULL);
    MPI_Improbe(MPI_ANY_SOURCE, 12345, MPI_COMM_WORLD, &flag, &message, &status);
    CHECK(!flag);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (me == 0) receive_all();
    else send_all();
    taken();
    nobody();
    return end();
}
