/* What comes before its entry, searches, list entries, and flow control. */
#include "check.h"

static ptl_handle_eq_t told, own;
static ptl_pt_index_t pt;
static char room[256];

/* Puts one byte at the next rank. Returns how that ended. */
static ptl_ni_fail_t put_byte(ptl_match_bits_t bits)
{
    static char byte = 'x';
    ptl_handle_md_t md = bound(ni, &byte, 1, PTL_MD_EVENT_SEND_DISABLE, own, PTL_CT_NONE);
    ptl_event_t event;
    OK(PtlPut(md, 0, 1, PTL_ACK_REQ, rank_of((me + 1) % ranks), pt, bits, 0, NULL, bits));
    event = heard(own, PTL_EVENT_ACK);
    OK(PtlMDRelease(md));
    return event.ni_fail_type;
}

static ptl_handle_me_t overflow(unsigned options)
{
    ptl_me_t of = entry(room, sizeof room, 0, PTL_ME_OP_PUT | PTL_ME_MANAGE_LOCAL | PTL_ME_EVENT_LINK_DISABLE |
                                                  options);
    of.ignore_bits = ~(ptl_match_bits_t) 0;
    return appended(pt, of, PTL_OVERFLOW_LIST);
}

static void headers(void)
{
    ptl_handle_me_t keeper = overflow(PTL_ME_EVENT_COMM_DISABLE), late;
    ptl_handle_ct_t ct;
    ptl_event_t event;
    ptl_me_t seek = entry(NULL, 0, 1, PTL_ME_OP_PUT | PTL_ME_EVENT_CT_OVERFLOW);
    meet();
    for (int n = 0; n < 3; n++) SAME(put_byte(1), PTL_NI_OK);
    SAME(put_byte(2), PTL_NI_OK);
    SAME(put_byte(3), PTL_NI_OK);
    meet();
    OK(PtlCTAlloc(ni, &ct));
    seek.ct_handle = ct;
    OK(PtlMESearch(ni, pt, &seek, PTL_SEARCH_ONLY, &seek));
    counted(ct, 3, 1);
    for (int n = 0; n < 3; n++) SAME(heard(told, PTL_EVENT_SEARCH).user_ptr == &seek, 1);
    OK(PtlCTSet(ct, count_of(0)));
    seek.match_bits = 2;
    OK(PtlMESearch(ni, pt, &seek, PTL_SEARCH_DELETE, NULL));
    counted(ct, 1, 1);
    SAME(heard(told, PTL_EVENT_PUT_OVERFLOW).start == room + 3, 1);
    OK(PtlMESearch(ni, pt, &seek, PTL_SEARCH_DELETE, NULL));
    SAME(heard(told, PTL_EVENT_SEARCH).ni_fail_type, PTL_NI_NO_MATCH);
    /* One that is used once takes the first, one that stays takes the rest. */
    late = appended(pt, entry(NULL, 0, 1, PTL_ME_OP_PUT | PTL_ME_USE_ONCE), PTL_PRIORITY_LIST);
    SAME(heard(told, PTL_EVENT_PUT_OVERFLOW).hdr_data, 1);
    heard(told, PTL_EVENT_AUTO_UNLINK);
    SAME(PtlMEUnlink(late), PTL_ARG_INVALID);
    late = appended(pt, entry(NULL, 0, 1, PTL_ME_OP_PUT), PTL_PRIORITY_LIST);
    heard(told, PTL_EVENT_PUT_OVERFLOW);
    event = heard(told, PTL_EVENT_PUT_OVERFLOW);
    SAME(event.initiator.rank, (me + ranks - 1) % ranks);
    heard(told, PTL_EVENT_LINK);
    SAME(PtlPTFree(ni, pt), PTL_PT_IN_USE);
    OK(PtlMEUnlink(late));
    OK(PtlMEUnlink(keeper));
    OK(PtlCTFree(ct));
    SAME(PtlEQGet(told, &event), PTL_EQ_EMPTY);
    meet();
}

