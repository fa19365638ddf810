/* Puts, gets, atomic and triggered operations complete while their target computes and makes no call
 * (progress = thread). */
#include "check.h"
#include <signal.h>
#include <unistd.h>

enum { LEN = 4 << 20, PATIENCE = 120 };

static volatile sig_atomic_t told;
static char there[LEN], here[LEN], back[LEN];

static void tell(int signal)
{
    (void) signal;
    told = 1;
}

int main(void)
{
    static uint64_t sum, one = 1, before;
    static int target;
    ptl_handle_eq_t eq;
    ptl_handle_ct_t come_in;
    ptl_handle_md_t put, get, pid, own, fetched;
    ptl_pt_index_t pt;
    ptl_me_t of;
    const unsigned both = PTL_ME_OP_PUT | PTL_ME_OP_GET;
    signal(SIGUSR1, tell);
    begin();
    OK(PtlEQAlloc(ni, 64, &eq));
    OK(PtlCTAlloc(ni, &come_in));
    OK(PtlPTAlloc(ni, 0, PTL_EQ_NONE, PTL_PT_ANY, &pt));
    target = (int) getpid();
    of = entry(there, LEN, 1, both | PTL_ME_EVENT_CT_COMM);
    of.ct_handle = come_in;
    appended(pt, of, PTL_PRIORITY_LIST);
    appended(pt, entry(&sum, sizeof sum, 2, both), PTL_PRIORITY_LIST);
    appended(pt, entry(&target, sizeof target, 3, both), PTL_PRIORITY_LIST);
    /* What comes here makes this process add to its neighbour's sum. */
    own = bound(ni, &one, sizeof one, PTL_MD_EVENT_SEND_DISABLE, eq, PTL_CT_NONE);
    if (me == 1)
        OK(PtlTriggeredAtomic(own, 0, 8, PTL_NO_ACK_REQ, rank_of(0), pt, 2, 0, NULL, 0, PTL_SUM, PTL_UINT64_T,
                              come_in, 1));
    meet();
    if (me == 1) {
        volatile double total = 0;
        alarm(PATIENCE);
        for (long i = 1; !told; i++) total += 1.0 / (double) i;
        alarm(0);
        SAME(memcmp(there, "portals", 8), 0);
        SAME(sum, 1);
    } else if (me == 0) {
        int whom = 0;
        for (int i = 0; i < LEN; i++) here[i] = (char) (i * 7);
        memcpy(here, "portals", 8);
        put = bound(ni, here, LEN, PTL_MD_EVENT_SEND_DISABLE, eq, PTL_CT_NONE);
        OK(PtlPut(put, 0, LEN, PTL_ACK_REQ, rank_of(1), pt, 1, 0, NULL, 0));
        SAME(heard(eq, PTL_EVENT_ACK).ni_fail_type, PTL_NI_OK);
        get = bound(ni, back, LEN, 0, eq, PTL_CT_NONE);
        OK(PtlGet(get, 0, LEN, rank_of(1), pt, 1, 0, NULL));
        SAME(heard(eq, PTL_EVENT_REPLY).mlength, LEN);
        SAME(memcmp(here, back, LEN), 0);
        fetched = bound(ni, &before, sizeof before, 0, eq, PTL_CT_NONE);
        OK(PtlFetchAtomic(fetched, 0, own, 0, 8, rank_of(1), pt, 2, 0, NULL, 0, PTL_SUM, PTL_UINT64_T));
        heard(eq, PTL_EVENT_REPLY);
        SAME(before, 0);
        /* The other's program did nothing, and yet it has added. */
        while (*(volatile uint64_t *) &sum != 1) usleep(1000);
        pid = bound(ni, &whom, sizeof whom, 0, eq, PTL_CT_NONE);
        OK(PtlGet(pid, 0, sizeof whom, rank_of(1), pt, 3, 0, NULL));
        heard(eq, PTL_EVENT_REPLY);
        kill(whom, SIGUSR1);
    }
    return end();
}
