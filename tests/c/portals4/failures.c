/* A provocation for every way in which an operation fails at its target, and for every kind of event, at the next
 * rank; what hints and options of portals change. */
#include "check.h"

static ptl_handle_eq_t told, own;
static ptl_process_t next;

/* Puts so many bytes at the next rank, and waits for the answer. */
static ptl_event_t answer(ptl_pt_index_t pt, ptl_match_bits_t bits, ptl_size_t length)
{
    static char bytes[] = "01234567";
    ptl_handle_md_t md = bound(ni, bytes, 8, PTL_MD_EVENT_SEND_DISABLE, own, PTL_CT_NONE);
    ptl_event_t event;
    OK(PtlPut(md, 0, length, PTL_ACK_REQ, next, pt, bits, 0, NULL, bits));
    event = heard(own, PTL_EVENT_ACK);
    OK(PtlMDRelease(md));
    return event;
}

static ptl_sr_value_t counted_of(ptl_sr_index_t which)
{
    ptl_sr_value_t value = -1;
    OK(PtlNIStatus(ni, which, &value));
    return value;
}

static ptl_pt_index_t portal(unsigned options, ptl_pt_index_t wanted)
{
    ptl_pt_index_t pt;
    OK(PtlPTAlloc(ni, options, told, wanted, &pt));
    return pt;
}

/* Whom an entry is for, and what may be done there; the first that matches decides. */
static void violations(ptl_pt_index_t pt)
{
    static char room[8];
    ptl_uid_t uid;
    ptl_event_t event;
    ptl_handle_me_t strangers, readers, all;
    ptl_me_t of = entry(room, sizeof room, 1, PTL_ME_OP_PUT | PTL_ME_EVENT_LINK_DISABLE);
    OK(PtlGetUid(ni, &uid));
    of.uid = uid + 1;
    strangers = appended(pt, of, PTL_PRIORITY_LIST);
    readers = appended(pt, entry(room, sizeof room, 2, PTL_ME_OP_GET | PTL_ME_EVENT_LINK_DISABLE), PTL_PRIORITY_LIST);
    of = entry(room, sizeof room, 0, PTL_ME_OP_PUT | PTL_ME_EVENT_LINK_DISABLE);
    of.ignore_bits = ~(ptl_match_bits_t) 0;
    of.uid = uid;
    all = appended(pt, of, PTL_PRIORITY_LIST);
    const ptl_sr_value_t drops = counted_of(PTL_SR_DROP_COUNT);
    meet();
    SAME(answer(pt, 1, 1).ni_fail_type, PTL_NI_PERM_VIOLATION);
    SAME(answer(pt, 2, 1).ni_fail_type, PTL_NI_OP_VIOLATION);
    SAME(answer(pt, 3, 1).ni_fail_type, PTL_NI_OK);
    meet();
    SAME(heard(told, PTL_EVENT_PUT).match_bits, 3);
    SAME(counted_of(PTL_SR_PERMISSION_VIOLATIONS), 1);
    SAME(counted_of(PTL_SR_OPERATION_VIOLATIONS), 1);
    SAME(counted_of(PTL_SR_DROP_COUNT), drops);
    OK(PtlMEUnlink(strangers));
    OK(PtlMEUnlink(readers));
    OK(PtlMEUnlink(all));
    SAME(PtlEQGet(told, &event), PTL_EQ_EMPTY);
    meet();
    SAME(answer(pt, 3, 1).ni_fail_type, PTL_NI_DROPPED);
    meet();
    SAME(counted_of(PTL_SR_DROP_COUNT), drops + 1);
}

/* What is too long is cut, or does not match. */
static void too_long(ptl_pt_index_t pt)
{
    static char shorter[4], whole[4];
    ptl_event_t event;
    const unsigned options = PTL_ME_OP_PUT | PTL_ME_EVENT_LINK_DISABLE;
    ptl_handle_me_t one = appended(pt, entry(whole, 4, 1, options | PTL_ME_NO_TRUNCATE), PTL_PRIORITY_LIST);
    ptl_handle_me_t other = appended(pt, entry(shorter, 4, 1, options), PTL_PRIORITY_LIST);
    meet();
    event = answer(pt, 1, 8);
    SAME(event.ni_fail_type, PTL_NI_OK);
    SAME(event.mlength, 4);
    meet();
    event = heard(told, PTL_EVENT_PUT);
    SAME(event.rlength, 8);
    SAME(event.mlength, 4);
    SAME(memcmp(shorter, "0123", 4), 0);
    SAME(whole[0], 0);
    OK(PtlMEUnlink(other));
    meet();
    SAME(answer(pt, 1, 8).ni_fail_type, PTL_NI_DROPPED);
    SAME(answer(pt, 1, 4).ni_fail_type, PTL_NI_OK);
    meet();
    heard(told, PTL_EVENT_PUT);
    SAME(memcmp(whole, "0123", 4), 0);
    OK(PtlMEUnlink(one));
    meet();
}

