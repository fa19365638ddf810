/* Every rank puts into, gets from and exchanges with every other, itself included. */
#include "check.h"

enum { LEN = 300000, WORDS = LEN / 4 };

static unsigned there[WORDS], mine[WORDS], back[WORDS], swapped, swap;

static unsigned word(unsigned from, unsigned at)
{
    return from * 1000003u + at;
}

static void expect(ptl_handle_eq_t eq, ptl_event_kind_t kind, ptl_event_t *event)
{
    OK(PtlEQWait(eq, event));
    SAME(event->type, kind);
    SAME(event->ni_fail_type, PTL_NI_OK);
}

int main(void)
{
    ptl_handle_eq_t events, own;
    ptl_handle_me_t me_handle;
    ptl_handle_md_t put, get, exchange, md;
    ptl_event_t event;
    ptl_pt_index_t index;
    int tag = 42;
    begin();
    OK(PtlEQAlloc(ni, 64 * ranks, PTL_EQ_HANDLER_NONE, &events));
    OK(PtlEQAlloc(ni, 64, PTL_EQ_HANDLER_NONE, &own));
    OK(PtlMEAttachAny(ni, &index, anybody, 7, 0, PTL_RETAIN, &me_handle));
    SAME(index, 0);
    ptl_md_t target = memory(there, sizeof there, PTL_MD_OP_PUT | PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE,
                             events);
    target.user_ptr = &tag;
    OK(PtlMDAttach(me_handle, target, PTL_RETAIN, &md));
    for (unsigned i = 0; i < WORDS; i++) mine[i] = word(me, i);
    OK(PtlMDBind(ni, memory(mine, sizeof mine, 0, own), PTL_RETAIN, &put));
    OK(PtlMDBind(ni, memory(back, sizeof back, 0, own), PTL_RETAIN, &get));
    OK(PtlMDBind(ni, memory(&swap, sizeof swap, 0, own), PTL_RETAIN, &exchange));
    OK(PtlBarrier());
    /* Each rank has a stretch of everybody's memory; the first word of all is for exchanges. */
    unsigned stretch = (WORDS - 1) / ranks;
    ptl_size_t offset = 4 + 4ull * stretch * me, len = 4ull * stretch;
    for (unsigned to = 0; to < ranks; to++) {
        OK(PtlPutRegion(put, offset, len, PTL_ACK_REQ, rank_id(to), 0, 0, 7, offset, me));
        expect(own, PTL_EVENT_SEND_START, &event);
        expect(own, PTL_EVENT_SEND_END, &event);
        expect(own, PTL_EVENT_ACK, &event);
        SAME(event.mlength, len);
        SAME(event.initiator.pid, rank_id(to).pid);
        OK(PtlGetRegion(get, offset, len, rank_id(to), 0, 0, 7, offset));
        expect(own, PTL_EVENT_REPLY_START, &event);
        expect(own, PTL_EVENT_REPLY_END, &event);
        SAME(memcmp((char *) back + offset, (char *) mine + offset, len), 0);
        memset(back, 0, sizeof back);
    }
    OK(PtlBarrier());
    for (unsigned from = 0; from < ranks; from++)
        for (unsigned i = 0; i < stretch; i++) {
            unsigned at = 1 + stretch * from + i;
            SAME(there[at], word(from, at));
        }
    /* Every operation was told here, with what the program said of its descriptor. */
    unsigned puts = 0, gets = 0;
    while (PtlEQGet(events, &event) == PTL_OK) {
        SAME(event.md.user_ptr == &tag && event.md.start == there, 1);
        SAME(event.mlength, len);
        puts += event.type == PTL_EVENT_PUT_END;
        gets += event.type == PTL_EVENT_GET_END;
    }
    SAME(puts, ranks);
    SAME(gets, ranks);
    /* A token goes round by exchanges: each gets what the one before left. */
    swap = me + 1;
    OK(PtlBarrier());
    ptl_handle_md_t into;
    OK(PtlMDBind(ni, memory(&swapped, sizeof swapped, 0, own), PTL_RETAIN, &into));
    for (unsigned turn = 0; turn < ranks; turn++) {
        if (turn == me) {
            OK(PtlGetPut(into, exchange, rank_id(0), 0, 0, 7, 0, 0));
            expect(own, PTL_EVENT_SEND_START, &event);
            expect(own, PTL_EVENT_SEND_END, &event);
            expect(own, PTL_EVENT_REPLY_START, &event);
            expect(own, PTL_EVENT_REPLY_END, &event);
            SAME(swapped, me);
        }
        OK(PtlBarrier());
    }
    if (me == 0) SAME(there[0], ranks);
    return end();
}
