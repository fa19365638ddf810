/* A provocation for every kind of event and for every option of descriptors, at the next rank; and what registers
 * count. */
#include "check.h"

enum { PT = 9 };

static ptl_handle_eq_t told, own;
static ptl_process_id_t next;

static ptl_event_t heard(ptl_handle_eq_t eq, ptl_event_kind_t kind)
{
    ptl_event_t event;
    OK(PtlEQWait(eq, &event));
    SAME(event.type, kind);
    SAME(event.ni_fail_type, PTL_NI_OK);
    return event;
}

static void silent(ptl_handle_eq_t eq)
{
    ptl_event_t event;
    SAME(PtlEQGet(eq, &event), PTL_EQ_EMPTY);
}

static ptl_sr_value_t counted(ptl_sr_index_t which)
{
    ptl_sr_value_t value = 0;
    OK(PtlNIStatus(ni, which, &value));
    return value;
}

/* Waits until a register has come so far. */
static void comes_to(ptl_sr_index_t which, ptl_sr_value_t value)
{
    while (counted(which) < value) silent(own);
    SAME(counted(which), value);
}

/* A place for these bits, which is gone with its descriptor. */
static ptl_handle_md_t placed(ptl_match_bits_t bits, ptl_md_t md, ptl_unlink_t unlink)
{
    ptl_handle_me_t entry;
    ptl_handle_md_t handle;
    OK(PtlMEAttach(ni, PT, anybody, bits, 0, PTL_UNLINK, PTL_INS_AFTER, &entry));
    OK(PtlMDAttach(entry, md, unlink, &handle));
    return handle;
}

/* One operation of each kind uses a descriptor up. */
static void every_kind(void)
{
    static char there[8], here[8], back[8];
    ptl_handle_md_t from, into;
    ptl_md_t md = memory(there, sizeof there, PTL_MD_OP_PUT | PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE, told);
    md.threshold = 3;
    ptl_handle_md_t place = placed(1, md, PTL_UNLINK);
    OK(PtlMDBind(ni, memory(here, sizeof here, 0, own), PTL_RETAIN, &from));
    OK(PtlMDBind(ni, memory(back, sizeof back, 0, own), PTL_RETAIN, &into));
    memcpy(here, "portals", 8);
    OK(PtlBarrier());
    OK(PtlPut(from, PTL_ACK_REQ, next, PT, 0, 1, 0, 42));
    heard(own, PTL_EVENT_SEND_START), heard(own, PTL_EVENT_SEND_END), heard(own, PTL_EVENT_ACK);
    OK(PtlGet(into, next, PT, 0, 1, 0));
    heard(own, PTL_EVENT_REPLY_START), heard(own, PTL_EVENT_REPLY_END);
    SAME(memcmp(back, "portals", 8), 0);
    memcpy(here, "another", 8);
    OK(PtlGetPut(into, from, next, PT, 0, 1, 0, 43));
    heard(own, PTL_EVENT_SEND_START), heard(own, PTL_EVENT_SEND_END);
    heard(own, PTL_EVENT_REPLY_START), heard(own, PTL_EVENT_REPLY_END);
    heard(told, PTL_EVENT_PUT_START);
    SAME(heard(told, PTL_EVENT_PUT_END).hdr_data, 42);
    heard(told, PTL_EVENT_GET_START), heard(told, PTL_EVENT_GET_END);
    heard(told, PTL_EVENT_GETPUT_START);
    SAME(heard(told, PTL_EVENT_GETPUT_END).hdr_data, 43);
    heard(told, PTL_EVENT_UNLINK);
    silent(told);
    SAME(memcmp(there, "another", 8), 0);
    SAME(memcmp(back, "portals", 8), 0);
    SAME(PtlMDUnlink(place), PTL_MD_INVALID);
    OK(PtlMDUnlink(from));
    OK(PtlMDUnlink(into));
    OK(PtlBarrier());
}

