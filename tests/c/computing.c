/* Operations complete while a rank computes and makes no call (progress = thread or signal): the others tell it
 * by a signal that theirs have, and it computes until then. With an argument the user may have no signals
 * pending that need memory, once MPI runs. */
#include "check.h"
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LEN = 1 << 20, PATIENCE = 120 };

static volatile sig_atomic_t told;
static int computer;
static double data[LEN], sums[LEN];

static void tell(int signal)
{
    (void) signal;
    told = 1;
}

/* Computes, without MPI, until somebody tells it to stop. Who is never told dies by the alarm. */
static void compute(void)
{
    volatile double sum = 0;
    alarm(PATIENCE);
    for (long i = 1; !told; i++) sum += 1.0 / (double) i;
    alarm(0);
    told = 0;
}

static void count_up(double seed)
{
    for (int i = 0; i < LEN; i++) data[i] = seed + i;
}

static int is_full(const double *of, double seed, double factor)
{
    for (int i = 0; i < LEN; i++)
        if (of[i] != seed + factor * i) return 0;
    return 1;
}

/* What was begun by rank 0 is over there while rank 1 computes. */
static void long_receive(int count)
{
    MPI_Request request;
    if (me == 1) {
        memset(data, 0, sizeof data);
        MPI_Irecv(data, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Send(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD);
        compute();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < count; i++) CHECK(data[i] == 1.0 + i);
    } else if (me == 0) {
        count_up(1);
        MPI_Recv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ssend(data, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
        kill(computer, SIGUSR1);
    }
}

/* The send of rank 1 arrives while it computes. */
static void long_send(void)
{
    MPI_Request request;
    if (me == 1) {
        count_up(2);
        MPI_Isend(data, LEN, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD, &request);
        compute();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (me == 0) {
        memset(data, 0, sizeof data);
        MPI_Recv(data, LEN, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(is_full(data, 2, 1));
        kill(computer, SIGUSR1);
    }
}

static void add(void *in, void *inout, int *len, MPI_Datatype *type)
{
    const double *a = in;
    double *b = inout;
    (void) type;
    for (int i = 0; i < *len; i++) b[i] += a[i];
}

/* A collective goes on in a rank that computes, the program's own reduction included. The others' part is
 * over once theirs has ended: rank 0 hears of all of them. */
static void collective(MPI_Op op)
{
    MPI_Request request;
    count_up(0);
    MPI_Iallreduce(data, sums, LEN, MPI_DOUBLE, op, MPI_COMM_WORLD, &request);
    if (me == 1) compute();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(is_full(sums, 0, ranks));
    if (me == 0) {
        for (int i = 2; i < ranks; i++)
            MPI_Recv(NULL, 0, MPI_INT, i, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        kill(computer, SIGUSR1);
    } else if (me > 1) {
        MPI_Send(NULL, 0, MPI_INT, 0, 4, MPI_COMM_WORLD);
    }
}

/* A communicator is duplicated meanwhile. */
static void duplication(void)
{
    MPI_Comm twin;
    MPI_Request request;
    int size;
    MPI_Comm_idup(MPI_COMM_WORLD, &twin, &request);
    if (me == 1) compute();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (me == 0) kill(computer, SIGUSR1);
    MPI_Comm_size(twin, &size);
    SAME(size, ranks);
    MPI_Comm_free(&twin);
}

int main(int argc, char **argv)
{
    MPI_Op op;
    signal(SIGUSR1, tell);
    begin(&argc, &argv);
    if (argc > 1) {
        struct rlimit none = { 0, 0 };
        CHECK(setrlimit(RLIMIT_SIGPENDING, &none) == 0);
    }
    computer = (int) getpid();
    MPI_Bcast(&computer, 1, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Op_create(add, 1, &op);
    long_receive(1);
    long_receive(LEN);
    long_send();
    collective(MPI_SUM);
    collective(op);
    duplication();
    MPI_Op_free(&op);
    return end();
}
