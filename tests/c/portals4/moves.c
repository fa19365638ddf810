/* Every rank moves every rank's memory: puts, gets, atomic operations, of all lengths and in pieces. */
#include "check.h"

enum { MOST = 300001, SLOTS = 8 };

static unsigned char there[SLOTS][MOST], here[MOST], back[MOST];
static ptl_handle_eq_t at_target, at_initiator;
static ptl_handle_ct_t replies;
static ptl_pt_index_t pt;

static unsigned char byte(unsigned from, size_t at)
{
    return (unsigned char) (from * 31 + at * 7 + at / 251);
}

static void puts_and_gets(size_t length)
{
    ptl_handle_me_t entries[SLOTS];
    ptl_handle_md_t put, get;
    for (unsigned rank = 0; rank < ranks; rank++) {
        memset(there[rank], 0, length);
        entries[rank] = appended(pt, entry(there[rank], length, rank, PTL_ME_OP_PUT | PTL_ME_OP_GET),
                                 PTL_PRIORITY_LIST);
        SAME(heard(at_target, PTL_EVENT_LINK).ni_fail_type, PTL_NI_OK);
    }
    meet();
    for (size_t at = 0; at < length; at++) here[at] = byte(me, at);
    put = bound(ni, here, length, 0, at_initiator, PTL_CT_NONE);
    get = bound(ni, back, length, PTL_MD_EVENT_CT_REPLY, at_initiator, replies);
    for (unsigned rank = 0; rank < ranks; rank++) {
        ptl_event_t event;
        OK(PtlPut(put, 0, length, PTL_ACK_REQ, rank_of(rank), pt, me, 0, &here[rank], 4711));
        for (int told = 0; told < 2; told++) {
            OK(PtlEQWait(at_initiator, &event));
            SAME(event.type == PTL_EVENT_SEND || event.type == PTL_EVENT_ACK, 1);
            SAME(event.ni_fail_type, PTL_NI_OK);
            SAME(event.user_ptr == &here[rank], 1);
            SAME(event.mlength, length);
        }
        memset(back, 0, length);
        OK(PtlGet(get, 0, length, rank_of(rank), pt, me, 0, NULL));
        event = heard(at_initiator, PTL_EVENT_REPLY);
        SAME(event.mlength, length);
        SAME(memcmp(back, here, length), 0);
    }
    for (unsigned told = 0; told < 2 * ranks; told++) {
        ptl_event_t event;
        OK(PtlEQWait(at_target, &event));
        SAME(event.type == PTL_EVENT_PUT || event.type == PTL_EVENT_GET, 1);
        SAME(event.initiator.rank, event.match_bits);
        SAME(event.start == there[event.initiator.rank] || length == 0, 1);
        SAME(event.ptl_list, PTL_PRIORITY_LIST);
        if (event.type == PTL_EVENT_PUT) SAME(event.hdr_data, 4711);
    }
    meet();
    for (unsigned rank = 0; rank < ranks; rank++) {
        for (size_t at = 0; at < length; at++)
            if (there[rank][at] != byte(rank, at)) SAME(there[rank][at], byte(rank, at));
        OK(PtlMEUnlink(entries[rank]));
    }
    OK(PtlMDRelease(put));
    OK(PtlMDRelease(get));
}

/* Pieces at both ends, and only some of them. */
static void pieces(void)
{
    static char left[5], right[9], from[4], rest[10];
    ptl_iovec_t target[2] = { { left, sizeof left }, { right, sizeof right } };
    ptl_iovec_t source[2] = { { from, sizeof from }, { rest, sizeof rest } };
    ptl_me_t of = entry(target, 2, 100, PTL_ME_OP_PUT | PTL_IOVEC | PTL_ME_EVENT_LINK_DISABLE);
    ptl_handle_me_t there_ = appended(pt, of, PTL_PRIORITY_LIST);
    ptl_handle_md_t md = bound(ni, source, 2, PTL_IOVEC, at_initiator, PTL_CT_NONE);
    memcpy(from, "0123", 4);
    memcpy(rest, "456789abcd", 10);
    OK(PtlPut(md, 2, 10, PTL_NO_ACK_REQ, rank_of(me), pt, 100, 3, NULL, 0));
    SAME(heard(at_initiator, PTL_EVENT_SEND).mlength, 10);
    SAME(heard(at_target, PTL_EVENT_PUT).remote_offset, 3);
    SAME(memcmp(left + 3, "23", 2), 0);
    SAME(memcmp(right, "456789ab", 8), 0);
    OK(PtlMDRelease(md));
    OK(PtlMEUnlink(there_));
}

