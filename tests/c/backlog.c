/* More messages to one process than its envelope credit covers, none of them received yet: they slow
 * down and stop nothing. Other communicators and collectives go on, a receive or probe that names its
 * tag is served at once, wildcards in order (MPI-5.0 §3.5, progress). */
#include "check.h"

enum { COUNT = 70000, LAST = COUNT - 1, TAGS = 10, EXTRA = 2000000 };

static MPI_Request requests[COUNT + 4];
static int values[COUNT], got[COUNT];
static char wide[EXTRA];

static void sender(MPI_Comm other)
{
    int x = 42, y = 43;
    for (int i = 0; i < COUNT; i++) {
        values[i] = i;
        MPI_Isend(&values[i], 1, MPI_INT, 1, i % TAGS, MPI_COMM_WORLD, &requests[i]);
    }
    fill(wide, EXTRA, 3);
    MPI_Isend(&x, 1, MPI_INT, 1, 1000, MPI_COMM_WORLD, &requests[COUNT]);
    MPI_Isend(wide, EXTRA, MPI_BYTE, 1, 1001, MPI_COMM_WORLD, &requests[COUNT + 1]);
    MPI_Isend(&y, 1, MPI_INT, 1, 1002, MPI_COMM_WORLD, &requests[COUNT + 2]);
    MPI_Isend(&y, 1, MPI_INT, 1, 5, other, &requests[COUNT + 3]);
    for (int i = 0; i < 5; i++) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(COUNT + 4, requests, MPI_STATUSES_IGNORE);
}

static void later_ones_first(MPI_Comm other)
{
    int x = 0, flag = 0;
    MPI_Status status;
    MPI_Message message;
    MPI_Recv(&x, 1, MPI_INT, 0, 5, other, &status);
    SAME(x, 43);
    MPI_Recv(&x, 1, MPI_INT, 0, 1000, MPI_COMM_WORLD, &status);
    SAME(x, 42);
    MPI_Probe(MPI_ANY_SOURCE, 1001, MPI_COMM_WORLD, &status);
    SAME(status.MPI_SOURCE, 0);
    MPI_Recv(wide, EXTRA, MPI_BYTE, MPI_ANY_SOURCE, 1001, MPI_COMM_WORLD, &status);
    SAME(differs(wide, EXTRA, 3), -1);
    while (!flag) MPI_Improbe(0, 1002, MPI_COMM_WORLD, &flag, &message, &status);
    MPI_Mrecv(&x, 1, MPI_INT, &message, &status);
    SAME(x, 43);
}

static void receiver(MPI_Comm other)
{
    int next[TAGS], x;
    MPI_Status status;
    for (int i = 0; i < 5; i++) MPI_Barrier(MPI_COMM_WORLD);
    later_ones_first(other);
    /* One tag to its end, then the others with any tag: in the order of sending. */
    for (int i = 3; i < COUNT; i += TAGS) {
        MPI_Recv(&x, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &status);
        SAME(x, i);
    }
    for (int i = 0; i < COUNT; i++) {
        if (i % TAGS == 3) continue;
        int source = i % 2 ? MPI_ANY_SOURCE : 0;
        MPI_Recv(&x, 1, MPI_INT, source, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        SAME(x, i);
        SAME(status.MPI_TAG, i % TAGS);
    }
}

int main(int argc, char **argv)
{
    MPI_Comm other;
    begin(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (me == 0 && ranks > 1) sender(other);
    else if (me == 1) receiver(other);
    else for (int i = 0; i < 5; i++) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&other);
    return end();
}