static void flow(void)
{
    ptl_handle_eq_t eq;
    ptl_pt_index_t flowing;
    ptl_handle_me_t handle;
    ptl_event_t event;
    const ptl_pt_index_t usual = pt;
    OK(PtlEQAlloc(ni, 16, &eq));
    SAME(PtlPTAlloc(ni, PTL_PT_FLOWCTRL, PTL_EQ_NONE, PTL_PT_ANY, &flowing), PTL_PT_EQ_NEEDED);
    OK(PtlPTAlloc(ni, PTL_PT_FLOWCTRL, eq, 7, &flowing));
    pt = flowing;
    handle = appended(pt, entry(room, 1, 1, PTL_ME_OP_PUT | PTL_ME_USE_ONCE), PTL_PRIORITY_LIST);
    heard(eq, PTL_EVENT_LINK);
    meet();
    SAME(put_byte(1), PTL_NI_OK);
    SAME(put_byte(1), PTL_NI_PT_DISABLED);
    SAME(put_byte(1), PTL_NI_PT_DISABLED);
    meet();
    heard(eq, PTL_EVENT_AUTO_UNLINK);
    heard(eq, PTL_EVENT_PUT);
    SAME(heard(eq, PTL_EVENT_PT_DISABLED).pt_index, flowing);
    SAME(PtlEQGet(eq, &event), PTL_EQ_EMPTY);
    handle = appended(pt, entry(room, 1, 1, PTL_ME_OP_PUT), PTL_PRIORITY_LIST);
    OK(PtlPTEnable(ni, pt));
    meet();
    SAME(put_byte(1), PTL_NI_OK);
    meet();
    OK(PtlPTDisable(ni, pt));
    meet();
    SAME(put_byte(1), PTL_NI_PT_DISABLED);
    meet();
    OK(PtlMEUnlink(handle));
    OK(PtlPTFree(ni, pt));
    OK(PtlEQFree(eq));
    pt = usual;
    meet();
}

/* Without matching the order of entries alone decides. */
static void list_entries(void)
{
    static char first[4], second[4];
    ptl_le_t of = { first, sizeof first, PTL_CT_NONE, PTL_UID_ANY, PTL_LE_OP_PUT | PTL_LE_USE_ONCE };
    ptl_handle_le_t one, other;
    ptl_handle_eq_t eq;
    ptl_handle_md_t md;
    ptl_pt_index_t portal;
    ptl_handle_ni_t of_which;
    OK(PtlEQAlloc(meeting, 16, &eq));
    OK(PtlPTAlloc(meeting, 0, eq, PTL_PT_ANY, &portal));
    OK(PtlLESearch(meeting, portal, &of, PTL_SEARCH_ONLY, NULL));
    SAME(heard(eq, PTL_EVENT_SEARCH).ni_fail_type, PTL_NI_NO_MATCH);
    OK(PtlLEAppend(meeting, portal, &of, PTL_PRIORITY_LIST, NULL, &one));
    of.start = second;
    of.options = PTL_LE_OP_PUT;
    OK(PtlLEAppend(meeting, portal, &of, PTL_PRIORITY_LIST, NULL, &other));
    heard(eq, PTL_EVENT_LINK);
    heard(eq, PTL_EVENT_LINK);
    OK(PtlNIHandle(other, &of_which));
    SAME(PtlHandleIsEqual(of_which, meeting) != 0, 1);
    SAME(PtlMEUnlink(other), PTL_ARG_INVALID);
    meet();
    md = bound(meeting, (void *) "abcd", 4, 0, PTL_EQ_NONE, PTL_CT_NONE);
    OK(PtlStartBundle(meeting));
    OK(PtlPut(md, 0, 4, PTL_NO_ACK_REQ, rank_of((me + 1) % ranks), portal, 0, 0, NULL, 0));
    OK(PtlPut(md, 1, 3, PTL_NO_ACK_REQ, rank_of((me + 1) % ranks), portal, 0, 1, NULL, 0));
    OK(PtlEndBundle(meeting));
    heard(eq, PTL_EVENT_AUTO_UNLINK);
    heard(eq, PTL_EVENT_PUT);
    heard(eq, PTL_EVENT_PUT);
    SAME(memcmp(first, "abcd", 4), 0);
    SAME(memcmp(second, "\0bcd", 4), 0);
    OK(PtlLEUnlink(other));
    OK(PtlMDRelease(md));
    OK(PtlPTFree(meeting, portal));
    meet();
}

int main(void)
{
    begin();
    OK(PtlEQAlloc(ni, 64, &told));
    OK(PtlEQAlloc(ni, 64, &own));
    OK(PtlPTAlloc(ni, 0, told, PTL_PT_ANY, &pt));
    headers();
    flow();
    list_entries();
    return end();
}
