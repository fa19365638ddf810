/* A put of 8 bytes one way, to the event that tells of it, and a get, by Portals 4.
 *
 * face_portals4 MILLISECONDS [ENTRIES]: so many others are in front of the entry that matches. */
#include "faces.h"
#include <portals4.h>

enum { MATCH = 7, OTHERS = 1000, PORTAL = 3 };

static uint64_t there, own, got;
static ptl_handle_eq_t queue;
static ptl_handle_md_t sent, fetched;
static ptl_process_t other;

static void must(int code)
{
    if (code != PTL_OK) fprintf(stderr, "code %d\n", code), exit(1);
}

/* Looks after what comes until there is such an event. */
static void await(ptl_event_kind_t type, ptl_event_t *event)
{
    do must(PtlEQWait(queue, event));
    while (event->type != type);
}

static void told(uint64_t word)
{
    own = word;
    must(PtlPut(sent, 0, sizeof own, PTL_NO_ACK_REQ, other, PORTAL, MATCH, 0, NULL, 0));
}

static uint64_t heard(void)
{
    ptl_event_t event;
    await(PTL_EVENT_PUT, &event);
    return there;
}

static void fetch(void)
{
    ptl_event_t event;
    must(PtlGet(fetched, 0, sizeof got, other, PORTAL, MATCH, 0, NULL));
    await(PTL_EVENT_REPLY, &event);
}

static ptl_handle_md_t bound(ptl_handle_ni_t ni, void *at, ptl_handle_eq_t eq)
{
    ptl_md_t md = { at, sizeof own, PTL_MD_EVENT_SEND_DISABLE, eq, PTL_CT_NONE };
    ptl_handle_md_t handle;
    must(PtlMDBind(ni, &md, &handle));
    return handle;
}

static void append(ptl_handle_ni_t ni, int entries)
{
    const unsigned options = PTL_ME_OP_PUT | PTL_ME_OP_GET | PTL_ME_EVENT_LINK_DISABLE;
    ptl_me_t entry = { &there, sizeof there, PTL_CT_NONE, PTL_UID_ANY, options, { PTL_RANK_ANY }, 0, 0, 0 };
    ptl_pt_index_t portal;
    ptl_handle_me_t handle;
    must(PtlPTAlloc(ni, 0, queue, PORTAL, &portal));
    for (int i = 0; i <= entries; i++) {
        entry.match_bits = i == entries ? MATCH : (ptl_match_bits_t) (OTHERS + i);
        must(PtlMEAppend(ni, portal, &entry, PTL_PRIORITY_LIST, NULL, &handle));
    }
}

/* Waits until the other rank is there: until it has a place for a word. */
static void find(ptl_handle_ni_t ni)
{
    uint64_t word = GO;
    ptl_md_t md = { &word, sizeof word, PTL_MD_EVENT_SEND_DISABLE, queue, PTL_CT_NONE };
    ptl_handle_md_t handle;
    ptl_event_t event;
    must(PtlMDBind(ni, &md, &handle));
    do {
        must(PtlPut(handle, 0, sizeof word, PTL_ACK_REQ, other, PORTAL, MATCH, 0, NULL, 0));
        await(PTL_EVENT_ACK, &event);
    } while (event.ni_fail_type != PTL_NI_OK);
    must(PtlMDRelease(handle));
    if (heard() != GO) fprintf(stderr, "an answer to something else\n"), exit(1);
}

int main(int argc, char **argv)
{
    ptl_process_t id;
    ptl_handle_ni_t ni;
    must(PtlInit());
    must(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_MATCHING | PTL_NI_LOGICAL, PTL_PID_ANY, NULL, NULL, &ni));
    must(PtlGetId(ni, &id));
    other.rank = !id.rank;
    must(PtlEQAlloc(ni, 64, &queue));
    append(ni, argc > 2 ? atoi(argv[2]) : 0);
    sent = bound(ni, &own, PTL_EQ_NONE);
    fetched = bound(ni, &got, queue);
    if (id.rank == 0) find(ni), drive(fetch, budget(argc, argv));
    else answer();
    must(PtlNIFini(ni));
    PtlFini();
    return 0;
}
