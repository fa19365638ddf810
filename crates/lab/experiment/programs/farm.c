/* The Bulk Processor Farm of "SCTP versus TCP for MPI" (2005).
 *
 *     farm TASKS BYTES FANOUT TAGS [MICROSECONDS]
 *
 * Rank 0, the manager, answers requests in the order of their arrival (MPI_ANY_SOURCE), each with
 * FANOUT tasks of BYTES, every task with one of TAGS tags. Workers keep ten requests outstanding; their
 * receives are posted before, take any tag, and a task takes MICROSECONDS to do. Prints the time from
 * the first request to the last answer. */
#include "experiment.h"

enum { OUTSTANDING = 10, REQUEST = 0, STOP = 32000 };

static long tasks, fanout, tags, work;
static int size;

/* A task says what it is in its first and last bytes. */
static void mark(char *buf, int tag)
{
    memcpy(buf, &tag, sizeof tag);
    memcpy(buf + size - (int) sizeof tag, &tag, sizeof tag);
}

static void check(const char *buf, int tag)
{
    int first, last;
    memcpy(&first, buf, sizeof first);
    memcpy(&last, buf + size - (int) sizeof last, sizeof last);
    if (first != tag || last != tag) wrong("a task came with the tag of another");
}

static void manage(int workers)
{
    char **bufs = memory((size_t) tags * sizeof *bufs);
    for (int tag = 0; tag < tags; tag++) {
        bufs[tag] = memory((size_t) size);
        mark(bufs[tag], tag + 1);
    }
    /* No more can be under way than workers have asked for. */
    long most = (long) workers * OUTSTANDING * fanout;
    MPI_Request *sends = memory((size_t) most * sizeof *sends);
    for (long i = 0; i < most; i++) sends[i] = MPI_REQUEST_NULL;
    long given = 0, slot = 0, left = (long) workers * OUTSTANDING;
    while (left) {
        MPI_Status status;
        MPI_Recv(NULL, 0, MPI_BYTE, MPI_ANY_SOURCE, REQUEST, MPI_COMM_WORLD, &status);
        if (given >= tasks) left--;
        for (long i = 0; i < fanout; i++) {
            int tag = given < tasks ? (int) (given % tags) + 1 : STOP;
            char *buf = tag == STOP ? NULL : bufs[tag - 1];
            slot = (slot + 1) % most;
            MPI_Wait(&sends[slot], MPI_STATUS_IGNORE);
            MPI_Isend(buf, tag == STOP ? 0 : size, MPI_BYTE, status.MPI_SOURCE, tag,
                      MPI_COMM_WORLD, &sends[slot]);
            if (tag != STOP) given++;
        }
    }
    MPI_Waitall((int) most, sends, MPI_STATUSES_IGNORE);
    for (int tag = 0; tag < tags; tag++) free(bufs[tag]);
    free(bufs);
    free(sends);
}

static void compute(void)
{
    double end = MPI_Wtime() + (double) work * 1e-6;
    while (work && MPI_Wtime() < end) {}
}

static long do_work(void)
{
    long posted = OUTSTANDING * fanout, done = 0, stopped = 0, since = 0;
    char *bufs = memory((size_t) posted * (size_t) size);
    MPI_Request *receives = memory((size_t) posted * sizeof *receives);
    for (long i = 0; i < posted; i++)
        MPI_Irecv(bufs + (size_t) i * (size_t) size, size, MPI_BYTE, 0, MPI_ANY_TAG,
                  MPI_COMM_WORLD, &receives[i]);
    MPI_Request asked[OUTSTANDING];
    for (int i = 0; i < OUTSTANDING; i++)
        MPI_Isend(NULL, 0, MPI_BYTE, 0, REQUEST, MPI_COMM_WORLD, &asked[i]);
    for (int turn = 0; stopped < posted;) {
        int at;
        MPI_Status status;
        MPI_Waitany((int) posted, receives, &at, &status);
        if (at == MPI_UNDEFINED) wrong("an answer is missing");
        if (status.MPI_TAG == STOP) {
            stopped++;
            continue;
        }
        check(bufs + (size_t) at * (size_t) size, status.MPI_TAG);
        compute();
        done++;
        MPI_Irecv(bufs + (size_t) at * (size_t) size, size, MPI_BYTE, 0, MPI_ANY_TAG,
                  MPI_COMM_WORLD, &receives[at]);
        if (++since == fanout) {
            since = 0;
            MPI_Wait(&asked[turn], MPI_STATUS_IGNORE);
            MPI_Isend(NULL, 0, MPI_BYTE, 0, REQUEST, MPI_COMM_WORLD, &asked[turn]);
            turn = (turn + 1) % OUTSTANDING;
        }
    }
    MPI_Waitall(OUTSTANDING, asked, MPI_STATUSES_IGNORE);
    free(bufs);
    free(receives);
    return done;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    tasks = argument(argc, argv, 1, 10000);
    size = (int) argument(argc, argv, 2, 30000);
    fanout = argument(argc, argv, 3, 1);
    tags = argument(argc, argv, 4, 10);
    work = argument(argc, argv, 5, 0);
    if (ranks < 2 || size < (int) sizeof(int) || fanout < 1 || tags < 1 || tags >= STOP) {
        if (rank == 0) fprintf(stderr, "farm: two ranks, four bytes, a fan-out and a tag at least\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    tasks = (tasks + fanout - 1) / fanout * fanout;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    long done = 0, all = 0;
    if (rank == 0) manage(ranks - 1);
    else done = do_work();
    double seconds = MPI_Wtime() - start;
    MPI_Reduce(&done, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        if (all != tasks) wrong("not all tasks were done, or some twice");
        say("farm", seconds, "s");
    }
    MPI_Finalize();
    return 0;
}
