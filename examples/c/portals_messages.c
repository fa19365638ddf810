/* Messages with tags, as MPI has them, on Portals 3.3: all other ranks send to rank 0, which finds each message by
 * sender and tag, wherever that waits.
 *
 *     cc portals_messages.c $(pkg-config --cflags --libs portals3) -o portals_messages
 *     mpiexec -n 3 ./portals_messages
 *
 * The receiver's list, front to back: receives that were posted | a mark | buffers for short messages that nobody has
 * asked for | an entry for long ones, which takes their headers and none of their bytes. A long message is offered
 * for fetching before it is put: whoever took its header alone gets it when its receive comes. */
#include <portals3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES, FETCH };                       /* portals */
enum { COUNT = 48, SHORT = 64, LONG = 20000 };  /* messages of each sender, and their longest */
enum { BUFFER = 16 * SHORT };

/* Match bits: whether it is long, who sends, the tag. */
#define IS_LONG (1ull << 63)
#define ANY_SOURCE (0x7fffffffull << 32)

typedef struct {
    unsigned char bytes[LONG];
    unsigned source, tag;
    ptl_size_t length;
    int is_done;
} receive_t;

/* A message that nobody had asked for. */
typedef struct early {
    struct early *next;
    ptl_event_t header;
    int has_come;
} early_t;

static unsigned me, ranks;
static ptl_handle_ni_t ni;
static ptl_handle_eq_t events;
static ptl_handle_me_t mark;
static early_t *early;
static int at_once, from_buffers, fetched, refused;

static void must(int code, const char *what)
{
    if (code == PTL_OK) return;
    fprintf(stderr, "rank %u: %s answered %d\n", me, what, code);
    exit(1);
}
#define MUST(call) must(call, #call)

static ptl_md_t memory(void *start, ptl_size_t length, int threshold, unsigned options, void *user)
{
    ptl_md_t md = { start, length, threshold, 0, options, user, events };
    return md;
}

static void finish(receive_t *receive, const ptl_event_t *event)
{
    receive->source = (unsigned) (event->match_bits >> 32) & 0x7fffffff;
    receive->tag = (unsigned) event->match_bits;
    receive->length = event->mlength;
    receive->is_done = 1;
}

/* Notes a header. Messages start in the order in which they were sent and end in any: starts make the list. */
static void note(const ptl_event_t *event)
{
    early_t **end = &early;
    while (*end) end = &(*end)->next;
    *end = calloc(1, sizeof **end);
    if (*end == NULL) must(PTL_NO_SPACE, "calloc");
    (*end)->header = *event;
}

/* Does what one event asks for. A descriptor of a receive has that as its user's pointer. */
static void handle(const ptl_event_t *event)
{
    receive_t *receive = event->md.user_ptr;
    if (event->type == PTL_EVENT_PUT_START && receive == NULL) note(event);
    if (event->type == PTL_EVENT_PUT_END && receive == NULL)
        for (early_t *one = early; one; one = one->next)
            one->has_come |= one->header.link == event->link;
    if (event->type == PTL_EVENT_PUT_END && receive) {
        finish(receive, event);
        at_once++;
    }
    if (event->type == PTL_EVENT_REPLY_END) finish(receive, event);
}

static void wait_for(const int *condition)
{
    while (!*condition) {
        ptl_event_t event;
        MUST(PtlEQWait(events, &event));
        handle(&event);
    }
}

/* The first early message that fits. */
static early_t *find(ptl_match_bits_t bits, ptl_match_bits_t ignored)
{
    early_t *one = early;
    while (one && ((one->header.match_bits ^ bits) & ~ignored)) one = one->next;
    return one;
}

static void forget(early_t *one)
{
    early_t **at = &early;
    while (*at != one) at = &(*at)->next;
    *at = one->next;
    free(one);
}

