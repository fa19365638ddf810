/* Who waits in a barrier answers those that it has never sent anything to. */
#include "check.h"

int main(void)
{
    ptl_handle_eq_t events;
    ptl_handle_me_t me_handle;
    ptl_handle_md_t md;
    ptl_event_t event;
    unsigned there = 0, mine = 1;
    begin();
    OK(PtlEQAlloc(ni, 64, PTL_EQ_HANDLER_NONE, &events));
    OK(PtlMEAttach(ni, 0, anybody, 7, 0, PTL_RETAIN, PTL_INS_AFTER, &me_handle));
    OK(PtlMDAttach(me_handle, memory(&there, sizeof there, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE), PTL_RETAIN, &md));
    OK(PtlBarrier());
    if (me != 0) {
        OK(PtlMDBind(ni, memory(&mine, sizeof mine, 0, events), PTL_RETAIN, &md));
        OK(PtlPut(md, PTL_ACK_REQ, rank_id(0), 0, 0, 7, 0, 0));
        do OK(PtlEQWait(events, &event));
        while (event.type != PTL_EVENT_ACK);
    }
    OK(PtlBarrier());
    return end();
}
