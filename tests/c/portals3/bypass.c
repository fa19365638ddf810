/* Puts and gets complete while their target computes and makes no call (progress = thread). */
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
    ptl_handle_eq_t eq;
    ptl_handle_me_t entry;
    ptl_handle_md_t put, get, pid;
    ptl_event_t event;
    static int target;
    signal(SIGUSR1, tell);
    begin();
    OK(PtlEQAlloc(ni, 64, PTL_EQ_HANDLER_NONE, &eq));
    OK(PtlMEAttach(ni, 0, anybody, 1, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
    OK(PtlMDAttach(entry,
                   memory(there, LEN, PTL_MD_OP_PUT | PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE),
                   PTL_RETAIN, NULL));
    target = (int) getpid();
    OK(PtlMEAttach(ni, 1, anybody, 1, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
    OK(PtlMDAttach(entry, memory(&target, sizeof target, PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE),
                   PTL_RETAIN, NULL));
    OK(PtlBarrier());
    if (me == 1) {
        volatile double sum = 0;
        alarm(PATIENCE);
        for (long i = 1; !told; i++) sum += 1.0 / (double) i;
        alarm(0);
        SAME(memcmp(there, "portals", 8), 0);
    } else if (me == 0) {
        int whom = 0;
        for (int i = 0; i < LEN; i++) here[i] = (char) (i * 7);
        memcpy(here, "portals", 8);
        OK(PtlMDBind(ni, memory(here, LEN, 0, eq), PTL_RETAIN, &put));
        OK(PtlPut(put, PTL_ACK_REQ, rank_id(1), 0, 0, 1, 0, 0));
        do OK(PtlEQWait(eq, &event));
        while (event.type != PTL_EVENT_ACK);
        OK(PtlMDBind(ni, memory(back, LEN, 0, eq), PTL_RETAIN, &get));
        OK(PtlGet(get, rank_id(1), 0, 0, 1, 0));
        do OK(PtlEQWait(eq, &event));
        while (event.type != PTL_EVENT_REPLY_END);
        SAME(memcmp(here, back, LEN), 0);
        OK(PtlMDBind(ni, memory(&whom, sizeof whom, 0, eq), PTL_RETAIN, &pid));
        OK(PtlGet(pid, rank_id(1), 1, 0, 1, 0));
        do OK(PtlEQWait(eq, &event));
        while (event.type != PTL_EVENT_REPLY_END);
        kill(whom, SIGUSR1);
    }
    return end();
}
