/* Threads that wait are told when the program gives waiting up, and when the library ends. */
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static ptl_handle_eq_t eq;
static ptl_handle_ct_t ct;

static void *wait_for_event(void *code)
{
    ptl_event_t event;
    *(int *) code = PtlEQWait(eq, &event);
    return NULL;
}

static void *poll_events(void *code)
{
    ptl_event_t event;
    unsigned which;
    *(int *) code = PtlEQPoll(&eq, 1, PTL_TIME_FOREVER, &event, &which);
    return NULL;
}

static void *wait_for_count(void *code)
{
    ptl_ct_event_t count;
    *(int *) code = PtlCTWait(ct, 1, &count);
    return NULL;
}

static void *poll_counts(void *code)
{
    ptl_ct_event_t count;
    unsigned which;
    ptl_size_t test = 1;
    *(int *) code = PtlCTPoll(&ct, &test, 1, PTL_TIME_FOREVER, &count, &which);
    return NULL;
}

static void *(*const waits[])(void *) = { wait_for_event, poll_events, wait_for_count, poll_counts };

/* All ways of waiting at a time; then `act` makes an end of them. */
static void ended_by(void (*act)(void), int code)
{
    pthread_t threads[4];
    int codes[4];
    for (int n = 0; n < 4; n++) {
        codes[n] = -1;
        SAME(pthread_create(&threads[n], NULL, waits[n], &codes[n]), 0);
    }
    usleep(100000);
    act();
    for (int n = 0; n < 4; n++) {
        SAME(pthread_join(threads[n], NULL), 0);
        SAME(codes[n], code);
    }
}

/* Free what is waited for. */
static void free_both(void)
{
    OK(PtlEQFree(eq));
    OK(PtlCTFree(ct));
}

static void alloc_both(void)
{
    OK(PtlEQAlloc(ni, 8, &eq));
    OK(PtlCTAlloc(ni, &ct));
}

static void finish(void)
{
    PtlFini();
}

int main(void)
{
    ptl_event_t event;
    ptl_pt_index_t pt;
    begin();
    OK(PtlPTAlloc(ni, 0, PTL_EQ_NONE, PTL_PT_ANY, &pt));
    alloc_both();
    ended_by(free_both, PTL_ARG_INVALID);
    alloc_both();
    ended_by(PtlAbort, PTL_ABORTED);
    /* It is for good, also for what is gone; what does not wait goes on. */
    free_both();
    SAME(PtlEQWait(eq, &event), PTL_ABORTED);
    alloc_both();
    SAME(PtlEQGet(eq, &event), PTL_EQ_EMPTY);
    SAME(PtlEQWait(eq, &event), PTL_ABORTED);
    PtlFini();
    /* A life later all is new. */
    begin();
    alloc_both();
    SAME(PtlEQGet(eq, &event), PTL_EQ_EMPTY);
    ended_by(finish, PTL_NO_INIT);
    if (me == 0) puts("ok");
    return 0;
}
