/* Calls of Portals 4 to be counted: a put of 8 bytes, the wait for its event at the target, a get, and the wait
 * for its reply.
 *
 * instructions_portals4 FOLDER ROUNDS */
#include "counted.h"
#include <portals4.h>

enum { LEN = 8, MATCH = 7, CROWD = 100 };

static char there[64], here[64];
static ptl_handle_ni_t ni;
static ptl_handle_eq_t queue;
static ptl_handle_md_t own;
static ptl_pt_index_t portal;
static ptl_process_t other;
static ptl_event_t event;

static void must(int code)
{
    if (code != PTL_OK) fprintf(stderr, "rank %d: code %d\n", rank, code), exit(1);
}

static void put(void)
{
    must(PtlPut(own, 0, LEN, PTL_NO_ACK_REQ, other, portal, MATCH, 0, NULL, 0));
}

static void get(void)
{
    must(PtlGet(own, 0, LEN, other, portal, MATCH, 0, NULL));
}

static void wait(void)
{
    must(PtlEQWait(queue, &event));
}

/* Looks after what comes until there is an event. */
static void take(ptl_event_kind_t type)
{
    do must(PtlEQWait(queue, &event));
    while (event.type != type);
}

static void prepare(void)
{
    const unsigned options = PTL_ME_OP_PUT | PTL_ME_OP_GET | PTL_ME_EVENT_LINK_DISABLE;
    ptl_me_t entry = { there, sizeof there, PTL_CT_NONE, PTL_UID_ANY, options, { PTL_RANK_ANY }, 0, 0, 0 };
    ptl_md_t source = { here, sizeof here, PTL_MD_EVENT_SEND_DISABLE, PTL_EQ_NONE, PTL_CT_NONE };
    ptl_handle_me_t handle;
    must(PtlEQAlloc(ni, 64, &queue));
    must(PtlPTAlloc(ni, 0, queue, PTL_PT_ANY, &portal));
    /* What is asked for is not the only entry. */
    for (int i = 0; i <= CROWD; i++) {
        entry.match_bits = i == CROWD ? MATCH : 1000u + (unsigned) i;
        must(PtlMEAppend(ni, portal, &entry, PTL_PRIORITY_LIST, NULL, &handle));
    }
    source.eq_handle = queue;
    must(PtlMDBind(ni, &source, &own));
    meet();
}

static void one_round(void)
{
    if (rank == 0) count("Portals 4: PtlPut of 8 bytes", put);
    meet();
    if (rank == 1) count("Portals 4: PtlEQWait for a put of 8 bytes", wait);
    meet();
    if (rank == 0) count("Portals 4: PtlGet of 8 bytes", get);
    meet();
    if (rank == 1) take(PTL_EVENT_GET);
    meet();
    if (rank == 0) count("Portals 4: PtlEQWait for a reply of 8 bytes", wait);
    meet();
}

int main(int argc, char **argv)
{
    ptl_process_t id;
    if (argc < 3) return fprintf(stderr, "instructions_portals4 FOLDER ROUNDS\n"), 2;
    must(PtlInit());
    must(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_MATCHING | PTL_NI_LOGICAL, PTL_PID_ANY, NULL, NULL, &ni));
    must(PtlGetId(ni, &id));
    other.rank = !id.rank;
    begin_counting(argv[1], (int) id.rank);
    prepare();
    for (int round = atoi(argv[2]); round-- > 0;) one_round();
    fclose(labels);
    PtlFini();
    return 0;
}
