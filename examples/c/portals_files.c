/* A striped file on Portals 3.3: rank 0 writes a file to servers, all other ranks, and reads it back. It only says
 * what it wants; the servers come for their stripes and bring them, each at its own offset in the client's memory.
 *
 *     cc portals_files.c $(pkg-config --cflags --libs portals3) -o portals_files && mpiexec -n 5 ./portals_files
 *
 * The client's access table lets processes of its own user in to the data by entry 1 alone. Who comes by another
 * entry is dropped and counted, and changes nothing. */
#include <portals3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REQUESTS, DATA };          /* portals */
enum { EVERYONE, SERVERS };       /* access entries */
enum { LENGTH = 1000000, STRIPE = 4096 };

typedef enum { WRITE, READ, INTRUDE, LEAVE } what_t;

static unsigned me, ranks;
static ptl_handle_ni_t ni;
static ptl_handle_eq_t asked, moved;
static const ptl_process_id_t anybody = { PTL_NID_ANY, PTL_PID_ANY };

static void must(int code, const char *what)
{
    if (code == PTL_OK) return;
    fprintf(stderr, "rank %u: %s answered %d\n", me, what, code);
    exit(1);
}
#define MUST(call) must(call, #call)

static ptl_process_id_t rank_id(unsigned rank)
{
    ptl_process_id_t id;
    MUST(PtlGetRankId(rank, &id));
    return id;
}

static ptl_md_t memory(void *start, ptl_size_t length, unsigned options, ptl_handle_eq_t eq)
{
    ptl_md_t md = { start, length, PTL_MD_THRESH_INF, 0, options, NULL, eq };
    return md;
}

/* Waits for an event of this kind. */
static ptl_event_t next(ptl_handle_eq_t eq, ptl_event_kind_t kind)
{
    ptl_event_t event;
    do MUST(PtlEQWait(eq, &event));
    while (event.type != kind);
    if (event.ni_fail_type != PTL_NI_OK) must(PTL_FAIL, "a transfer");
    return event;
}

/* Requests are their header: what is wanted, and under which match bits the memory lies open. */
static void listen(void)
{
    ptl_handle_me_t entry;
    MUST(PtlMEAttach(ni, REQUESTS, anybody, 0, ~0ull, PTL_RETAIN, PTL_INS_AFTER, &entry));
    MUST(PtlMDAttach(entry, memory(NULL, 0, PTL_MD_OP_PUT, asked), PTL_RETAIN, NULL));
}

static void say(unsigned to, what_t what, ptl_match_bits_t bits)
{
    ptl_handle_md_t md;
    ptl_md_t nothing = memory(NULL, 0, 0, PTL_EQ_NONE);
    nothing.threshold = 1;
    MUST(PtlMDBind(ni, nothing, PTL_UNLINK, &md));
    MUST(PtlPut(md, PTL_NO_ACK_REQ, rank_id(to), REQUESTS, EVERYONE, bits, 0, what));
}

