/* Communicators that have links and a lock of their own (`lanes`): every kind of message between two ranks on them,
 * requests of several lanes waited for together, and threads that each use another one. Also passes without lanes. */
#include "check.h"
#include <mpi-ext.h>
#include <pthread.h>

enum { COMMS = 6, LONG = 300000, ROUNDS = 200 };

static MPI_Comm comms[COMMS];
static int left, right;

/* Requests of all communicators and of the world, complete in any order, by each way to wait and to test. */
static void wait_together(void)
{
    for (int way = 0; way < 6; way++) {
        MPI_Request requests[2 * (COMMS + 1) + 1];
        MPI_Status statuses[2 * (COMMS + 1) + 1];
        int in[COMMS + 1], out[COMMS + 1], places[2 * (COMMS + 1) + 1], n = 0, done = 0;
        for (int c = 0; c <= COMMS; c++) {
            MPI_Comm comm = c < COMMS ? comms[c] : MPI_COMM_WORLD;
            out[c] = 1000 * way + 10 * me + c;
            MPI_Irecv(&in[c], 1, MPI_INT, c % 2 ? MPI_ANY_SOURCE : left, way, comm, &requests[n++]);
        }
        requests[n++] = MPI_REQUEST_NULL;
        for (int c = 0; c <= COMMS; c++)
            MPI_Issend(&out[c], 1, MPI_INT, right, way, c < COMMS ? comms[c] : MPI_COMM_WORLD, &requests[n++]);
        switch (way) {
        case 0: MPI_Waitall(n, requests, statuses); break;
        case 1:
            for (int which; MPI_Waitany(n, requests, &which, MPI_STATUS_IGNORE), which != MPI_UNDEFINED;) done++;
            SAME(done, n - 1);
            break;
        case 2:
            for (int some; MPI_Waitsome(n, requests, &some, places, statuses), some != MPI_UNDEFINED;) done += some;
            SAME(done, n - 1);
            break;
        case 3:
            while (!done) MPI_Testall(n, requests, &done, MPI_STATUSES_IGNORE);
            break;
        case 4:
            for (int flag, which; done < n - 1; done += flag) {
                MPI_Testany(n, requests, &which, &flag, MPI_STATUS_IGNORE);
                if (flag) CHECK(which != MPI_UNDEFINED);
            }
            break;
        case 5:
            for (int some; done < n - 1; done += some) MPI_Testsome(n, requests, &some, places, statuses);
            break;
        }
        for (int i = 0; i < n; i++) CHECK(requests[i] == MPI_REQUEST_NULL);
        for (int c = 0; c <= COMMS; c++) SAME(in[c], 1000 * way + 10 * left + c);
    }
}

/* Each mode of sending, long and short, and each way to receive. */
static void all_modes(MPI_Comm comm)
{
    char *out = get(LONG), *in = get(LONG);
    for (int mode = 0; mode < 5; mode++)
        for (int n = 1; n <= LONG; n = n == 1 ? 3000 : n * 10) {
            MPI_Request request, sent;
            MPI_Status status;
            MPI_Message message;
            int flag = 0, count;
            fill(out, (size_t) n, (unsigned) (mode + me));
            switch (mode) {
            case 0: MPI_Isend(out, n, MPI_BYTE, right, n, comm, &sent); break;
            case 1: MPI_Issend(out, n, MPI_BYTE, right, n, comm, &sent); break;
            case 2: MPI_Ibsend(out, n, MPI_BYTE, right, n, comm, &sent); break;
            case 3: MPI_Send_init(out, n, MPI_BYTE, right, n, comm, &sent), MPI_Start(&sent); break;
            case 4: MPI_Bsend_init(out, n, MPI_BYTE, right, n, comm, &sent), MPI_Startall(1, &sent); break;
            }
            switch (mode) {
            case 0: MPI_Recv(in, n, MPI_BYTE, left, n, comm, &status); break;
            case 1:
                MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
                SAME(status.MPI_SOURCE, left);
                MPI_Recv(in, n, MPI_BYTE, left, MPI_ANY_TAG, comm, &status);
                break;
            case 2:
                MPI_Mprobe(left, n, comm, &message, &status);
                message = MPI_Message_f2c(MPI_Message_c2f(message));
                MPI_Mrecv(in, n, MPI_BYTE, &message, &status);
                break;
            case 3:
                while (!flag) MPI_Improbe(MPI_ANY_SOURCE, n, comm, &flag, &message, &status);
                MPI_Imrecv(in, n, MPI_BYTE, &message, &request);
                request = MPI_Request_f2c(MPI_Request_c2f(request));
                MPI_Wait(&request, &status);
                break;
            case 4:
                MPI_Recv_init(in, n, MPI_BYTE, left, n, comm, &request);
                MPI_Start(&request);
                for (flag = 0; !flag;) MPI_Request_get_status(request, &flag, &status);
                MPI_Wait(&request, &status);
                MPI_Request_free(&request);
                break;
            }
            MPI_Get_count(&status, MPI_BYTE, &count);
            SAME(count, n);
            SAME(status.MPI_SOURCE, left);
            SAME(differs(in, (size_t) n, (unsigned) (mode + left)), -1);
            MPI_Wait(&sent, MPI_STATUS_IGNORE);
            if (sent != MPI_REQUEST_NULL) MPI_Request_free(&sent);
        }
    free(out);
    free(in);
}