/* Portals whose entries are all used once and cut what is too long, as the program promises; and one that begins
   disabled. */
static void hints(void)
{
    static char room[4];
    const ptl_pt_index_t once = portal(PTL_PT_ONLY_USE_ONCE, 11), cuts = portal(PTL_PT_ONLY_TRUNCATE, 12);
    const ptl_pt_index_t loose = portal(PTL_PT_MATCH_UNORDERED, 13), closed = portal(PTL_PT_ALLOC_DISABLED, 14);
    ptl_pt_index_t none;
    const unsigned options = PTL_ME_OP_PUT | PTL_ME_EVENT_LINK_DISABLE;
    SAME(PtlPTAlloc(ni, 1u << 20, told, PTL_PT_ANY, &none), PTL_ARG_INVALID);
    appended(once, entry(room, 4, 1, options | PTL_ME_USE_ONCE), PTL_PRIORITY_LIST);
    ptl_handle_me_t in_cuts = appended(cuts, entry(room, 4, 1, options), PTL_PRIORITY_LIST);
    ptl_handle_me_t in_loose = appended(loose, entry(room, 4, 1, options), PTL_PRIORITY_LIST);
    ptl_handle_me_t in_closed = appended(closed, entry(room, 4, 1, options), PTL_PRIORITY_LIST);
    meet();
    SAME(answer(once, 1, 4).ni_fail_type, PTL_NI_OK);
    SAME(answer(once, 1, 4).ni_fail_type, PTL_NI_DROPPED);
    SAME(answer(cuts, 1, 8).mlength, 4);
    SAME(answer(loose, 1, 1).ni_fail_type, PTL_NI_OK);
    SAME(answer(closed, 1, 1).ni_fail_type, PTL_NI_PT_DISABLED);
    meet();
    heard(told, PTL_EVENT_AUTO_UNLINK);
    SAME(heard(told, PTL_EVENT_PUT).pt_index, once);
    SAME(heard(told, PTL_EVENT_PUT).pt_index, cuts);
    SAME(heard(told, PTL_EVENT_PUT).pt_index, loose);
    OK(PtlPTEnable(ni, closed));
    meet();
    SAME(answer(closed, 1, 1).ni_fail_type, PTL_NI_OK);
    meet();
    SAME(heard(told, PTL_EVENT_PUT).pt_index, closed);
    OK(PtlMEUnlink(in_cuts));
    OK(PtlMEUnlink(in_loose));
    OK(PtlMEUnlink(in_closed));
    for (ptl_pt_index_t pt = 11; pt <= 14; pt++) OK(PtlPTFree(ni, pt));
    meet();
}

/* Operations of each kind that come before their entry. */
static void early(ptl_pt_index_t pt)
{
    static uint64_t room[8], word = 5, before;
    ptl_me_t of = entry(room, sizeof room, 0, PTL_ME_OP_PUT | PTL_ME_OP_GET | PTL_ME_MANAGE_LOCAL | PTL_ME_EVENT_LINK_DISABLE | PTL_ME_EVENT_COMM_DISABLE);
    ptl_handle_me_t keeper, late;
    ptl_handle_md_t from = bound(ni, &word, 8, PTL_MD_EVENT_SEND_DISABLE, own, PTL_CT_NONE);
    ptl_handle_md_t into = bound(ni, &before, 8, 0, own, PTL_CT_NONE);
    ptl_event_t event;
    of.ignore_bits = ~(ptl_match_bits_t) 0;
    keeper = appended(pt, of, PTL_OVERFLOW_LIST);
    for (int n = 0; n < 8; n++) room[n] = 100 + n;
    meet();
    OK(PtlGet(into, 0, 8, next, pt, 1, 0, NULL));
    heard(own, PTL_EVENT_REPLY);
    SAME(before, 100);
    OK(PtlAtomic(from, 0, 8, PTL_ACK_REQ, next, pt, 1, 0, NULL, 0, PTL_MAX, PTL_UINT64_T));
    heard(own, PTL_EVENT_ACK);
    OK(PtlFetchAtomic(into, 0, from, 0, 8, next, pt, 1, 0, NULL, 0, PTL_MIN, PTL_UINT64_T));
    heard(own, PTL_EVENT_REPLY);
    SAME(before, 102);
    SAME(answer(pt, 1, 8).ni_fail_type, PTL_NI_OK);
    meet();
    late = appended(pt, entry(NULL, 0, 1, PTL_ME_OP_PUT | PTL_ME_OP_GET), PTL_PRIORITY_LIST);
    SAME(heard(told, PTL_EVENT_GET_OVERFLOW).start == room, 1);
    event = heard(told, PTL_EVENT_ATOMIC_OVERFLOW);
    SAME(event.start == room + 1, 1);
    SAME(event.atomic_operation, PTL_MAX);
    SAME(event.atomic_type, PTL_UINT64_T);
    SAME(heard(told, PTL_EVENT_FETCH_ATOMIC_OVERFLOW).start == room + 2, 1);
    SAME(heard(told, PTL_EVENT_PUT_OVERFLOW).start == room + 3, 1);
    heard(told, PTL_EVENT_LINK);
    SAME(room[0], 100);
    SAME(room[1], 101);
    SAME(room[2], 5);
    SAME(memcmp(&room[3], "01234567", 8), 0);
    OK(PtlMEUnlink(late));
    OK(PtlMEUnlink(keeper));
    OK(PtlMDRelease(from));
    OK(PtlMDRelease(into));
    meet();
}

