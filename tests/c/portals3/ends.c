/* The library ends while a thread waits in it, and starts again. */
#include "check.h"
#include <pthread.h>

static ptl_handle_eq_t queue;
static pthread_barrier_t met;

static void *waits(void *code)
{
    ptl_event_t event;
    SAME(PtlEQGet(queue, &event), PTL_EQ_EMPTY);
    pthread_barrier_wait(&met);
    *(int *) code = PtlEQWait(queue, &event);
    SAME(PtlEQGet(queue, &event), PTL_NO_INIT);
    pthread_barrier_wait(&met);
    pthread_barrier_wait(&met);
    /* The queue of another life. */
    SAME(PtlEQGet(queue, &event), PTL_EQ_EMPTY);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int code = -1, most;
    pthread_barrier_init(&met, NULL, 2);
    begin();
    OK(PtlEQAlloc(ni, 4, PTL_EQ_HANDLER_NONE, &queue));
    if (pthread_create(&thread, NULL, waits, &code)) abort();
    pthread_barrier_wait(&met);
    OK(PtlBarrier());
    PtlFini();
    pthread_barrier_wait(&met);
    SAME(code, PTL_NO_INIT);
    OK(PtlInit(&most));
    OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &ni));
    OK(PtlEQAlloc(ni, 4, PTL_EQ_HANDLER_NONE, &queue));
    pthread_barrier_wait(&met);
    pthread_join(thread, NULL);
    return end();
}
