/* More requests than may wait for results at a time: each call goes on once there is room. */
#include "check.h"

enum { MANY = 70000 };

int main(void)
{
    static char there[8], own[8];
    ptl_pt_index_t pt;
    ptl_handle_ct_t results;
    ptl_handle_md_t md;
    ptl_ct_event_t count;
    begin();
    OK(PtlPTAlloc(ni, 0, PTL_EQ_NONE, 3, &pt));
    if (me == ranks - 1) appended(pt, entry(there, sizeof there, 1, PTL_ME_OP_PUT | PTL_ME_OP_GET), PTL_PRIORITY_LIST);
    OK(PtlCTAlloc(ni, &results));
    md = bound(ni, own, sizeof own, PTL_MD_EVENT_CT_ACK | PTL_MD_EVENT_CT_REPLY, PTL_EQ_NONE, results);
    meet();
    if (me == 0) {
        const ptl_process_t last = rank_of(ranks - 1);
        for (int n = 0; n < MANY; n++) OK(PtlPut(md, 0, sizeof own, PTL_CT_ACK_REQ, last, pt, 1, 0, NULL, 0));
        for (int n = 0; n < MANY; n++) OK(PtlGet(md, 0, sizeof own, last, pt, 1, 0, NULL));
        OK(PtlCTWait(results, 2 * MANY, &count));
        SAME(count.failure, 0);
    }
    return end();
}
