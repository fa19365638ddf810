/* Counters, and what waits for them: all of it goes on by itself. */
#include "check.h"

static ptl_pt_index_t pt;

/* A token goes round all ranks: each passes it on when it has come, without a call of its program. */
static void ring(void)
{
    enum { ROUNDS = 10 };
    ptl_handle_ct_t arrived;
    ptl_ct_event_t count;
    ptl_me_t of = entry(NULL, 0, 1, PTL_ME_OP_PUT | PTL_ME_EVENT_CT_COMM);
    ptl_handle_me_t handle;
    ptl_handle_md_t md = bound(ni, NULL, 0, 0, PTL_EQ_NONE, PTL_CT_NONE);
    OK(PtlCTAlloc(ni, &arrived));
    of.ct_handle = arrived;
    handle = appended(pt, of, PTL_PRIORITY_LIST);
    for (ptl_size_t round = 1; round < ROUNDS + (me != 0); round++)
        OK(PtlTriggeredPut(md, 0, 0, PTL_NO_ACK_REQ, rank_of((me + 1) % ranks), pt, 1, 0, NULL, 0, arrived,
                           round));
    meet();
    if (me == 0) OK(PtlPut(md, 0, 0, PTL_NO_ACK_REQ, rank_of(1 % ranks), pt, 1, 0, NULL, 0));
    OK(PtlCTWait(arrived, ROUNDS, &count));
    SAME(count.success, ROUNDS);
    meet();
    OK(PtlMEUnlink(handle));
    OK(PtlMDRelease(md));
    OK(PtlCTFree(arrived));
}

/* Every operation waits for one counter, and does what it does when that moves. */
static void each_operation(void)
{
    static uint64_t there, two = 2, fetched;
    ptl_handle_ct_t trigger, done, other;
    ptl_ct_event_t count;
    unsigned which;
    const ptl_process_t self = rank_of(me);
    ptl_handle_me_t handle = appended(pt, entry(&there, 8, 2, PTL_ME_OP_PUT | PTL_ME_OP_GET), PTL_PRIORITY_LIST);
    ptl_handle_md_t from, into;
    OK(PtlCTAlloc(ni, &trigger));
    OK(PtlCTAlloc(ni, &done));
    OK(PtlCTAlloc(ni, &other));
    from = bound(ni, &two, 8, PTL_MD_EVENT_CT_ACK, PTL_EQ_NONE, done);
    into = bound(ni, &fetched, 8, PTL_MD_EVENT_CT_REPLY, PTL_EQ_NONE, done);
    there = 8;
    OK(PtlTriggeredSwap(into, 0, from, 0, 8, self, pt, 2, 0, NULL, 0, NULL, PTL_SWAP, PTL_UINT64_T, trigger, 4));
    OK(PtlTriggeredFetchAtomic(into, 0, from, 0, 8, self, pt, 2, 0, NULL, 0, PTL_PROD, PTL_UINT64_T, trigger, 3));
    OK(PtlTriggeredAtomic(from, 0, 8, PTL_CT_ACK_REQ, self, pt, 2, 0, NULL, 0, PTL_SUM, PTL_UINT64_T, trigger, 2));
    OK(PtlTriggeredGet(into, 0, 8, self, pt, 2, 0, NULL, trigger, 1));
    OK(PtlTriggeredCTInc(other, count_of(5), trigger, 2));
    OK(PtlTriggeredCTSet(other, count_of(100), trigger, 3));
    static const uint64_t expected[][3] = { { 8, 8, 0 }, { 10, 8, 5 }, { 20, 10, 100 }, { 2, 20, 100 } };
    for (ptl_size_t step = 0; step < 4; step++) {
        OK(PtlCTInc(trigger, count_of(1)));
        OK(PtlCTWait(done, step + 1, &count));
        SAME(count.failure, 0);
        SAME(there, expected[step][0]);
        SAME(fetched, expected[step][1]);
        counted(other, expected[step][2], 0);
    }
    /* What is given up never starts. */
    OK(PtlTriggeredCTInc(other, count_of(1), trigger, 50));
    OK(PtlCTCancelTriggered(trigger));
    OK(PtlCTSet(trigger, count_of(99)));
    counted(other, 100, 0);
    ptl_handle_ct_t both[2] = { done, other };
    ptl_size_t tests[2] = { 1000, 100 };
    OK(PtlCTPoll(both, tests, 2, PTL_TIME_FOREVER, &count, &which));
    SAME(which, 1);
    SAME(count.success, 100);
    tests[1] = 101;
    SAME(PtlCTPoll(both, tests, 2, 10, &count, &which), PTL_CT_NONE_REACHED);
    OK(PtlMEUnlink(handle));
    OK(PtlMDRelease(from));
    OK(PtlMDRelease(into));
    OK(PtlCTFree(trigger));
    OK(PtlCTFree(done));
    OK(PtlCTFree(other));
}

static void entries(void)
{
    static char there[4];
    ptl_handle_ct_t trigger, done;
    ptl_ct_event_t count;
    ptl_me_t of = entry(there, 4, 3, PTL_ME_OP_PUT);
    ptl_handle_me_t handle;
    ptl_handle_md_t md;
    OK(PtlCTAlloc(ni, &trigger));
    OK(PtlCTAlloc(ni, &done));
    md = bound(ni, (void *) "abcd", 4, PTL_MD_EVENT_CT_ACK, PTL_EQ_NONE, done);
    OK(PtlTriggeredMEAppend(ni, pt, &of, PTL_PRIORITY_LIST, NULL, &handle, trigger, 1));
    OK(PtlTriggeredMEUnlink(handle, trigger, 2));
    for (ptl_size_t step = 0; step < 3; step++) {
        OK(PtlPut(md, 0, 4, PTL_OC_ACK_REQ, rank_of(me), pt, 3, 0, NULL, 0));
        OK(PtlCTWait(done, step + 1, &count));
        SAME(count.success, step > 0);
        OK(PtlCTInc(trigger, count_of(1)));
    }
    SAME(memcmp(there, "abcd", 4), 0);
    SAME(count.failure, 2);
    SAME(PtlMEUnlink(handle), PTL_ARG_INVALID);
    OK(PtlMDRelease(md));
    OK(PtlCTFree(trigger));
    OK(PtlCTFree(done));
}

int main(void)
{
    begin();
    OK(PtlPTAlloc(ni, 0, PTL_EQ_NONE, PTL_PT_ANY, &pt));
    ring();
    each_operation();
    entries();
    return end();
}