/* What is too long is cut where that is allowed, and finds no place elsewhere. */
static void too_long(void)
{
    static char there[4], exact[4];
    ptl_handle_md_t from, cut, whole;
    ptl_event_t event;
    const unsigned options = PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE;
    cut = placed(2, memory(there, 4, options | PTL_MD_TRUNCATE, told), PTL_RETAIN);
    whole = placed(3, memory(exact, 4, options, told), PTL_RETAIN);
    OK(PtlMDBind(ni, memory("truncated", 9, 0, own), PTL_RETAIN, &from));
    ptl_sr_value_t drops = counted(PTL_SR_DROP_COUNT), bytes = counted(PTL_SR_DROP_LENGTH);
    OK(PtlBarrier());
    OK(PtlPut(from, PTL_ACK_REQ, next, PT, 0, 2, 1, 0));
    heard(own, PTL_EVENT_SEND_START), heard(own, PTL_EVENT_SEND_END);
    event = heard(own, PTL_EVENT_ACK);
    SAME(event.rlength, 9);
    SAME(event.mlength, 3);
    event = heard(told, PTL_EVENT_PUT_END);
    SAME(event.rlength, 9);
    SAME(event.mlength, 3);
    SAME(memcmp(there, "\0tru", 4), 0);
    OK(PtlPut(from, PTL_NOACK_REQ, next, PT, 0, 3, 0, 0));
    heard(own, PTL_EVENT_SEND_START), heard(own, PTL_EVENT_SEND_END);
    comes_to(PTL_SR_DROP_COUNT, drops + 1);
    SAME(counted(PTL_SR_DROP_LENGTH), bytes + 9);
    SAME(exact[0], 0);
    silent(told);
    OK(PtlMDUnlink(cut));
    OK(PtlMDUnlink(whole));
    OK(PtlMDUnlink(from));
    OK(PtlBarrier());
}

/* Descriptors that tell of less. */
static void quiet(void)
{
    static char there[8];
    ptl_handle_md_t from, ends, starts, deaf;
    const unsigned options = PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE;
    ends = placed(4, memory(there, 8, options | PTL_MD_EVENT_START_DISABLE, told), PTL_RETAIN);
    starts = placed(5, memory(there, 8, options | PTL_MD_EVENT_END_DISABLE, told), PTL_RETAIN);
    deaf = placed(6, memory(there, 8, options | PTL_MD_ACK_DISABLE, told), PTL_RETAIN);
    OK(PtlMDBind(ni, memory("12345678", 8, PTL_MD_EVENT_START_DISABLE, own), PTL_RETAIN, &from));
    OK(PtlBarrier());
    OK(PtlPutRegion(from, 0, 1, PTL_ACK_REQ, next, PT, 0, 4, 0, 0));
    heard(own, PTL_EVENT_SEND_END);
    SAME(heard(own, PTL_EVENT_ACK).mlength, 1);
    heard(told, PTL_EVENT_PUT_END);
    OK(PtlPutRegion(from, 0, 2, PTL_ACK_REQ, next, PT, 0, 6, 0, 0));
    OK(PtlPutRegion(from, 0, 3, PTL_ACK_REQ, next, PT, 0, 5, 0, 0));
    heard(own, PTL_EVENT_SEND_END), heard(own, PTL_EVENT_SEND_END);
    /* The one before has none. */
    SAME(heard(own, PTL_EVENT_ACK).mlength, 3);
    heard(told, PTL_EVENT_PUT_START), heard(told, PTL_EVENT_PUT_END);
    heard(told, PTL_EVENT_PUT_START);
    silent(told);
    silent(own);
    OK(PtlMDUnlink(ends));
    OK(PtlMDUnlink(starts));
    OK(PtlMDUnlink(deaf));
    OK(PtlMDUnlink(from));
    OK(PtlBarrier());
}

static void pieces(void)
{
    static char first[1], second[6];
    static char head[] = "ab", tail[] = "cde";
    ptl_md_iovec_t there[2] = { { first, sizeof first }, { second, sizeof second } };
    ptl_md_iovec_t here[2] = { { head, 2 }, { tail, 3 } };
    const unsigned options = PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_IOVEC;
    ptl_handle_md_t from, place = placed(7, memory(there, 2, options, told), PTL_RETAIN);
    OK(PtlMDBind(ni, memory(here, 2, PTL_MD_IOVEC, own), PTL_RETAIN, &from));
    OK(PtlBarrier());
    OK(PtlPut(from, PTL_ACK_REQ, next, PT, 0, 7, 0, 0));
    heard(own, PTL_EVENT_SEND_START), heard(own, PTL_EVENT_SEND_END);
    SAME(heard(own, PTL_EVENT_ACK).mlength, 5);
    heard(told, PTL_EVENT_PUT_START), heard(told, PTL_EVENT_PUT_END);
    SAME(first[0], 'a');
    SAME(memcmp(second, "bcde", 5), 0);
    OK(PtlMDUnlink(place));
    OK(PtlMDUnlink(from));
    OK(PtlBarrier());
}