/* The same of those that find their entry. */
static void expected(ptl_pt_index_t pt)
{
    static uint64_t there = 7, word = 5, before;
    ptl_handle_me_t place = appended(pt, entry(&there, 8, 1, PTL_ME_OP_PUT | PTL_ME_OP_GET | PTL_ME_EVENT_LINK_DISABLE), PTL_PRIORITY_LIST);
    ptl_handle_md_t from = bound(ni, &word, 8, 0, own, PTL_CT_NONE);
    ptl_handle_md_t quiet = bound(ni, &word, 8, PTL_MD_EVENT_SEND_DISABLE, own, PTL_CT_NONE);
    ptl_handle_md_t into = bound(ni, &before, 8, 0, own, PTL_CT_NONE);
    meet();
    OK(PtlPut(from, 0, 8, PTL_NO_ACK_REQ, next, pt, 1, 0, NULL, 0));
    heard(own, PTL_EVENT_SEND);
    OK(PtlGet(into, 0, 8, next, pt, 1, 0, NULL));
    heard(own, PTL_EVENT_REPLY);
    SAME(before, 5);
    OK(PtlAtomic(from, 0, 8, PTL_NO_ACK_REQ, next, pt, 1, 0, NULL, 0, PTL_PROD, PTL_UINT64_T));
    heard(own, PTL_EVENT_SEND);
    OK(PtlFetchAtomic(into, 0, quiet, 0, 8, next, pt, 1, 0, NULL, 0, PTL_LXOR, PTL_UINT64_T));
    heard(own, PTL_EVENT_REPLY);
    SAME(before, 25);
    meet();
    heard(told, PTL_EVENT_PUT), heard(told, PTL_EVENT_GET);
    heard(told, PTL_EVENT_ATOMIC), heard(told, PTL_EVENT_FETCH_ATOMIC);
    SAME(there, 0);
    OK(PtlMEUnlink(place));
    OK(PtlMDRelease(from));
    OK(PtlMDRelease(quiet));
    OK(PtlMDRelease(into));
    meet();
}

/* An entry of the overflow list that is used up is free when nothing is left of it. */
static void freed(ptl_pt_index_t pt)
{
    static char room[8];
    ptl_event_t event;
    ptl_me_t seek = entry(NULL, 0, 4, PTL_ME_OP_PUT | PTL_ME_USE_ONCE);
    appended(pt, entry(room, 8, 4, PTL_ME_OP_PUT | PTL_ME_USE_ONCE | PTL_ME_EVENT_LINK_DISABLE | PTL_ME_EVENT_COMM_DISABLE),
             PTL_OVERFLOW_LIST);
    meet();
    SAME(answer(pt, 4, 8).ni_fail_type, PTL_NI_OK);
    meet();
    heard(told, PTL_EVENT_AUTO_UNLINK);
    SAME(PtlEQGet(told, &event), PTL_EQ_EMPTY);
    OK(PtlMESearch(ni, pt, &seek, PTL_SEARCH_DELETE, NULL));
    SAME(heard(told, PTL_EVENT_PUT_OVERFLOW).start == room, 1);
    heard(told, PTL_EVENT_AUTO_FREE);
    SAME(PtlEQGet(told, &event), PTL_EQ_EMPTY);
    meet();
}

int main(void)
{
    ptl_pt_index_t pt;
    begin();
    next = rank_of((me + 1) % ranks);
    OK(PtlEQAlloc(ni, 64, &told));
    OK(PtlEQAlloc(ni, 64, &own));
    pt = portal(0, 10);
    violations(pt);
    too_long(pt);
    hints();
    early(pt);
    expected(pt);
    freed(pt);
    return end();
}
