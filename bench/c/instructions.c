/* Calls to be counted one by one under callgrind, which collects within `measured` only. What a call
 * waits for is there before it begins: the ranks take turns outside MPI, by the lengths of two files in
 * the folder that the first argument names. There each rank also writes what it counted, in order.
 *
 * instructions FOLDER ROUNDS [message | window | collective | test]... */
#include <mpi.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = 1024, WINDOW = 32 };

static const char *folder;
static int rank, turns, bytes;
static char buffer[LONGEST];
static double in = 1, out;
static MPI_Request requests[WINDOW];
static FILE *labels;

static void path(char *into, size_t size, const char *what, int of)
{
    snprintf(into, size, "%s/%s.%d", folder, what, of);
}

/* Says that this rank has come so far, and waits until the other has. */
static void meet(void)
{
    char name[4096];
    struct stat status = { 0 };
    path(name, sizeof name, "turns", rank);
    int file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || write(file, "x", 1) != 1 || close(file)) perror(name), exit(1);
    turns++;
    path(name, sizeof name, "turns", !rank);
    while (stat(name, &status) || status.st_size < turns) usleep(200);
}

__attribute__((noinline)) static void measured(void (*call)(void))
{
    call();
    __asm__ volatile("" ::: "memory");
}

static void count(const char *label, void (*call)(void))
{
    fprintf(labels, "%s\n", label);
    measured(call);
}

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

/* What is done at every other look or so must not fall on the same call in every round. */
static void shift(int round)
{
    int flag;
    while (round-- % 4) MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    char name[4096];
    if (argc < 3) return fprintf(stderr, "instructions FOLDER ROUNDS [message | window | collective | test]...\n"), 2;
    folder = argv[1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    path(name, sizeof name, "labels", rank);
    labels = fopen(name, "w");
    if (!labels) perror(name), MPI_Abort(MPI_COMM_WORLD, 1);
    /* Who has no connection yet would need the other in MPI to make one. */
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = atoi(argv[2]); round-- > 0;) {
        shift(round);
        for (int i = 3; i < argc; i++) {
            if (!strcmp(argv[i], "message")) {
                message(8);
                message(LONGEST);
            } else if (!strcmp(argv[i], "window")) {
                window();
            } else if (!strcmp(argv[i], "test")) {
                in_vain();
            } else {
                together("MPI_Barrier", barrier);
                together("MPI_Allreduce of 8 bytes", allreduce);
            }
        }
    }
    fclose(labels);
    MPI_Finalize();
    return 0;
}