static void both_ways(MPI_Comm comm)
{
    int out = 7 + me, in = -1, swapped = 70 + me;
    MPI_Request request;
    MPI_Sendrecv(&out, 1, MPI_INT, right, 1, &in, 1, MPI_INT, left, 1, comm, MPI_STATUS_IGNORE);
    SAME(in, 7 + left);
    MPI_Sendrecv_replace(&swapped, 1, MPI_INT, right, 2, left, 2, comm, MPI_STATUS_IGNORE);
    SAME(swapped, 70 + left);
    MPI_Isendrecv(&out, 1, MPI_INT, left, 3, &in, 1, MPI_INT, right, 3, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    SAME(in, 7 + right);
    MPI_Irecv(&in, 1, MPI_INT, left, 99, comm, &request);
    MPI_Cancel(&request);
    MPI_Status status;
    int cancelled;
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    CHECK(cancelled);
}

/* Datatypes of the program, one at the handle of another that was freed. */
static void datatypes(MPI_Comm comm)
{
    for (int i = 1; i < 4; i++) {
        MPI_Datatype column, early;
        int out[12], in[12];
        for (int k = 0; k < 12; k++) out[k] = 100 * me + k, in[k] = -1;
        MPI_Type_vector(3, 1, i, MPI_INT, &column);
        RAISES(MPI_Send(out, 1, column, right, 5, comm), MPI_ERR_TYPE);
        MPI_Type_commit(&column);
        MPI_Request request;
        MPI_Irecv(in, 1, column, left, 5, comm, &request);
        MPI_Send(out, 1, column, right, 5, comm);
        early = column;
        MPI_Type_free(&column);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int k = 0; k < 3; k++) SAME(in[k * i], 100 * left + k * i);
        RAISES(MPI_Send(out, 1, early, right, 5, comm), MPI_ERR_TYPE);
    }
}

static int heard;

static void hear(MPI_Comm *comm, int *code, ...)
{
    (void) comm, (void) code;
    heard++;
}

