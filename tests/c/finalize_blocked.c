/* MPI_Finalize while another thread waits in a receive (MPI-5.0 §11.6): an error that names the call, after which MPI
 * goes on. With an argument the error ends the job. */
#include "check.h"
#include <pthread.h>
#include <sched.h>

enum { TAG = 5 };

static MPI_T_pvar_session session;
static MPI_T_pvar_handle posted;

static void find_posted(void)
{
    int provided, index, count;
    CHECK(!MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    CHECK(!MPI_T_pvar_get_index("matching.posted", MPI_T_PVAR_CLASS_LEVEL, &index));
    CHECK(!MPI_T_pvar_session_create(&session));
    CHECK(!MPI_T_pvar_handle_alloc(session, index, NULL, &posted, &count));
}

static unsigned long long posted_receives(void)
{
    unsigned long long value = 0;
    CHECK(!MPI_T_pvar_read(session, posted, &value));
    return value;
}

static void *receive(void *nothing)
{
    int x = 0;
    MPI_Recv(&x, 1, MPI_INT, me, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(x, 7);
    return nothing;
}

/* Rank `me` still sends and receives after the error. */
static void goes_on(pthread_t thread)
{
    int x = 7, sum = 0;
    MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAME(sum, 7 * ranks);
    MPI_Send(&x, 1, MPI_INT, me, TAG, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
    int provided, length;
    char text[MPI_MAX_ERROR_STRING], call[64];
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    find_posted();
    unsigned long long before = posted_receives();
    CHECK(!pthread_create(&thread, NULL, receive, NULL));
    while (posted_receives() == before) sched_yield();
    if (argc == 1) MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    snprintf(call, sizeof call, "a receive from rank %d on MPI_COMM_WORLD", me);
    /* What a thread waits for is known once it has had the processor, which takes long on a busy machine. */
    do {
        int code = MPI_Finalize();
        RAISES(code, MPI_ERR_OTHER);
        MPI_Error_string(code, text, &length);
        CHECK(strstr(text, "another thread of this process waits in "));
    } while (!strstr(text, call));
    goes_on(thread);
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    return end();
}