/* Takes a message that came before its receive. */
static void take(early_t *one, receive_t *receive)
{
    const ptl_event_t *header = &one->header;
    wait_for(&one->has_come);
    if (header->match_bits & IS_LONG) {
        ptl_handle_md_t md;
        MUST(PtlMDBind(ni, memory(receive->bytes, header->rlength, 1, 0, receive), PTL_UNLINK, &md));
        MUST(PtlGet(md, header->initiator, FETCH, 0, header->hdr_data, 0));
        wait_for(&receive->is_done);
        finish(receive, header);
        receive->length = header->rlength;
        fetched++;
    } else {
        memcpy(receive->bytes, (char *) header->md.start + header->offset, header->mlength);
        finish(receive, header);
        from_buffers++;
    }
    forget(one);
}

/* Posts a receive. It begins without a right to any message and gets one only if no event waits to be looked at: a
 * message that comes between the look at the early ones and the post is neither missed nor taken out of turn. */
static void post(receive_t *receive, ptl_match_bits_t bits, ptl_match_bits_t ignored)
{
    ptl_handle_me_t entry;
    ptl_handle_md_t md;
    ptl_md_t waiting = memory(receive->bytes, LONG, 0, PTL_MD_OP_PUT | PTL_MD_TRUNCATE, receive);
    ptl_md_t active = waiting;
    active.threshold = 1;
    receive->is_done = 0;
    ignored |= IS_LONG;
    MUST(PtlMEInsert(mark, (ptl_process_id_t) { PTL_NID_ANY, PTL_PID_ANY }, bits, ignored, PTL_UNLINK,
                     PTL_INS_BEFORE, &entry));
    MUST(PtlMDAttach(entry, waiting, PTL_UNLINK, &md));
    for (;;) {
        ptl_event_t event;
        early_t *one = find(bits, ignored);
        if (one) {
            MUST(PtlMEUnlink(entry));
            take(one, receive);
            return;
        }
        int code = PtlMDUpdate(md, NULL, &active, events);
        if (code == PTL_OK) return;
        if (code != PTL_MD_NO_UPDATE) must(code, "PtlMDUpdate");
        refused++;
        while (PtlEQGet(events, &event) == PTL_OK) handle(&event);
    }
}

/* The mark and what lies behind it. The buffers have room for all short messages, for one that finds none is lost. */
static void make_list(void)
{
    ptl_process_id_t anybody = { PTL_NID_ANY, PTL_PID_ANY };
    ptl_handle_me_t entry;
    unsigned buffers = (ranks - 1) * COUNT / 15 + 1;
    MUST(PtlMEAttach(ni, MESSAGES, anybody, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &mark));
    for (unsigned i = 0; i < buffers; i++) {
        /* One that has no room for the longest of the short retires. */
        ptl_md_t md = memory(malloc(BUFFER), BUFFER, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MAX_SIZE, NULL);
        md.max_size = SHORT;
        MUST(PtlMEAttach(ni, MESSAGES, anybody, 0, ~IS_LONG, PTL_UNLINK, PTL_INS_AFTER, &entry));
        MUST(PtlMDAttach(entry, md, PTL_UNLINK, NULL));
    }
    ptl_md_t header = memory(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_TRUNCATE, NULL);
    MUST(PtlMEAttach(ni, MESSAGES, anybody, IS_LONG, ~IS_LONG, PTL_RETAIN, PTL_INS_AFTER, &entry));
    MUST(PtlMDAttach(entry, header, PTL_RETAIN, NULL));
}

/* What a sender says under a tag: every other message is long. */
static ptl_size_t fill(unsigned char *bytes, unsigned source, unsigned tag)
{
    ptl_size_t length = tag % 2 ? LONG - 100 * tag : 1 + tag;
    for (ptl_size_t i = 0; i < length; i++) bytes[i] = (unsigned char) (source + tag + i);
    return length;
}

static void check(const receive_t *receive)
{
    static unsigned char expected[LONG];
    ptl_size_t length = fill(expected, receive->source, receive->tag);
    if (receive->length == length && memcmp(receive->bytes, expected, length) == 0) return;
    fprintf(stderr, "message %u of rank %u is not what was sent\n", receive->tag, receive->source);
    exit(1);
}

