/* A put of 8 bytes one way, to the event that tells of it, and a get, by Portals 3.3.
 *
 * face_portals3 MILLISECONDS [ENTRIES]: so many others are in front of the entry that matches. */
#include "faces.h"
#include <portals3.h>

enum { MATCH = 7, OTHERS = 1000 };

static uint64_t there, own, got;
static ptl_handle_eq_t queue;
static ptl_handle_md_t sent, fetched;
static ptl_process_id_t other;

static void must(int code)
{
    if (code != PTL_OK) fprintf(stderr, "code %d\n", code), exit(1);
}

/* Looks after what comes until there is such an event. */
static void await(int type)
{
    ptl_event_t event;
    do must(PtlEQWait(queue, &event));
    while ((int) event.type != type);
}

static void told(uint64_t word)
{
    own = word;
    must(PtlPut(sent, PTL_NO_ACK_REQ, other, 0, 0, MATCH, 0, 0));
}

static uint64_t heard(void)
{
    await(PTL_EVENT_PUT_END);
    return there;
}

static void fetch(void)
{
    must(PtlGet(fetched, other, 0, 0, MATCH, 0));
    await(PTL_EVENT_REPLY_END);
}

static ptl_handle_md_t bound(ptl_handle_ni_t ni, void *at, ptl_handle_eq_t eq)
{
    ptl_handle_md_t handle;
    ptl_md_t md = { at, sizeof own, PTL_MD_THRESH_INF, 0, PTL_MD_EVENT_START_DISABLE, NULL, eq };
    must(PtlMDBind(ni, md, PTL_RETAIN, &handle));
    return handle;
}

static void attach(ptl_handle_ni_t ni, int entries)
{
    ptl_handle_me_t entry;
    ptl_process_id_t anybody = { PTL_NID_ANY, PTL_PID_ANY };
    ptl_md_t md = { &there, sizeof there, PTL_MD_THRESH_INF, 0, 0, NULL, queue };
    md.options = PTL_MD_OP_PUT | PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE;
    for (int i = 0; i <= entries; i++) {
        ptl_match_bits_t bits = i == entries ? MATCH : (ptl_match_bits_t) (OTHERS + i);
        must(PtlMEAttach(ni, 0, anybody, bits, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
        must(PtlMDAttach(entry, md, PTL_RETAIN, NULL));
    }
}

int main(int argc, char **argv)
{
    int most;
    unsigned rank, size;
    ptl_handle_ni_t ni;
    ptl_ni_limits_t limits = { 20000, 20000, 4, 1, 8, 0, 20000, 8 };
    must(PtlInit(&most));
    must(PtlGetRank(&rank, &size));
    must(PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, &limits, NULL, &ni));
    must(PtlGetRankId(!rank, &other));
    must(PtlEQAlloc(ni, 64, PTL_EQ_HANDLER_NONE, &queue));
    attach(ni, argc > 2 ? atoi(argv[2]) : 0);
    sent = bound(ni, &own, PTL_EQ_NONE);
    fetched = bound(ni, &got, queue);
    must(PtlBarrier());
    if (rank == 0) drive(fetch, budget(argc, argv));
    else answer();
    must(PtlBarrier());
    PtlFini();
    return 0;
}