/* Errors go to the communicator's handler, that it has now. */
static void errors(MPI_Comm comm)
{
    MPI_Errhandler handler;
    int out[2] = {1, 2}, in;
    MPI_Request request;
    MPI_Comm_create_errhandler(hear, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Isend(out, 2, MPI_INT, right, 8, comm, &request);
    heard = 0;
    RAISES(MPI_Recv(&in, 1, MPI_INT, left, 8, comm, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
    SAME(heard, 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    RAISES(MPI_Send(out, 1, MPI_INT, ranks, 8, comm), MPI_ERR_RANK);
    SAME(heard, 2);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
}

/* A rank that waits in one lane looks after what it has begun in others. */
static void others_go_on(void)
{
    char *out = get(LONG), *in = get(LONG);
    MPI_Request request;
    int word = 0, heard_word;
    fill(out, LONG, (unsigned) me);
    MPI_Isend(out, LONG, MPI_BYTE, right, 11, MPI_COMM_WORLD, &request);
    MPI_Recv(in, LONG, MPI_BYTE, left, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(differs(in, LONG, (unsigned) left), -1);
    /* The word comes when the long message, of which the receiver is told by another lane, has gone. */
    MPI_Request waits;
    MPI_Irecv(&heard_word, 1, MPI_INT, left, 12, comms[0], &waits);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isend(out, LONG, MPI_BYTE, right, 13, comms[1], &request);
    if (me == 0) MPI_Send(&word, 1, MPI_INT, right, 12, comms[0]);
    MPI_Wait(&waits, MPI_STATUS_IGNORE);
    if (me != 0) MPI_Send(&word, 1, MPI_INT, right, 12, comms[0]);
    MPI_Recv(in, LONG, MPI_BYTE, left, 13, comms[1], MPI_STATUS_IGNORE);
    SAME(differs(in, LONG, (unsigned) left), -1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(out);
    free(in);
}

/* Freed while a receive is under way, which ends all the same; revoked, which ends it. */
static void freed_and_revoked(void)
{
    MPI_Comm other;
    MPI_Request request;
    int in = -1, out = me;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Irecv(&in, 1, MPI_INT, left, 0, other, &request);
    MPI_Send(&out, 1, MPI_INT, right, 0, other);
    MPI_Comm_free(&other);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    SAME(in, left);
    for (int i = 0; i < 3; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &other);
        MPI_Comm_set_errhandler(other, MPI_ERRORS_RETURN);
        MPI_Irecv(&in, 1, MPI_INT, left, 0, other, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        if (me == 0) MPIX_Comm_revoke(other);
        RAISES(MPI_Wait(&request, MPI_STATUS_IGNORE), MPIX_ERR_REVOKED);
        RAISES(MPI_Send(&out, 1, MPI_INT, right, 0, other), MPIX_ERR_REVOKED);
        MPI_Comm_free(&other);
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Irecv(&in, 1, MPI_INT, left, 0, other, &request);
    MPI_Send(&out, 1, MPI_INT, right, 0, other);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&other);
}

/* Buffers of the process and of a communicator, which messages of every lane use. */
static void buffers(void)
{
    enum { SPACE = 4 * (LONG + MPI_BSEND_OVERHEAD) };
    char *of_process = malloc(SPACE), *of_comm = malloc(SPACE), *out = get(LONG), *in = get(LONG);
    void *back;
    int size;
    MPI_Buffer_attach(of_process, SPACE);
    MPI_Comm_attach_buffer(comms[0], of_comm, SPACE);
    for (int c = 0; c < COMMS; c++) all_modes(comms[c]);
    fill(out, LONG, 3);
    MPI_Bsend(out, LONG, MPI_BYTE, right, 20, comms[0]);
    MPI_Bsend(out, LONG, MPI_BYTE, right, 20, comms[1]);
    MPI_Request flush;
    MPI_Buffer_iflush(&flush);
    for (int c = 0; c < 2; c++) {
        MPI_Recv(in, LONG, MPI_BYTE, left, 20, comms[c], MPI_STATUS_IGNORE);
        SAME(differs(in, LONG, 3), -1);
    }
    MPI_Wait(&flush, MPI_STATUS_IGNORE);
    MPI_Comm_detach_buffer(comms[0], &back, &size);
    CHECK(back == of_comm && size == SPACE);
    MPI_Buffer_detach(&back, &size);
    CHECK(back == of_process && size == SPACE);
    RAISES(MPI_Bsend(out, 1, MPI_BYTE, right, 20, comms[0]), MPI_ERR_BUFFER);
    free(of_process), free(of_comm), free(out), free(in);
}

/* Threads with a communicator each send round the ring, while one of them makes and frees communicators. */
static void *ring(void *arg)
{
    MPI_Comm comm = comms[(intptr_t) arg];
    char *in = get(LONG), *out = get(LONG);
    for (int i = 0; i < ROUNDS; i++) {
        int n = i % 20 == 19 ? LONG : 1 + i * 7 % 3000;
        MPI_Request requests[2];
        fill(out, (size_t) n, (unsigned) (me + i));
        if (i % 2) {
            MPI_Irecv(in, n, MPI_BYTE, left, i, comm, &requests[0]);
            MPI_Isend(out, n, MPI_BYTE, right, i, comm, &requests[1]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        } else {
            MPI_Isend(out, n, MPI_BYTE, right, i, comm, &requests[0]);
            MPI_Recv(in, n, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
            MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        }
        SAME(differs(in, (size_t) n, (unsigned) (left + i)), -1);
    }
    free(in);
    free(out);
    return NULL;
}

static void *makes_and_frees(void *arg)
{
    (void) arg;
    for (int i = 0; i < ROUNDS / 10; i++) {
        MPI_Comm made;
        int in = -1, sum;
        MPI_Comm_dup(comms[COMMS - 1], &made);
        MPI_Sendrecv(&me, 1, MPI_INT, right, 0, &in, 1, MPI_INT, left, 0, made, MPI_STATUS_IGNORE);
        SAME(in, left);
        MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, made);
        SAME(sum, ranks * (ranks - 1) / 2);
        MPI_Comm_free(&made);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    left = (me + ranks - 1) % ranks, right = (me + 1) % ranks;
    for (int c = 0; c < COMMS; c++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[c]);
        MPI_Comm_set_errhandler(comms[c], MPI_ERRORS_RETURN);
        CHECK(MPI_Comm_f2c(MPI_Comm_c2f(comms[c])) == comms[c]);
    }
    wait_together();
    buffers();
    for (int c = 0; c < COMMS; c++) {
        both_ways(comms[c]);
        datatypes(comms[c]);
        errors(comms[c]);
    }
    others_go_on();
    freed_and_revoked();
    pthread_t threads[COMMS];
    for (intptr_t t = 0; t < COMMS; t++)
        CHECK(!pthread_create(&threads[t], NULL, t + 1 < COMMS ? ring : makes_and_frees, (void *) t));
    for (int t = 0; t < COMMS; t++) pthread_join(threads[t], NULL);
    for (int c = 0; c < COMMS; c++) MPI_Comm_free(&comms[c]);
    return end();
}