static void receive_all(void)
{
    unsigned senders = ranks - 1, total = senders * COUNT;
    receive_t *receives = calloc(total ? total : 1, sizeof *receives), *next = receives;
    ptl_sr_value_t dropped = 0;
    make_list();
    /* A third is asked for beforehand, by sender and tag. */
    for (unsigned tag = 0; tag < COUNT / 3; tag++)
        for (unsigned source = 1; source < ranks; source++)
            post(next++, (ptl_match_bits_t) source << 32 | tag, 0);
    MUST(PtlBarrier());
    /* The others while they come, one after the other, whoever sends them. */
    for (unsigned tag = COUNT / 3; tag < COUNT; tag++)
        for (unsigned source = 1; source < ranks; source++) {
            post(next, tag, ANY_SOURCE);
            wait_for(&next++->is_done);
        }
    for (receive_t *one = receives; one < receives + total; one++) {
        wait_for(&one->is_done);
        check(one);
    }
    MUST(PtlNIStatus(ni, PTL_SR_DROP_COUNT, &dropped));
    printf("rank 0 received %u messages of %u ranks: %d at once, %d from buffers, %d fetched\n", total, senders,
           at_once, from_buffers, fetched);
    printf("%d times a receive looked again since something had come; %lld messages were dropped\n", refused,
           (long long) dropped);
    free(receives);
}

static void send_short(void *bytes, ptl_size_t length, ptl_process_id_t to, ptl_match_bits_t bits)
{
    ptl_handle_md_t md;
    ptl_event_t event;
    MUST(PtlMDBind(ni, memory(bytes, length, 1, 0, NULL), PTL_UNLINK, &md));
    MUST(PtlPut(md, PTL_NO_ACK_REQ, to, MESSAGES, 0, bits, 0, 0));
    do MUST(PtlEQWait(events, &event));
    while (event.type != PTL_EVENT_SEND_END);
}

/* The acknowledgement says whether the receiver took the bytes; otherwise it will come for them. */
static void send_long(void *bytes, ptl_size_t length, ptl_process_id_t to, ptl_match_bits_t bits)
{
    static ptl_hdr_data_t serial;
    ptl_handle_me_t offer;
    ptl_handle_md_t md;
    ptl_event_t event;
    MUST(PtlMEAttach(ni, FETCH, to, ++serial, 0, PTL_UNLINK, PTL_INS_AFTER, &offer));
    MUST(PtlMDAttach(offer, memory(bytes, length, 1, PTL_MD_OP_GET, NULL), PTL_UNLINK, NULL));
    MUST(PtlMDBind(ni, memory(bytes, length, 2, 0, NULL), PTL_UNLINK, &md));
    MUST(PtlPut(md, PTL_ACK_REQ, to, MESSAGES, 0, bits | IS_LONG, 0, serial));
    int is_acknowledged = 0, is_taken = 0, is_fetched = 0;
    while (!is_acknowledged || (!is_taken && !is_fetched)) {
        MUST(PtlEQWait(events, &event));
        if (event.type == PTL_EVENT_GET_END) is_fetched = 1;
        if (event.type == PTL_EVENT_ACK) {
            is_acknowledged = 1;
            is_taken = event.mlength > 0;
        }
    }
    if (is_taken) MUST(PtlMEUnlink(offer));
}

static void send_all(void)
{
    static unsigned char bytes[LONG];
    ptl_process_id_t receiver;
    MUST(PtlGetRankId(0, &receiver));
    MUST(PtlBarrier());
    /* Short ones go ahead, so that a long one does not hold up those behind it. */
    for (unsigned is_long = 0; is_long < 2; is_long++)
        for (unsigned tag = is_long; tag < COUNT; tag += 2) {
            ptl_match_bits_t bits = (ptl_match_bits_t) me << 32 | tag;
            ptl_size_t length = fill(bytes, me, tag);
            (is_long ? send_long : send_short)(bytes, length, receiver, bits);
        }
}

int main(void)
{
    int interfaces;
    MUST(PtlInit(&interfaces));
    MUST(PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &ni));
    MUST(PtlGetRank(&me, &ranks));
    MUST(PtlEQAlloc(ni, 4 * COUNT * ranks, PTL_EQ_HANDLER_NONE, &events));
    if (me == 0) receive_all();
    else send_all();
    MUST(PtlBarrier());
    MUST(PtlNIFini(ni));
    PtlFini();
    return 0;
}
