/* Two ping-pongs at once that rank 0 drives: one over shared memory with rank 1, and one over TCP
 * with rank 2, or with rank 1 too if there are two ranks. Time of a round trip of each, and the sum.
 *
 *     concurrent [MILLISECONDS [both|alone]]    alone: one after the other
 *
 * After figure 6 of the paper on Nexus: what the slow method costs the fast one. */
#include "bench.h"

enum { LARGEST = 16384, SAMPLES = 21, LOOK = 8, GO = 1, STOP = 2 };

static MPI_Comm comms[2];
static MPI_Request arrivals[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
static char *in[2], *out;
static int peers[2];

static MPI_Comm over(const char *method)
{
    MPI_Comm comm;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "ferry_methods", method);
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    MPI_Info_free(&info);
    return comm;
}

static void expect(int which, int from)
{
    MPI_Irecv(in[which], LARGEST, MPI_BYTE, from, MPI_ANY_TAG, comms[which], &arrivals[which]);
}

static void echo(int rank)
{
    for (int i = 0; i < 2; i++)
        if (peers[i] == rank) expect(i, 0);
    for (;;) {
        int which, size;
        MPI_Status status;
        MPI_Waitany(2, arrivals, &which, &status);
        if (which == MPI_UNDEFINED) return;
        if (status.MPI_TAG == STOP) continue;
        MPI_Get_count(&status, MPI_BYTE, &size);
        expect(which, 0);
        MPI_Send(out, size, MPI_BYTE, 0, GO, comms[which]);
    }
}

static void serve(int which, int size)
{
    expect(which, peers[which]);
    MPI_Send(out, size, MPI_BYTE, peers[which], GO, comms[which]);
}

/* Plays those FROM..TO for a while; microseconds of a round trip in each of equal parts of it. */
static void play(int from, int to, int size, double seconds, double times[2][SAMPLES])
{
    for (int i = from; i < to; i++) serve(i, size);
    for (int sample = -2; sample < SAMPLES; sample++) {
        double start = now(), passed = 0;
        long count[2] = { 0, 0 };
        int enough = 0;
        while (!enough) {
            for (int n = 0; n < LOOK; n++) {
                int which;
                MPI_Waitany(2, arrivals, &which, MPI_STATUS_IGNORE);
                count[which]++;
                serve(which, size);
            }
            passed = now() - start;
            enough = passed >= seconds / SAMPLES;
            for (int i = from; i < to; i++) enough = enough && count[i] > 0;
        }
        for (int i = from; i < to && sample >= 0; i++) times[i][sample] = passed * 1e6 / count[i];
    }
    MPI_Waitall(2, arrivals, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 8, LARGEST };
    static double times[2][SAMPLES], sum[SAMPLES];
    int size, rank = join(&argc, &argv, 2);
    double seconds = 4 * budget(argc, argv);
    int alone = argc > 2 && !strcmp(argv[2], "alone");
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    comms[0] = over("shm");
    comms[1] = over("tcp");
    for (int i = 0; i < 2; i++) in[i] = buffer(LARGEST);
    out = buffer(LARGEST);
    peers[0] = 1;
    peers[1] = size > 2 ? 2 : 1;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes && rank == 0; s++) {
        if (alone) play(0, 1, sizes[s], seconds, times);
        play(alone ? 1 : 0, 2, sizes[s], seconds, times);
        for (int i = 0; i < SAMPLES; i++) sum[i] = times[0][i] + times[1][i];
        print_point("shm", sizes[s], times[0], SAMPLES, "us");
        print_point("tcp", sizes[s], times[1], SAMPLES, "us");
        print_point("sum", sizes[s], sum, SAMPLES, "us");
    }
    for (int i = 0; i < 2 && rank == 0; i++)
        MPI_Send(out, 0, MPI_BYTE, peers[i], STOP, comms[i]);
    if (rank != 0) echo(rank);
    for (int i = 0; i < 2; i++) MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