/* A descriptor with less room than its longest message may need is used up. */
static void little_room(void)
{
    static char there[8];
    ptl_handle_md_t from, place;
    ptl_md_t md = memory(there, 8, PTL_MD_OP_PUT | PTL_MD_MAX_SIZE | PTL_MD_EVENT_START_DISABLE, told);
    md.max_size = 4;
    place = placed(8, md, PTL_UNLINK);
    OK(PtlMDBind(ni, memory("xyz", 3, PTL_MD_EVENT_START_DISABLE, own), PTL_RETAIN, &from));
    OK(PtlBarrier());
    for (unsigned n = 0; n < 2; n++) {
        OK(PtlPut(from, PTL_ACK_REQ, next, PT, 0, 8, 0, 0));
        heard(own, PTL_EVENT_SEND_END), heard(own, PTL_EVENT_ACK);
        SAME(heard(told, PTL_EVENT_PUT_END).offset, 3 * n);
    }
    heard(told, PTL_EVENT_UNLINK);
    SAME(memcmp(there, "xyzxyz\0", 8), 0);
    SAME(PtlMDUnlink(place), PTL_MD_INVALID);
    OK(PtlMDUnlink(from));
    OK(PtlBarrier());
}

static void registers(void)
{
    ptl_handle_md_t from, place;
    ptl_handle_eq_t eq;
    static char there[8];
    const ptl_sr_value_t entries = counted(PTL_SR_MES_CUR), mds = counted(PTL_SR_MDS_CUR), eqs = counted(PTL_SR_EQS_CUR);
    const ptl_sr_value_t sent = counted(PTL_SR_SEND_COUNT), sent_bytes = counted(PTL_SR_SEND_LENGTH);
    const ptl_sr_value_t got = counted(PTL_SR_RECV_COUNT), got_bytes = counted(PTL_SR_RECV_LENGTH);
    OK(PtlEQAlloc(ni, 8, PTL_EQ_HANDLER_NONE, &eq));
    place = placed(10, memory(there, 8, PTL_MD_OP_PUT, eq), PTL_RETAIN);
    OK(PtlMDBind(ni, memory("count me", 8, 0, own), PTL_RETAIN, &from));
    SAME(counted(PTL_SR_MES_CUR), entries + 1);
    SAME(counted(PTL_SR_MDS_CUR), mds + 2);
    SAME(counted(PTL_SR_EQS_CUR), eqs + 1);
    OK(PtlBarrier());
    OK(PtlPut(from, PTL_NO_ACK_REQ, next, PT, 0, 10, 0, 0));
    heard(own, PTL_EVENT_SEND_START), heard(own, PTL_EVENT_SEND_END);
    heard(eq, PTL_EVENT_PUT_START), heard(eq, PTL_EVENT_PUT_END);
    SAME(counted(PTL_SR_SEND_COUNT), sent + 1);
    SAME(counted(PTL_SR_SEND_LENGTH), sent_bytes + 8);
    SAME(counted(PTL_SR_RECV_COUNT), got + 1);
    SAME(counted(PTL_SR_RECV_LENGTH), got_bytes + 8);
    OK(PtlMDUnlink(place));
    OK(PtlMDUnlink(from));
    OK(PtlEQFree(eq));
    SAME(counted(PTL_SR_MES_CUR), entries);
    SAME(counted(PTL_SR_MDS_CUR), mds);
    SAME(counted(PTL_SR_EQS_CUR), eqs);
    OK(PtlBarrier());
}

int main(void)
{
    begin();
    next = rank_id((me + 1) % ranks);
    OK(PtlEQAlloc(ni, 32, PTL_EQ_HANDLER_NONE, &told));
    OK(PtlEQAlloc(ni, 32, PTL_EQ_HANDLER_NONE, &own));
    every_kind();
    too_long();
    quiet();
    pieces();
    little_room();
    registers();
    return end();
}
