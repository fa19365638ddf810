/* Two jobs that attach: `serve FILE VISITORS` writes the URL of each rank to FILE.RANK, and `visit FILE SERVERS`
   goes to each of these. Both put and get. `leave` is a visitor that detaches, `die` one that stops, which `watch` kills
   amid a put. */
#include "check.h"
#include <signal.h>
#include <unistd.h>

enum { LEN = 200000, NUMBER = 1, BYTES = 2, DONE = 3 };

static ptl_handle_eq_t come, told;

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

static unsigned long number_of(ptl_process_id_t process)
{
    return process.nid * 1000ul + process.pid;
}

static void fill(unsigned char *bytes, unsigned long seed)
{
    for (int i = 0; i < LEN; i++) bytes[i] = (unsigned char) ((unsigned long) i / 251 + (unsigned long) i + seed);
}

static ptl_handle_md_t open_memory(void *start, ptl_size_t length, ptl_match_bits_t bits, unsigned options)
{
    ptl_handle_me_t entry;
    ptl_handle_md_t md;
    OK(PtlMEAttach(ni, 0, anybody, bits, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
    OK(PtlMDAttach(entry, memory(start, length, options | PTL_MD_MANAGE_REMOTE, come), PTL_RETAIN, &md));
    return md;
}

static ptl_event_t wait_for(ptl_handle_eq_t eq, ptl_event_kind_t kind)
{
    ptl_event_t event;
    do OK(PtlEQWait(eq, &event));
    while (event.type != kind);
    SAME(event.ni_fail_type, PTL_NI_OK);
    return event;
}

/* Fetches the other's bytes and number, and compares. */
static void fetch(ptl_process_id_t whom)
{
    static unsigned char there[LEN], wanted[LEN];
    ptl_handle_md_t md;
    OK(PtlMDBind(ni, memory(there, LEN, 0, told), PTL_RETAIN, &md));
    OK(PtlGet(md, whom, 0, 0, BYTES, 0));
    wait_for(told, PTL_EVENT_REPLY_END);
    OK(PtlMDUnlink(md));
    fill(wanted, number_of(whom));
    SAME(memcmp(there, wanted, LEN), 0);
}

static void tell(ptl_process_id_t whom, unsigned long number, ptl_match_bits_t bits)
{
    ptl_handle_md_t md;
    OK(PtlMDBind(ni, memory(&number, sizeof number, 0, told), PTL_RETAIN, &md));
    OK(PtlPut(md, PTL_ACK_REQ, whom, 0, 0, bits, 0, number));
    wait_for(told, PTL_EVENT_ACK);
    OK(PtlMDUnlink(md));
}

/* Waits until nobody has that name any more. */
static void until_gone(ptl_process_id_t whom)
{
    unsigned long distance;
    ptl_event_t event;
    while (PtlNIDist(ni, whom, &distance) == PTL_OK) {
        SAME(distance, 2);
        PtlEQPoll(&told, 1, 10, &event, &(int) { 0 });
    }
    SAME(PtlNIDist(ni, whom, &distance), PTL_PROCESS_INVALID);
}

/* The other has stopped, and is killed amid a put: its end tells of a failure. */
static void fail_amid_a_put(ptl_event_t stopped)
{
    static char much[64 << 20];
    ptl_handle_md_t md;
    ptl_event_t event;
    OK(PtlMDBind(ni, memory(much, sizeof much, 0, told), PTL_RETAIN, &md));
    OK(PtlPut(md, PTL_ACK_REQ, stopped.initiator, 0, 0, NUMBER, 0, 0));
    wait_for(told, PTL_EVENT_SEND_START);
    SAME(PtlMDUnlink(md), PTL_MD_IN_USE);
    SAME(kill((pid_t) stopped.hdr_data, SIGKILL), 0);
    do OK(PtlEQWait(told, &event));
    while (event.type != PTL_EVENT_SEND_END);
    SAME(event.ni_fail_type, PTL_NI_FAIL);
    OK(PtlMDUnlink(md));
    until_gone(stopped.initiator);
    SAME(PtlPut(md, PTL_ACK_REQ, stopped.initiator, 0, 0, NUMBER, 0, 0), PTL_PROCESS_INVALID);
}

static void serve(const char *file, int visitors, int only_watch)
{
    char url[256];
    SAME(PtlFerryOpen("pigeonry", url, sizeof url), PTL_FAIL);
    SAME(PtlFerryOpen("127.0.0.1:0", url, 4), PTL_FAIL);
    OK(PtlFerryOpen("127.0.0.1:0", url, sizeof url));
    put_file(file, me, url);
    ptl_process_id_t who[16];
    if (only_watch) {
        visitors = 0;
        fail_amid_a_put(wait_for(come, PTL_EVENT_PUT_END));
    }
    for (int i = 0; i < visitors; i++) {
        who[i] = wait_for(come, PTL_EVENT_PUT_END).initiator;
        SAME(who[i].nid >= 0x80000000u, 1);
        fetch(who[i]);
        tell(who[i], 7, DONE);
    }
    for (int i = 0; i < visitors; i++) until_gone(who[i]);
    OK(PtlFerryClose(url));
    SAME(PtlFerryClose(url), PTL_FAIL);
}

static void visit(const char *file, int servers, const char *how)
{
    char url[256], other[300];
    ptl_process_id_t whom[16], own;
    unsigned long distance;
    OK(PtlFerryGetId(&own));
    SAME(PtlFerryAttach("ferry://nowhere", &own), PTL_FAIL);
    SAME(PtlFerryAttach(NULL, &own), PTL_SEGV);
    for (int i = 0; i < servers; i++) {
        get_file(file, (unsigned) i, url, sizeof url);
        OK(PtlFerryAttach(url, &whom[i]));
        SAME(whom[i].pid, i);
        OK(PtlNIDist(ni, whom[i], &distance));
        SAME(distance, 2);
        if (strcmp(how, "die") == 0) {
            tell(whom[i], (unsigned long) getpid(), NUMBER);
            raise(SIGSTOP);
        }
        tell(whom[i], number_of(own), NUMBER);
    }
    for (int i = 0; i < servers; i++) {
        wait_for(come, PTL_EVENT_PUT_END);
        fetch(whom[i]);
    }
    /* One whose key is another's. */
    char *key = strchr(url, '#');
    snprintf(other, sizeof other, "%s", url);
    other[key - url + 1] = other[key - url + 1] == '0' ? '1' : '0';
    SAME(PtlFerryAttach(other, &own), PTL_FAIL);
    if (strcmp(how, "leave") == 0) {
        for (int i = 0; i < servers; i++) {
            OK(PtlFerryDetach(whom[i]));
            SAME(PtlFerryDetach(whom[i]), PTL_PROCESS_INVALID);
            SAME(PtlNIDist(ni, whom[i], &distance), PTL_PROCESS_INVALID);
        }
        OK(PtlBarrier());
    }
}

int main(int argc, char **argv)
{
    static unsigned char bytes[LEN];
    static unsigned long numbers[2];
    ptl_process_id_t own;
    if (argc != 4) return 2;
    begin();
    OK(PtlFerryGetId(&own));
    SAME(own.pid, me);
    fill(bytes, number_of(own));
    OK(PtlEQAlloc(ni, 256, PTL_EQ_HANDLER_NONE, &come));
    OK(PtlEQAlloc(ni, 256, PTL_EQ_HANDLER_NONE, &told));
    open_memory(&numbers[0], sizeof numbers[0], NUMBER, PTL_MD_OP_PUT);
    open_memory(&numbers[1], sizeof numbers[1], DONE, PTL_MD_OP_PUT);
    open_memory(bytes, LEN, BYTES, PTL_MD_OP_GET);
    int only_watch = strcmp(argv[1], "watch") == 0;
    if (only_watch || strcmp(argv[1], "serve") == 0) serve(argv[2], atoi(argv[3]), only_watch);
    else visit(argv[2], atoi(argv[3]), argv[1]);
    return end();
}
