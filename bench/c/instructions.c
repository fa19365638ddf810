/* Calls of MPI to be counted.
 *
 * instructions FOLDER ROUNDS [message | short | window | collective | test | access]... */
#include "counted.h"
#include <mpi.h>
#include <stdint.h>
#include <string.h>

enum { LONGEST = 1024, WINDOW = 32 };

static int bytes;
static char buffer[LONGEST];
static double in = 1, out;
static MPI_Request requests[WINDOW];
/* Memory of both ranks, and what is put there and comes back. */
static MPI_Win memory = MPI_WIN_NULL;
static int64_t value = 1, old;

static void send(void)
{
    MPI_Send(buffer, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
}

static void recv(void)
{
    MPI_Recv(buffer, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void allreduce(void)
{
    MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void post(void)
{
    for (int i = 0; i < WINDOW; i++)
        MPI_Irecv(buffer + 8 * i, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[i]);
}

static void fill(void)
{
    for (int i = 0; i < WINDOW; i++)
        MPI_Isend(buffer + 8 * i, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
}

static void complete(void)
{
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
}

static void message(int size)
{
    char label[64];
    bytes = size;
    snprintf(label, sizeof label, "MPI_%s of %d bytes", rank ? "Recv" : "Send", size);
    if (rank == 0) count(label, send);
    meet();
    if (rank == 1) count(label, recv);
    meet();
}

static void window(void)
{
    if (rank == 1) count("32 MPI_Irecv of 8 bytes", post);
    meet();
    if (rank == 0) count("32 MPI_Isend of 8 bytes and MPI_Waitall", fill);
    meet();
    if (rank == 1) count("MPI_Waitall of 32 MPI_Irecv", complete);
    meet();
}

static void test(void)
{
    int flag;
    for (int i = 0; i < WINDOW; i++) MPI_Test(requests, &flag, MPI_STATUS_IGNORE);
}

/* What a look costs that finds nothing. */
static void in_vain(void)
{
    if (rank == 1) {
        MPI_Irecv(buffer, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, requests);
        count("32 MPI_Test in vain", test);
    }
    meet();
    if (rank == 0) MPI_Send(buffer, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    else MPI_Wait(requests, MPI_STATUS_IGNORE);
    meet();
}

/* The second to come finds what the first has sent. */
static void together(const char *label, void (*call)(void))
{
    meet();
    if (rank == 0) {
        call();
    } else {
        usleep(20000);
        count(label, call);
    }
}

static void put(void)
{
    MPI_Put(&value, 1, MPI_INT64_T, 1, 0, 1, MPI_INT64_T, memory);
}

static void get(void)
{
    MPI_Get(&old, 1, MPI_INT64_T, 1, 0, 1, MPI_INT64_T, memory);
}

static void accumulate(void)
{
    MPI_Accumulate(&value, 1, MPI_INT64_T, 1, 0, 1, MPI_INT64_T, MPI_SUM, memory);
}

static void fetch(void)
{
    MPI_Fetch_and_op(&value, &old, MPI_INT64_T, 1, 0, MPI_SUM, memory);
}

static void swap(void)
{
    MPI_Compare_and_swap(&value, &value, &old, MPI_INT64_T, 1, 0, memory);
}

static void flush(void)
{
    MPI_Win_flush(1, memory);
}

/* Rank 0 accesses the memory of rank 1; what the first accesses have to find out does not count. */
static void access_memory(void)
{
    void *base;
    if (memory == MPI_WIN_NULL) MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &memory);
    if (rank == 0) {
        MPI_Win_lock_all(0, memory);
        put();
        fetch();
        swap();
        count("MPI_Put of 8 bytes", put);
        count("MPI_Get of 8 bytes", get);
        count("MPI_Accumulate of 8 bytes", accumulate);
        count("MPI_Fetch_and_op of 8 bytes", fetch);
        count("MPI_Compare_and_swap of 8 bytes", swap);
        count("MPI_Win_flush", flush);
        MPI_Win_unlock_all(memory);
    }
}

/* What is done at every other look, or at every 64th, must not fall on the same call in every round. */
static void shift(int round)
{
    int flag;
    for (int looks = round * 29 % 64; looks > 0; looks--)
        MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

/* Forgets what waits of the start have taught: after so many messages that are there at once a receive has
 * nothing to learn from another. */
static void settle(void)
{
    enum { MANY = 200 };
    /* A stream that has not been used needs the other in MPI to be opened: one for each tag. */
    for (int tag = 1; tag <= 2; tag++)
        MPI_Sendrecv(buffer, 8, MPI_BYTE, !rank, tag, buffer + 8, 8, MPI_BYTE, !rank, tag, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    for (int i = 0; i < MANY; i++) MPI_Send(buffer, 8, MPI_BYTE, !rank, 2, MPI_COMM_WORLD);
    meet();
    for (int i = 0; i < MANY; i++)
        MPI_Recv(buffer, 8, MPI_BYTE, !rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    meet();
}

int main(int argc, char **argv)
{
    int me;
    if (argc < 3) return fprintf(stderr, "instructions FOLDER ROUNDS [message | short | window | collective | test | access]...\n"), 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    begin_counting(argv[1], me);
    /* Who has no connection yet would need the other in MPI to make one. */
    MPI_Barrier(MPI_COMM_WORLD);
    settle();
    for (int round = atoi(argv[2]); round-- > 0;) {
        shift(round);
        /* What is sent from here on is not found by the looks of the other. */
        meet();
        for (int i = 3; i < argc; i++) {
            if (!strcmp(argv[i], "message")) {
                message(8);
                message(LONGEST);
            } else if (!strcmp(argv[i], "short")) {
                message(8);
            } else if (!strcmp(argv[i], "window")) {
                window();
            } else if (!strcmp(argv[i], "test")) {
                in_vain();
            } else if (!strcmp(argv[i], "access")) {
                access_memory();
            } else {
                together("MPI_Barrier", barrier);
                together("MPI_Allreduce of 8 bytes", allreduce);
            }
        }
    }
    fclose(labels);
    if (memory != MPI_WIN_NULL) MPI_Win_free(&memory);
    MPI_Finalize();
    return 0;
}