/* All ranks add to rank 0's number, fetch what was there, and swap. */
static void atomics(void)
{
    static uint64_t sum, own, before, operand, swapped;
    ptl_handle_me_t there_ = PTL_INVALID_HANDLE;
    ptl_handle_md_t md, fetched;
    if (me == 0) {
        sum = 0;
        there_ = appended(pt, entry(&sum, sizeof sum, 200, PTL_ME_OP_PUT | PTL_ME_OP_GET | PTL_ME_EVENT_LINK_DISABLE | PTL_ME_EVENT_COMM_DISABLE),
                          PTL_PRIORITY_LIST);
    }
    meet();
    own = me + 1;
    md = bound(ni, &own, sizeof own, PTL_MD_EVENT_SEND_DISABLE, at_initiator, PTL_CT_NONE);
    fetched = bound(ni, &before, sizeof before, 0, at_initiator, PTL_CT_NONE);
    for (int round = 0; round < 10; round++) {
        OK(PtlAtomic(md, 0, 8, PTL_ACK_REQ, rank_of(0), pt, 200, 0, NULL, 0, PTL_SUM, PTL_UINT64_T));
        SAME(heard(at_initiator, PTL_EVENT_ACK).ni_fail_type, PTL_NI_OK);
        OK(PtlFetchAtomic(fetched, 0, md, 0, 8, rank_of(0), pt, 200, 0, NULL, 0, PTL_SUM, PTL_UINT64_T));
        SAME(heard(at_initiator, PTL_EVENT_REPLY).mlength, 8);
        SAME(before >= (2 * round + 1) * own, 1);
    }
    meet();
    OK(PtlAtomicSync());
    if (me == 0) SAME(sum, 10 * ranks * (ranks + 1));
    meet();
    /* One rank after the other puts its own in place of the last one's. */
    for (unsigned turn = 0; turn < ranks; turn++) {
        if (turn == me) {
            operand = turn == 0 ? 10 * ranks * (ranks + 1) : turn;
            OK(PtlSwap(fetched, 0, md, 0, 8, rank_of(0), pt, 200, 0, NULL, 0, &operand, PTL_CSWAP, PTL_UINT64_T));
            heard(at_initiator, PTL_EVENT_REPLY);
            SAME(before, operand);
        }
        meet();
    }
    if (me == 0) {
        SAME(sum, ranks);
        OK(PtlMEUnlink(there_));
    }
    OK(PtlMDRelease(md));
    OK(PtlMDRelease(fetched));
}

int main(void)
{
    static const size_t lengths[] = { 0, 1, 8, 1024, 1025, 70000, MOST };
    begin();
    OK(PtlEQAlloc(ni, 64, &at_target));
    OK(PtlEQAlloc(ni, 64, &at_initiator));
    OK(PtlCTAlloc(ni, &replies));
    OK(PtlPTAlloc(ni, 0, at_target, PTL_PT_ANY, &pt));
    SAME(pt, 0);
    meet();
    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++) puts_and_gets(lengths[n]);
    counted(replies, ranks * sizeof lengths / sizeof lengths[0], 0);
    pieces();
    atomics();
    OK(PtlPTFree(ni, pt));
    OK(PtlCTFree(replies));
    OK(PtlEQFree(at_target));
    OK(PtlEQFree(at_initiator));
    return end();
}
