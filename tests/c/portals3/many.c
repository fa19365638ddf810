/* More requests than may wait for answers at a time: each call goes on once there is room. */
#include "check.h"

enum { MANY = 70000 };

int main(void)
{
    static char there[8], own[8];
    ptl_handle_me_t entry;
    ptl_handle_md_t md;
    ptl_handle_eq_t eq;
    ptl_event_t event;
    begin();
    if (me == ranks - 1) {
        ptl_md_t of = memory(there, sizeof there, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE);
        OK(PtlMEAttach(ni, 0, anybody, 1, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
        OK(PtlMDAttach(entry, of, PTL_RETAIN, NULL));
    }
    OK(PtlBarrier());
    if (me == 0) {
        int acks = 0;
        OK(PtlEQAlloc(ni, 4 * MANY, PTL_EQ_HANDLER_NONE, &eq));
        OK(PtlMDBind(ni, memory(own, sizeof own, 0, eq), PTL_RETAIN, &md));
        for (int n = 0; n < MANY; n++) OK(PtlPut(md, PTL_ACK_REQ, rank_id(ranks - 1), 0, 0, 1, 0, 0));
        while (acks < MANY) {
            OK(PtlEQWait(eq, &event));
            acks += event.type == PTL_EVENT_ACK;
        }
    }
    return end();
}
