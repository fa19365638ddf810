/* A watcher of lost messages on Portals 3.3: the last entry of a list fits everything and has no memory. What no
 * entry before it wants is not dropped without a word but told of, with its sender.
 *
 *     cc portals_watcher.c $(pkg-config --cflags --libs portals3) -o portals_watcher && mpiexec -n 3 ./portals_watcher
 */
#include <portals3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTAL = 4, KNOWN = 1, UNKNOWN = 1234 };

static unsigned me, ranks;
static ptl_handle_ni_t ni;
static const ptl_process_id_t anybody = { PTL_NID_ANY, PTL_PID_ANY };

static void must(int code, const char *what)
{
    if (code == PTL_OK) return;
    fprintf(stderr, "rank %u: %s answered %d\n", me, what, code);
    exit(1);
}
#define MUST(call) must(call, #call)

/* An entry behind all others, with memory of which a new queue is told. */
static ptl_handle_eq_t attach(void *start, ptl_size_t length, ptl_match_bits_t ignored, unsigned options)
{
    ptl_handle_eq_t eq;
    ptl_handle_me_t entry;
    MUST(PtlEQAlloc(ni, 16 * ranks, PTL_EQ_HANDLER_NONE, &eq));
    ptl_md_t md = { start, length, PTL_MD_THRESH_INF, 0, options | PTL_MD_EVENT_START_DISABLE, NULL, eq };
    MUST(PtlMEAttach(ni, PORTAL, anybody, KNOWN, ignored, PTL_RETAIN, PTL_INS_AFTER, &entry));
    MUST(PtlMDAttach(entry, md, PTL_RETAIN, NULL));
    return eq;
}

static void watch(void)
{
    static char inbox[4096];
    ptl_handle_eq_t eqs[2];
    ptl_sr_value_t dropped = -1;
    ptl_event_t event;
    int wanted = 0, lost = 0, which;
    eqs[0] = attach(inbox, sizeof inbox, 0, PTL_MD_OP_PUT);
    eqs[1] = attach(NULL, 0, ~0ull, PTL_MD_OP_PUT | PTL_MD_OP_GET | PTL_MD_TRUNCATE);
    MUST(PtlBarrier());
    /* Each of the others puts one message for the inbox and one for nobody, and gets what is not there. */
    while (wanted + lost < 3 * (int) (ranks - 1)) {
        MUST(PtlEQPoll(eqs, 2, PTL_TIME_FOREVER, &event, &which));
        if (which == 0) {
            printf("rank %u said: %s\n", event.initiator.pid, inbox + event.offset);
            wanted++;
        } else {
            printf("a %s of %d bytes with match bits %d from rank %u found no place\n",
                   event.type == PTL_EVENT_GET_END ? "get" : "put", (int) event.rlength, (int) event.match_bits,
                   event.initiator.pid);
            lost++;
        }
    }
    MUST(PtlNIStatus(ni, PTL_SR_DROP_COUNT, &dropped));
    printf("%d came in, %d found no place, %lld were dropped unseen\n", wanted, lost, (long long) dropped);
}

static void speak(void)
{
    char words[32];
    ptl_process_id_t watcher;
    ptl_handle_eq_t eq;
    ptl_handle_md_t md;
    ptl_event_t event;
    MUST(PtlGetRankId(0, &watcher));
    MUST(PtlEQAlloc(ni, 16, PTL_EQ_HANDLER_NONE, &eq));
    snprintf(words, sizeof words, "greetings of %u", me);
    ptl_md_t all = { words, strlen(words) + 1, PTL_MD_THRESH_INF, 0, 0, NULL, eq };
    MUST(PtlMDBind(ni, all, PTL_RETAIN, &md));
    MUST(PtlBarrier());
    MUST(PtlPut(md, PTL_NO_ACK_REQ, watcher, PORTAL, 0, KNOWN, 0, 0));
    MUST(PtlPut(md, PTL_NO_ACK_REQ, watcher, PORTAL, 0, UNKNOWN, 0, 0));
    MUST(PtlGet(md, watcher, PORTAL, 0, UNKNOWN, 0));
    do MUST(PtlEQWait(eq, &event));
    while (event.type != PTL_EVENT_REPLY_END);
}

int main(void)
{
    int interfaces;
    MUST(PtlInit(&interfaces));
    MUST(PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &ni));
    MUST(PtlGetRank(&me, &ranks));
    if (me == 0) watch();
    else speak();
    MUST(PtlBarrier());
    MUST(PtlNIFini(ni));
    PtlFini();
    return 0;
}
