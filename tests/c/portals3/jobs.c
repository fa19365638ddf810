/* Two jobs that meet as wholes: `serve FILE` writes its URL there and lets the other in, `visit FILE` goes to it. Every
   process then puts to and gets from every one of the other job. */
#include "check.h"

enum { LEN = 100000, MOST = 16 };

static ptl_handle_eq_t come, told;

static ptl_event_t wait_for(ptl_handle_eq_t eq, ptl_event_kind_t kind)
{
    ptl_event_t event;
    do OK(PtlEQWait(eq, &event));
    while (event.type != kind);
    SAME(event.ni_fail_type, PTL_NI_OK);
    return event;
}

static void fill(unsigned char *bytes, unsigned seed)
{
    for (int i = 0; i < LEN; i++) bytes[i] = (unsigned char) ((unsigned) i / 251 + (unsigned) i + seed);
}

static void open_memory(void *start, ptl_size_t length, ptl_match_bits_t bits, unsigned options, ptl_handle_eq_t eq)
{
    ptl_handle_me_t entry;
    OK(PtlMEAttach(ni, 0, anybody, bits, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
    OK(PtlMDAttach(entry, memory(start, length, options | PTL_MD_MANAGE_REMOTE, eq), PTL_RETAIN, NULL));
}

static void serve(const char *file, ptl_process_id_t *others, unsigned *count)
{
    char url[256], fresh[300];
    if (me == 0) {
        OK(PtlFerryOpenJob("127.0.0.1:0", url, sizeof url));
        snprintf(fresh, sizeof fresh, "%s.new", file);
        FILE *out = fopen(fresh, "w");
        if (out == NULL) abort();
        fputs(url, out);
        fclose(out);
        SAME(rename(fresh, file), 0);
    } else {
        SAME(PtlFerryOpenJob("127.0.0.1:0", url, sizeof url), PTL_FAIL);
    }
    OK(PtlFerryAcceptJob(others, count));
}

static void visit(const char *file, ptl_process_id_t *others, unsigned *count)
{
    char url[256];
    FILE *in = fopen(file, "r");
    if (in == NULL || fgets(url, sizeof url, in) == NULL) abort();
    fclose(in);
    /* Nobody is there: all hear of it. */
    SAME(PtlFerryAttachJob("ferry://127.0.0.1:1/#00112233445566778899aabbccddeeff", others, count), PTL_FAIL);
    SAME(PtlFerryAttachJob("pigeon", others, count), PTL_FAIL);
    SAME(*count, MOST);
    OK(PtlFerryAttachJob(me == 0 ? url : NULL, others, count));
}

int main(int argc, char **argv)
{
    static unsigned char bytes[LEN], there[LEN], wanted[LEN];
    static unsigned long number;
    ptl_process_id_t others[MOST], own;
    ptl_handle_md_t put, get;
    unsigned count = MOST;
    int is_server;
    if (argc != 3) return 2;
    is_server = strcmp(argv[1], "serve") == 0;
    begin();
    OK(PtlFerryGetId(&own));
    fill(bytes, own.nid + own.pid);
    OK(PtlEQAlloc(ni, 256, PTL_EQ_HANDLER_NONE, &come));
    OK(PtlEQAlloc(ni, 256, PTL_EQ_HANDLER_NONE, &told));
    open_memory(&number, sizeof number, 1, PTL_MD_OP_PUT, come);
    open_memory(bytes, LEN, 2, PTL_MD_OP_GET, come);
    (is_server ? serve : visit)(argv[2], others, &count);
    for (unsigned i = 0; i < count; i++) {
        SAME(others[i].pid, i);
        OK(PtlMDBind(ni, memory(&i, sizeof i, 0, told), PTL_RETAIN, &put));
        OK(PtlPut(put, PTL_ACK_REQ, others[i], 0, 0, 1, 0, me));
        wait_for(told, PTL_EVENT_ACK);
        OK(PtlMDUnlink(put));
        OK(PtlMDBind(ni, memory(there, LEN, 0, told), PTL_RETAIN, &get));
        OK(PtlGet(get, others[i], 0, 0, 2, 0));
        wait_for(told, PTL_EVENT_REPLY_END);
        OK(PtlMDUnlink(get));
        fill(wanted, others[i].nid + others[i].pid);
        SAME(memcmp(there, wanted, LEN), 0);
    }
    for (unsigned puts = 0, gets = 0; puts < count || gets < count;) {
        ptl_event_t event;
        OK(PtlEQWait(come, &event));
        SAME(event.ni_fail_type, PTL_NI_OK);
        SAME(event.initiator.nid, others[event.initiator.pid].nid);
        gets += event.type == PTL_EVENT_GET_END;
        if (event.type != PTL_EVENT_PUT_END) continue;
        SAME(event.initiator.pid, event.hdr_data);
        puts++;
    }
    /* All of this job are done with the others. */
    OK(PtlBarrier());
    unsigned long distance;
    if (is_server) {
        for (unsigned i = 0; i < count; i++)
            while (PtlNIDist(ni, others[i], &distance) == PTL_OK) PtlEQGet(told, &(ptl_event_t) { 0 });
    } else {
        OK(PtlFerryDetach(others[0]));
        for (unsigned i = 0; i < count; i++) SAME(PtlNIDist(ni, others[i], &distance), PTL_PROCESS_INVALID);
    }
    return end();
}
