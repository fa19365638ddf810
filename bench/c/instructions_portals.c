/* Calls of Portals 3.3 to be counted: a put of 8 bytes, the wait for its event at the target, a get, and the
 * wait for its reply.
 *
 * instructions_portals FOLDER ROUNDS */
#include "counted.h"
#include <portals3.h>

enum { LEN = 8, MATCH = 7, CROWD = 100 };

static char there[64], here[64];
static ptl_handle_eq_t queue;
static ptl_handle_md_t own;
static ptl_process_id_t other;
static ptl_event_t event;

static void must(int code)
{
    if (code != PTL_OK) fprintf(stderr, "rank %d: code %d\n", rank, code), exit(1);
}

static void put(void)
{
    must(PtlPutRegion(own, 0, LEN, PTL_NO_ACK_REQ, other, 0, 0, MATCH, 0, 0));
}

static void get(void)
{
    must(PtlGetRegion(own, 0, LEN, other, 0, 0, MATCH, 0));
}

static void wait(void)
{
    must(PtlEQWait(queue, &event));
}

/* Looks after what comes until there is an event. */
static void take(int type)
{
    do must(PtlEQWait(queue, &event));
    while ((int) event.type != type);
}

static void prepare(void)
{
    ptl_handle_ni_t ni;
    ptl_handle_me_t entry;
    ptl_process_id_t anybody = { PTL_NID_ANY, PTL_PID_ANY };
    ptl_md_t target = { there, sizeof there, PTL_MD_THRESH_INF, 0, 0, NULL, PTL_EQ_NONE };
    ptl_md_t source = { here, sizeof here, PTL_MD_THRESH_INF, 0, PTL_MD_EVENT_START_DISABLE, NULL, PTL_EQ_NONE };
    must(PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &ni));
    must(PtlGetRankId(!rank, &other));
    must(PtlEQAlloc(ni, 64, PTL_EQ_HANDLER_NONE, &queue));
    target.options = PTL_MD_OP_PUT | PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE;
    target.eq_handle = queue;
    /* What is asked for is not the only entry. */
    for (int i = 0; i <= CROWD; i++) {
        ptl_match_bits_t bits = i == CROWD ? MATCH : 1000u + (unsigned) i;
        must(PtlMEAttach(ni, 0, anybody, bits, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
        must(PtlMDAttach(entry, target, PTL_RETAIN, NULL));
    }
    source.eq_handle = queue;
    must(PtlMDBind(ni, source, PTL_RETAIN, &own));
    must(PtlBarrier());
}

/* Who only put or asked hears of its own end too. */
static void one_round(void)
{
    if (rank == 0) count("PtlPut of 8 bytes", put), take(PTL_EVENT_SEND_END);
    meet();
    if (rank == 1) count("PtlEQWait for a put of 8 bytes", wait);
    meet();
    if (rank == 0) count("PtlGet of 8 bytes", get);
    meet();
    if (rank == 1) take(PTL_EVENT_GET_END);
    meet();
    if (rank == 0) count("PtlEQWait for a reply of 8 bytes", wait);
    meet();
}

int main(int argc, char **argv)
{
    int most;
    unsigned me, size;
    if (argc < 3) return fprintf(stderr, "instructions_portals FOLDER ROUNDS\n"), 2;
    must(PtlInit(&most));
    must(PtlGetRank(&me, &size));
    begin_counting(argv[1], (int) me);
    prepare();
    for (int round = atoi(argv[2]); round-- > 0;) one_round();
    fclose(labels);
    must(PtlBarrier());
    PtlFini();
    return 0;
}
