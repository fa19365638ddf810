/* Two jobs that attach: `serve FILE VISITORS` writes the URL of each rank to FILE.RANK, and `visit FILE SERVERS`
   goes to each of these. Both put, get and count in the other's memory. `leave` is a visitor that detaches. `hold FILE 0`
   and `join FILE 0` meet as wholes. */
#include "check.h"

enum { LEN = 200000, BYTES = 1, NUMBER = 2, PORTAL = 5 };

/* Processes of other jobs have no rank. */
static ptl_handle_ni_t ni4;
static ptl_handle_eq_t here, told;
static ptl_process_t own;

static void put_file(const char *name, unsigned number, const char *text)
{
    char file[400], fresh[410];
    snprintf(file, sizeof file, "%s.%u", name, number);
    snprintf(fresh, sizeof fresh, "%s.new", file);
    FILE *out = fopen(fresh, "w");
    if (out == NULL) abort();
    fputs(text, out);
    fclose(out);
    SAME(rename(fresh, file), 0);
}

static void get_file(const char *name, unsigned number, char *text, int size)
{
    char file[400];
    snprintf(file, sizeof file, "%s.%u", name, number);
    FILE *in = fopen(file, "r");
    if (in == NULL || fgets(text, size, in) == NULL) abort();
    fclose(in);
}

static void fill(unsigned char *bytes, ptl_process_t of)
{
    unsigned long seed = of.phys.nid * 1000ul + of.phys.pid;
    for (int i = 0; i < LEN; i++) bytes[i] = (unsigned char) ((unsigned long) i / 251 + (unsigned long) i + seed);
}

static void append(void *start, ptl_size_t length, ptl_match_bits_t bits, unsigned options)
{
    ptl_me_t of = entry(start, length, bits, options);
    ptl_handle_me_t handle;
    of.match_id.phys.nid = PTL_NID_ANY;
    of.match_id.phys.pid = PTL_PID_ANY;
    OK(PtlMEAppend(ni4, PORTAL, &of, PTL_PRIORITY_LIST, NULL, &handle));
}

static ptl_event_t wait_for(ptl_handle_eq_t eq, ptl_event_kind_t kind)
{
    ptl_event_t event;
    do OK(PtlEQWait(eq, &event));
    while (event.type != kind);
    return event;
}

/* Fetches the other's bytes, and compares. */
static void fetch(ptl_process_t whom)
{
    static unsigned char there[LEN], wanted[LEN];
    ptl_handle_md_t md = bound(ni4, there, LEN, 0, told, PTL_CT_NONE);
    OK(PtlGet(md, 0, LEN, whom, PORTAL, BYTES, 0, NULL));
    SAME(wait_for(told, PTL_EVENT_REPLY).ni_fail_type, PTL_NI_OK);
    OK(PtlMDRelease(md));
    fill(wanted, whom);
    SAME(memcmp(there, wanted, LEN), 0);
}

/* Adds to the other's number; what it was. */
static long add(ptl_process_t whom, long number)
{
    long before = 0;
    ptl_handle_md_t get = bound(ni4, &before, sizeof before, 0, told, PTL_CT_NONE);
    ptl_handle_md_t put = bound(ni4, &number, sizeof number, 0, told, PTL_CT_NONE);
    OK(PtlFetchAtomic(get, 0, put, 0, sizeof number, whom, PORTAL, NUMBER, 0, NULL, 0, PTL_SUM, PTL_INT64_T));
    SAME(wait_for(told, PTL_EVENT_REPLY).ni_fail_type, PTL_NI_OK);
    OK(PtlAtomic(put, 0, sizeof number, PTL_ACK_REQ, whom, PORTAL, NUMBER, 0, NULL, 0, PTL_SUM, PTL_INT64_T));
    SAME(wait_for(told, PTL_EVENT_ACK).ni_fail_type, PTL_NI_OK);
    OK(PtlMDRelease(get));
    OK(PtlMDRelease(put));
    return before;
}

/* Asks until nobody has that name any more. */
static void until_gone(ptl_process_t whom)
{
    ptl_event_t event;
    ptl_handle_md_t md = bound(ni4, NULL, 0, PTL_MD_EVENT_SEND_DISABLE, told, PTL_CT_NONE);
    do {
        OK(PtlPut(md, 0, 0, PTL_ACK_REQ, whom, PORTAL, 99, 0, NULL, 0));
        event = wait_for(told, PTL_EVENT_ACK);
    } while (event.ni_fail_type == PTL_NI_DROPPED);
    SAME(event.ni_fail_type, PTL_NI_UNDELIVERABLE);
    OK(PtlMDRelease(md));
}