/* Opens memory to the servers, asks all of them, and counts bytes until the file is through. */
static void transfer(void *file, what_t what, ptl_match_bits_t bits)
{
    unsigned way = what == WRITE ? PTL_MD_OP_GET : PTL_MD_OP_PUT;
    ptl_handle_me_t entry;
    ptl_size_t sum = 0;
    MUST(PtlMEAttach(ni, DATA, anybody, bits, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
    MUST(PtlMDAttach(entry, memory(file, LENGTH, way | PTL_MD_MANAGE_REMOTE, moved), PTL_RETAIN, NULL));
    for (unsigned server = 1; server < ranks; server++) say(server, what, bits);
    while (sum < LENGTH) sum += next(moved, what == WRITE ? PTL_EVENT_GET_END : PTL_EVENT_PUT_END).mlength;
    MUST(PtlMEUnlink(entry));
}

/* Memory that a server tries to come at by the wrong entry. The notice behind it says that it has been there. */
static int is_safe(char *file, ptl_match_bits_t bits)
{
    ptl_handle_me_t entry;
    char before = file[0];
    MUST(PtlMEAttach(ni, DATA, anybody, bits, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
    MUST(PtlMDAttach(entry, memory(file, LENGTH, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, moved), PTL_RETAIN, NULL));
    say(1, INTRUDE, bits);
    next(asked, PTL_EVENT_PUT_END);
    MUST(PtlMEUnlink(entry));
    return file[0] == before;
}

static void be_client(void)
{
    static char file[LENGTH], copy[LENGTH];
    ptl_sr_value_t dropped = 0;
    ptl_uid_t user;
    MUST(PtlGetUid(ni, &user));
    MUST(PtlACEntry(ni, EVERYONE, anybody, user, PTL_JID_ANY, REQUESTS));
    MUST(PtlACEntry(ni, SERVERS, anybody, user, PTL_JID_ANY, DATA));
    for (int i = 0; i < LENGTH; i++) file[i] = (char) (i * 31 + i / STRIPE);
    MUST(PtlBarrier());
    transfer(file, WRITE, 1);
    transfer(copy, READ, 2);
    int same = memcmp(file, copy, LENGTH) == 0, safe = is_safe(copy, 3);
    for (unsigned server = 1; server < ranks; server++) say(server, LEAVE, 0);
    MUST(PtlNIStatus(ni, PTL_SR_DROP_COUNT, &dropped));
    printf("%u servers keep %d bytes: read back, they are %s\n", ranks - 1, LENGTH, same ? "the same" : "others");
    printf("%lld request without the right was dropped, and the memory is %s\n", (long long) dropped,
           safe ? "as it was" : "changed");
    if (!same || !safe || dropped != 1) exit(1);
}

/* Fetches or brings this server's stripes: each n-th of the file. */
static void serve(ptl_handle_md_t disk, what_t what, ptl_match_bits_t bits)
{
    unsigned under_way = 0;
    for (ptl_size_t at = (me - 1) * (ptl_size_t) STRIPE; at < LENGTH; at += (ranks - 1) * (ptl_size_t) STRIPE) {
        ptl_size_t length = LENGTH - at < STRIPE ? LENGTH - at : STRIPE;
        if (what == WRITE) MUST(PtlGetRegion(disk, at, length, rank_id(0), DATA, SERVERS, bits, at));
        else MUST(PtlPutRegion(disk, at, length, PTL_NO_ACK_REQ, rank_id(0), DATA, SERVERS, bits, at, 0));
        under_way++;
    }
    while (under_way--) next(moved, what == WRITE ? PTL_EVENT_REPLY_END : PTL_EVENT_SEND_END);
}

static void be_server(void)
{
    static char file[LENGTH];
    ptl_handle_md_t disk;
    MUST(PtlMDBind(ni, memory(file, LENGTH, 0, moved), PTL_RETAIN, &disk));
    MUST(PtlBarrier());
    for (;;) {
        ptl_event_t request = next(asked, PTL_EVENT_PUT_END);
        if (request.hdr_data == LEAVE) break;
        if (request.hdr_data == INTRUDE) {
            MUST(PtlPutRegion(disk, 0, STRIPE, PTL_NO_ACK_REQ, rank_id(0), DATA, EVERYONE, request.match_bits, 1, 0));
            say(0, INTRUDE, 0);
        } else {
            serve(disk, (what_t) request.hdr_data, request.match_bits);
        }
    }
}

int main(void)
{
    int interfaces;
    MUST(PtlInit(&interfaces));
    MUST(PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &ni));
    MUST(PtlGetRank(&me, &ranks));
    if (ranks < 2) {
        fprintf(stderr, "portals_files needs a client and a server: mpiexec -n 2\n");
        return 1;
    }
    MUST(PtlEQAlloc(ni, 16, PTL_EQ_HANDLER_NONE, &asked));
    MUST(PtlEQAlloc(ni, 4 * (LENGTH / STRIPE + 1), PTL_EQ_HANDLER_NONE, &moved));
    listen();
    if (me == 0) be_client();
    else be_server();
    MUST(PtlBarrier());
    MUST(PtlNIFini(ni));
    PtlFini();
    return 0;
}
