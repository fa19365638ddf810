/* Pairs of threads of ranks 0 and 1 under MPI_THREAD_MULTIPLE, each with a communicator of its own: one alone, and with
 * one and three others beside it. Time of a message of a pair in a ping-pong; the same while another thread of each
 * rank waits for a message that comes in the end; messages of all pairs in a second, one way. And the time in which the
 * threads of a rank make all partitions of a message ready and these arrive.
 *
 *     threads [MILLISECONDS] */
#include "bench.h"
#include <pthread.h>

enum { MOST = 4, SIZE = 8, WINDOW = 64, PARTITIONS = 64, PARTITION = 1024 };

/* What all threads of a process do next; written by the first between two barriers. */
static struct {
    void (*play)(int pair, int rounds);
    int pairs, rounds;
} task;

static MPI_Comm comms[MOST], patience;
static MPI_Request parts;
static pthread_barrier_t gate, team;
static int rank;

static void ping_pong(int pair, int rounds)
{
    char byte[SIZE] = { 0 };
    for (int i = 0; i < rounds; i++) {
        if (rank == 0) MPI_Send(byte, SIZE, MPI_BYTE, 1, 1, comms[pair]);
        MPI_Recv(byte, SIZE, MPI_BYTE, !rank, 1, comms[pair], MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(byte, SIZE, MPI_BYTE, 0, 1, comms[pair]);
    }
}

static void stream(int pair, int rounds)
{
    char bytes[WINDOW][SIZE];
    MPI_Request requests[WINDOW];
    memset(bytes, 0, sizeof bytes);
    for (int i = 0; i < rounds; i++) {
        for (int n = 0; n < WINDOW; n++) {
            if (rank == 0) MPI_Isend(bytes[n], SIZE, MPI_BYTE, 1, 1, comms[pair], &requests[n]);
            else MPI_Irecv(bytes[n], SIZE, MPI_BYTE, 0, 1, comms[pair], &requests[n]);
        }
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        if (rank == 0) MPI_Recv(NULL, 0, MPI_BYTE, 1, 2, comms[pair], MPI_STATUS_IGNORE);
        else MPI_Send(NULL, 0, MPI_BYTE, 0, 2, comms[pair]);
    }
}

/* One pair's threads make every PAIRSth partition ready; the first waits for all. */
static void partitions(int pair, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        if (pair == 0) MPI_Start(&parts);
        if (rank == 0) {
            pthread_barrier_wait(&team);
            for (int n = pair; n < PARTITIONS; n += task.pairs) MPI_Pready(n, parts);
            pthread_barrier_wait(&team);
        }
        if (pair == 0) MPI_Wait(&parts, MPI_STATUS_IGNORE);
        if (pair == 0) MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void *wait_long(void *arg)
{
    (void) arg;
    MPI_Recv(NULL, 0, MPI_BYTE, !rank, 3, patience, MPI_STATUS_IGNORE);
    return NULL;
}

static void *follow(void *arg)
{
    int pair = (int) (size_t) arg;
    for (;;) {
        pthread_barrier_wait(&gate);
        if (task.rounds == 0) return NULL;
        if (pair < task.pairs) task.play(pair, task.rounds);
        pthread_barrier_wait(&gate);
    }
}

/* All pairs play; seconds it took. */
static double together(int rounds)
{
    task.rounds = rounds;
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_barrier_wait(&gate);
    double start = now();
    if (rounds == 0) return 0;
    task.play(0, rounds);
    pthread_barrier_wait(&gate);
    return now() - start;
}

/* VALUE is SCALE times the seconds of a round; a negative one divides. */
static void measure(const char *name, void (*play)(int, int), double scale, double seconds)
{
    static double samples[MOST_SAMPLES];
    static const int counts[] = { 1, 2, 4 };
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        task.play = play;
        task.pairs = counts[c];
        pthread_barrier_init(&team, NULL, (unsigned) counts[c]);
        together(20);
        plan_t plan = agree(together(200) / 200, seconds, MPI_COMM_WORLD);
        for (int i = 0; i < plan.samples; i++) {
            double each = together(plan.batch) / plan.batch;
            samples[i] = scale > 0 ? each * scale : -scale * counts[c] / each;
        }
        pthread_barrier_destroy(&team);
        if (rank == 0) print_point(name, counts[c] - 1, samples, plan.samples, scale > 0 ? "us" : "M/s");
    }
}

int main(int argc, char **argv)
{
    int provided, size;
    double seconds = budget(argc, argv);
    pthread_t threads[MOST];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2 || provided != MPI_THREAD_MULTIPLE) {
        fprintf(stderr, "threads is a program for two ranks with MPI_THREAD_MULTIPLE\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    pthread_barrier_init(&gate, NULL, MOST);
    for (int i = 0; i < MOST; i++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (size_t i = 1; i < MOST; i++) pthread_create(&threads[i], NULL, follow, (void *) i);
    measure("ping-pong", ping_pong, 0.5e6, seconds);
    measure("stream", stream, -WINDOW * 1e-6, seconds);
    char *bytes = buffer(PARTITIONS * PARTITION);
    if (rank == 0)
        MPI_Psend_init(bytes, PARTITIONS, PARTITION, MPI_BYTE, 1, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &parts);
    else
        MPI_Precv_init(bytes, PARTITIONS, PARTITION, MPI_BYTE, 0, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &parts);
    measure("partitions", partitions, 1e6, seconds);
    MPI_Request_free(&parts);
    MPI_Comm_dup(MPI_COMM_WORLD, &patience);
    pthread_create(&threads[0], NULL, wait_long, NULL);
    measure("beside", ping_pong, 0.5e6, seconds);
    MPI_Send(NULL, 0, MPI_BYTE, !rank, 3, patience);
    pthread_join(threads[0], NULL);
    MPI_Comm_free(&patience);
    together(0);
    for (int i = 1; i < MOST; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < MOST; i++) MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
