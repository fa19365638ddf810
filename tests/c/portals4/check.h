/* What the tests of Portals 4 share. A program prints "ok" on rank 0 once all ranks have passed. */
#ifndef FERRY_PORTALS4_CHECK_H
#define FERRY_PORTALS4_CHECK_H

#include <portals4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

enum { MEETING = 60 };

static unsigned me, ranks;
/* With matching and by rank; and the interface by which ranks meet. */
static ptl_handle_ni_t ni, meeting;

/* Both sides must be equal. */
#define SAME(a, b)                                                                            \
    do {                                                                                      \
        long long a_ = (long long) (a), b_ = (long long) (b);                                 \
        if (a_ != b_) {                                                                       \
            fprintf(stderr, "%s:%d: rank %u: %s is %lld, not %s = %lld\n", __FILE__,          \
                    __LINE__, me, #a, a_, #b, b_);                                            \
            abort();                                                                          \
        }                                                                                     \
    } while (0)

#define OK(call) SAME(call, PTL_OK)

static ptl_process_t rank_of(unsigned rank)
{
    ptl_process_t process;
    process.rank = rank;
    return process;
}

static ptl_ct_event_t count_of(ptl_size_t success)
{
    ptl_ct_event_t count = { success, 0 };
    return count;
}

/* What a counter has counted, failures apart. */
static void counted(ptl_handle_ct_t ct, ptl_size_t success, ptl_size_t failure)
{
    ptl_ct_event_t count;
    OK(PtlCTGet(ct, &count));
    SAME(count.success, success);
    SAME(count.failure, failure);
}

/* A descriptor with these options that tells a queue and a counter. */
static ptl_handle_md_t bound(ptl_handle_ni_t of, void *start, ptl_size_t length, unsigned options,
                             ptl_handle_eq_t eq, ptl_handle_ct_t ct)
{
    ptl_md_t md = { start, length, options, eq, ct };
    ptl_handle_md_t handle;
    OK(PtlMDBind(of, &md, &handle));
    return handle;
}

/* A match entry for these bits of everybody. */
static ptl_me_t entry(void *start, ptl_size_t length, ptl_match_bits_t bits, unsigned options)
{
    ptl_me_t me_ = { start, length, PTL_CT_NONE, PTL_UID_ANY, options, { PTL_RANK_ANY }, bits, 0, 0 };
    return me_;
}

static ptl_handle_me_t appended(ptl_pt_index_t pt, ptl_me_t of, ptl_list_t list)
{
    ptl_handle_me_t handle;
    OK(PtlMEAppend(ni, pt, &of, list, NULL, &handle));
    return handle;
}

/* The next event of a queue, which is of this kind. */
static ptl_event_t heard(ptl_handle_eq_t eq, ptl_event_kind_t kind)
{
    ptl_event_t event;
    OK(PtlEQWait(eq, &event));
    SAME(event.type, kind);
    return event;
}

static ptl_handle_ct_t come;
static ptl_handle_eq_t knocked;
static ptl_handle_md_t knuckle;

static void open_meeting(void)
{
    ptl_pt_index_t pt;
    ptl_le_t door = { NULL, 0, PTL_CT_NONE, PTL_UID_ANY, PTL_LE_OP_PUT | PTL_LE_EVENT_CT_COMM };
    ptl_handle_le_t handle;
    OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_NO_MATCHING | PTL_NI_LOGICAL, PTL_PID_ANY, NULL, NULL, &meeting));
    OK(PtlCTAlloc(meeting, &come));
    OK(PtlEQAlloc(meeting, 8, &knocked));
    OK(PtlPTAlloc(meeting, 0, PTL_EQ_NONE, MEETING, &pt));
    SAME(pt, MEETING);
    door.ct_handle = come;
    OK(PtlLEAppend(meeting, pt, &door, PTL_PRIORITY_LIST, NULL, &handle));
    knuckle = bound(meeting, NULL, 0, PTL_MD_EVENT_SEND_DISABLE, knocked, PTL_CT_NONE);
}

/* Tells a rank, again until it is there. */
static void knock(unsigned rank)
{
    ptl_event_t event;
    do {
        OK(PtlPut(knuckle, 0, 0, PTL_ACK_REQ, rank_of(rank), MEETING, 0, 0, NULL, 0));
        event = heard(knocked, PTL_EVENT_ACK);
    } while (event.ni_fail_type == PTL_NI_DROPPED);
    SAME(event.ni_fail_type, PTL_NI_OK);
}

/* All ranks meet. */
static void meet(void)
{
    static ptl_size_t meetings;
    ptl_ct_event_t count;
    meetings++;
    if (me != 0) knock(0);
    OK(PtlCTWait(come, me == 0 ? meetings * (ranks - 1) : meetings, &count));
    SAME(count.failure, 0);
    for (unsigned rank = 1; me == 0 && rank < ranks; rank++) knock(rank);
}

static void begin(void)
{
    ptl_process_t own;
    ptl_size_t size;
    OK(PtlInit());
    OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_MATCHING | PTL_NI_LOGICAL, PTL_PID_ANY, NULL, NULL, &ni));
    OK(PtlGetId(ni, &own));
    OK(PtlGetMap(ni, 0, NULL, &size));
    me = own.rank;
    ranks = (unsigned) size;
    open_meeting();
}

static int end(void)
{
    meet();
    OK(PtlNIFini(meeting));
    OK(PtlNIFini(ni));
    PtlFini();
    if (me == 0) puts("ok");
    return 0;
}
#endif