static void serve(const char *file, int visitors, const long *number)
{
    char url[256];
    SAME(PtlFerryOpen("pigeonry", url, sizeof url), PTL_FAIL);
    SAME(PtlFerryOpen("127.0.0.1:0", NULL, 0), PTL_ARG_INVALID);
    OK(PtlFerryOpen("127.0.0.1:0", url, sizeof url));
    put_file(file, me, url);
    ptl_process_t who[16];
    for (int i = 0; i < visitors; i++) {
        ptl_event_t event = wait_for(here, PTL_EVENT_FETCH_ATOMIC);
        who[i] = event.initiator;
        SAME(who[i].phys.nid >= 0x80000000u, 1);
        fetch(who[i]);
        add(who[i], 1);
    }
    for (int i = 0; i < visitors; i++) until_gone(who[i]);
    SAME(*number, 20 * visitors);
    OK(PtlFerryClose(url));
}

static void visit(const char *file, int servers, const char *how, const long *number)
{
    char url[256];
    ptl_process_t whom[16];
    SAME(PtlFerryAttach("ferry://nowhere", &own), PTL_FAIL);
    SAME(PtlFerryAttach(NULL, &own), PTL_ARG_INVALID);
    for (int i = 0; i < servers; i++) {
        get_file(file, (unsigned) i, url, sizeof url);
        OK(PtlFerryAttach(url, &whom[i]));
        SAME(whom[i].phys.pid, i);
        SAME(add(whom[i], 10) % 10, 0);
        fetch(whom[i]);
    }
    /* Each server adds twice. */
    for (int i = 0; i < 2 * servers; i++) {
        ptl_event_t event;
        do OK(PtlEQWait(here, &event));
        while (event.type != PTL_EVENT_ATOMIC && event.type != PTL_EVENT_FETCH_ATOMIC);
    }
    SAME(*number, 2 * servers);
    meet();
    if (strcmp(how, "leave") == 0) {
        for (int i = 0; i < servers; i++) {
            OK(PtlFerryDetach(whom[i]));
            SAME(PtlFerryDetach(whom[i]), PTL_ARG_INVALID);
            until_gone(whom[i]);
        }
    }
}

static void meet_whole(const char *file, int is_server, const long *number)
{
    char url[256];
    ptl_process_t others[16];
    unsigned count = 16;
    if (is_server && me == 0) {
        OK(PtlFerryOpenJob("127.0.0.1:0", url, sizeof url));
        put_file(file, 0, url);
    }
    if (!is_server) get_file(file, 0, url, sizeof url);
    OK(is_server ? PtlFerryAcceptJob(others, &count) : PtlFerryAttachJob(url, others, &count));
    for (unsigned i = 0; i < count; i++) {
        SAME(others[i].phys.pid, i);
        add(others[i], 1);
        fetch(others[i]);
    }
    for (unsigned i = 0; i < 3 * count;) {
        ptl_event_t event;
        OK(PtlEQWait(here, &event));
        i += event.type == PTL_EVENT_ATOMIC || event.type == PTL_EVENT_FETCH_ATOMIC || event.type == PTL_EVENT_GET;
    }
    SAME(*number, 2 * count);
    meet();
    for (unsigned i = 0; is_server && i < count; i++) until_gone(others[i]);
}

int main(int argc, char **argv)
{
    static unsigned char bytes[LEN];
    static long number;
    ptl_pt_index_t pt;
    if (argc != 4) return 2;
    begin();
    OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_MATCHING | PTL_NI_PHYSICAL, PTL_PID_ANY, NULL, NULL, &ni4));
    OK(PtlFerryGetId(&own));
    SAME(own.phys.pid, me);
    fill(bytes, own);
    OK(PtlEQAlloc(ni4, 256, &here));
    OK(PtlEQAlloc(ni4, 256, &told));
    OK(PtlPTAlloc(ni4, 0, here, PORTAL, &pt));
    append(&number, sizeof number, NUMBER, PTL_ME_OP_PUT | PTL_ME_OP_GET);
    append(bytes, LEN, BYTES, PTL_ME_OP_GET);
    if (strcmp(argv[1], "serve") == 0) serve(argv[2], atoi(argv[3]), &number);
    else if (strcmp(argv[1], "hold") == 0 || strcmp(argv[1], "join") == 0)
        meet_whole(argv[2], strcmp(argv[1], "hold") == 0, &number);
    else visit(argv[2], atoi(argv[3]), argv[1], &number);
    OK(PtlNIFini(ni4));
    return end();
}
