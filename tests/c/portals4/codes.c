/* A call for every return code, and who this process is. */
#include "check.h"
#include <sys/mman.h>
#include <unistd.h>

static void before_and_after(void)
{
    ptl_handle_any_t none = 0;
    ptl_event_t event;
    ptl_ct_event_t count;
    SAME(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_MATCHING | PTL_NI_LOGICAL, PTL_PID_ANY, NULL, NULL, &none),
         PTL_NO_INIT);
    SAME(PtlNIFini(none), PTL_NO_INIT);
    SAME(PtlMDRelease(none), PTL_NO_INIT);
    SAME(PtlMEUnlink(none), PTL_NO_INIT);
    SAME(PtlEQWait(none, &event), PTL_NO_INIT);
    SAME(PtlCTWait(none, 0, &count), PTL_NO_INIT);
    SAME(PtlPut(none, 0, 0, PTL_NO_ACK_REQ, rank_of(0), 0, 0, 0, NULL, 0), PTL_NO_INIT);
    SAME(PtlAtomicSync(), PTL_NO_INIT);
    PtlAbort();
}

/* Before the library has started nothing else can be wrong. */
static void before_all_else(void)
{
    const ptl_process_t some = rank_of(0);
    SAME(PtlPut(0, 0, 0, 9, some, 0, 0, 0, NULL, 0), PTL_NO_INIT);
    SAME(PtlAtomic(0, 0, 0, 0, some, 0, 0, 0, NULL, 0, 99, 99), PTL_NO_INIT);
    SAME(PtlFetchAtomic(0, 0, PTL_INVALID_HANDLE, 0, 0, some, 0, 0, 0, NULL, 0, PTL_SUM, PTL_INT8_T), PTL_NO_INIT);
    SAME(PtlSwap(0, 0, 0, 0, 0, some, 0, 0, 0, NULL, 0, NULL, PTL_CSWAP, PTL_INT8_T), PTL_NO_INIT);
    SAME(PtlTriggeredAtomic(0, 0, 0, 0, some, 0, 0, 0, NULL, 0, 99, 99, 0, 0), PTL_NO_INIT);
    SAME(PtlMEAppend(0, 0, NULL, 9, NULL, NULL), PTL_NO_INIT);
    SAME(PtlCTPoll(NULL, NULL, 0, 0, NULL, NULL), PTL_NO_INIT);
}

/* What was named before an interface was closed, or the library ended, names nothing in the next. */
static void a_life_later(void)
{
    ptl_handle_ni_t of, now;
    ptl_handle_eq_t eq[2];
    ptl_handle_ct_t ct[2];
    ptl_handle_md_t md[2];
    ptl_event_t event;
    ptl_ct_event_t count;
    OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_MATCHING | PTL_NI_PHYSICAL, PTL_PID_ANY, NULL, NULL, &of));
    now = of;
    for (int life = 0; life < 2; life++) {
        OK(PtlEQAlloc(now, 4, &eq[life]));
        OK(PtlCTAlloc(now, &ct[life]));
        md[life] = bound(now, NULL, 0, 0, eq[life], ct[life]);
        OK(PtlNIFini(now));
        OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_MATCHING | PTL_NI_PHYSICAL, PTL_PID_ANY, NULL, NULL, &now));
        SAME(PtlNIFini(of), PTL_ARG_INVALID);
    }
    SAME(eq[0] != eq[1] && ct[0] != ct[1] && md[0] != md[1], 1);
    OK(PtlEQAlloc(now, 4, &eq[1]));
    OK(PtlCTAlloc(now, &ct[1]));
    SAME(PtlEQGet(eq[0], &event), PTL_ARG_INVALID);
    SAME(PtlCTGet(ct[0], &count), PTL_ARG_INVALID);
    SAME(PtlMDRelease(md[0]), PTL_ARG_INVALID);
    OK(PtlNIFini(now));
}

/* An array of more pieces than an interface takes is not read. */
static void too_many_pieces(void)
{
    const long page = sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ptl_md_t md = { two, 1 << 19, PTL_IOVEC, PTL_EQ_NONE, PTL_CT_NONE };
    ptl_me_t of = entry(two, 1 << 19, 1, PTL_ME_OP_PUT | PTL_IOVEC);
    ptl_handle_any_t handle;
    ptl_pt_index_t pt;
    SAME(two != MAP_FAILED, 1);
    OK(mprotect(two + page, page, PROT_NONE));
    SAME(PtlMDBind(ni, &md, &handle), PTL_ARG_INVALID);
    OK(PtlPTAlloc(ni, 0, PTL_EQ_NONE, PTL_PT_ANY, &pt));
    SAME(PtlMEAppend(ni, pt, &of, PTL_PRIORITY_LIST, NULL, &handle), PTL_ARG_INVALID);
    OK(PtlPTFree(ni, pt));
    OK(munmap(two, 2 * page));
}

/* One of a pair too many or too few, and numbers that are another's. */
static void interfaces(void)
{
    ptl_handle_ni_t again, physical;
    ptl_ni_limits_t wanted, limits;
    ptl_process_t own, map[64], name;
    ptl_size_t size;
    ptl_sr_value_t status;
    ptl_uid_t uid;
    const unsigned both = PTL_NI_MATCHING | PTL_NI_LOGICAL;
    memset(&wanted, 0, sizeof wanted);
    wanted.max_mds = 3;
    OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_MATCHING | PTL_NI_PHYSICAL, PTL_PID_ANY, &wanted, &limits, &physical));
    SAME(limits.max_mds, 3);
    SAME(limits.max_pt_index >= 63, 1);
    SAME(limits.max_waw_ordered_size >= 64, 1);
    SAME(limits.max_war_ordered_size >= 8, 1);
    SAME(limits.max_atomic_size >= 8, 1);
    OK(PtlNIInit(PTL_IFACE_DEFAULT, both, PTL_PID_ANY, NULL, &limits, &again));
    SAME(PtlHandleIsEqual(ni, again) != 0, 1);
    OK(PtlNIFini(again));
    SAME(PtlNIInit(9999, both, PTL_PID_ANY, NULL, NULL, &again), PTL_ARG_INVALID);
    SAME(PtlNIInit(PTL_IFACE_DEFAULT, both | PTL_NI_PHYSICAL, PTL_PID_ANY, NULL, NULL, &again), PTL_ARG_INVALID);
    SAME(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_LOGICAL, PTL_PID_ANY, NULL, NULL, &again), PTL_ARG_INVALID);
    SAME(PtlNIInit(PTL_IFACE_DEFAULT, both, PTL_PID_ANY, NULL, NULL, NULL), PTL_ARG_INVALID);
    OK(PtlGetPhysId(ni, &own));
    OK(PtlNIInit(PTL_IFACE_DEFAULT, both, own.phys.pid, NULL, NULL, &again));
    OK(PtlNIFini(again));
    SAME(PtlNIInit(PTL_IFACE_DEFAULT, both, 4711, NULL, NULL, &again), PTL_ARG_INVALID);
    OK(PtlGetMap(ni, 64, map, &size));
    SAME(size, ranks);
    SAME(memcmp(&map[me], &own, sizeof own), 0);
    if (ranks > 1)
        SAME(PtlNIInit(PTL_IFACE_DEFAULT, both, map[!me].phys.pid, NULL, NULL, &again), PTL_PID_IN_USE);
    OK(PtlSetMap(ni, size, map));
    SAME(PtlSetMap(ni, 0, NULL), PTL_ARG_INVALID);
    SAME(PtlSetMap(physical, size, map), PTL_ARG_INVALID);
    SAME(PtlGetMap(physical, 64, map, &size), PTL_ARG_INVALID);
    OK(PtlGetId(physical, &name));
    SAME(name.phys.pid, own.phys.pid);
    OK(PtlGetUid(physical, &uid));
    OK(PtlNIStatus(physical, PTL_SR_DROP_COUNT, &status));
    OK(PtlNIStatus(physical, PTL_SR_PERMISSION_VIOLATIONS, &status));
    OK(PtlNIStatus(physical, PTL_SR_OPERATION_VIOLATIONS, &status));
    SAME(status, 0);
    SAME(PtlNIStatus(physical, (ptl_sr_index_t) 4711, &status), PTL_ARG_INVALID);
    OK(PtlNIFini(physical));
    SAME(PtlNIFini(physical), PTL_ARG_INVALID);
    SAME(PtlNIHandle(PTL_EQ_NONE, &again), PTL_ARG_INVALID);
    SAME(PtlNIHandle(PTL_INVALID_HANDLE, &again), PTL_ARG_INVALID);
}

static void portals_and_entries(void)
{
    ptl_pt_index_t pt, other;
    ptl_me_t of = entry(NULL, 0, 1, PTL_ME_OP_PUT);
    ptl_me_t nowhere = entry(NULL, 8, 1, PTL_ME_OP_PUT);
    ptl_handle_me_t handle;
    ptl_ni_limits_t limits;
    ptl_handle_ni_t again;
    OK(PtlPTAlloc(ni, 0, PTL_EQ_NONE, PTL_PT_ANY, &pt));
    SAME(PtlPTAlloc(ni, 0, PTL_EQ_NONE, pt, &other), PTL_PT_IN_USE);
    SAME(PtlPTAlloc(ni, 0, PTL_EQ_NONE, 99999, &other), PTL_ARG_INVALID);
    SAME(PtlPTAlloc(ni, PTL_PT_FLOWCTRL, PTL_EQ_NONE, PTL_PT_ANY, &other), PTL_PT_EQ_NEEDED);
    SAME(PtlPTAlloc(ni, 0, PTL_EQ_NONE, PTL_PT_ANY, NULL), PTL_ARG_INVALID);
    SAME(PtlPTFree(ni, pt + 1), PTL_ARG_INVALID);
    SAME(PtlPTEnable(ni, pt + 1), PTL_ARG_INVALID);
    SAME(PtlPTDisable(ni, pt + 1), PTL_ARG_INVALID);
    OK(PtlMEAppend(ni, pt, &of, PTL_PRIORITY_LIST, NULL, &handle));
    SAME(PtlPTFree(ni, pt), PTL_PT_IN_USE);
    SAME(PtlMEAppend(ni, pt, &of, 9, NULL, &handle), PTL_ARG_INVALID);
    SAME(PtlMEAppend(ni, pt, &nowhere, PTL_PRIORITY_LIST, NULL, &handle), PTL_ARG_INVALID);
    SAME(PtlMEAppend(ni, pt, NULL, PTL_PRIORITY_LIST, NULL, &handle), PTL_ARG_INVALID);
    SAME(PtlMEAppend(meeting, pt, &of, PTL_PRIORITY_LIST, NULL, &handle), PTL_ARG_INVALID);
    SAME(PtlMESearch(ni, pt, &of, 9, NULL), PTL_ARG_INVALID);
    OK(PtlMEUnlink(handle));
    SAME(PtlMEUnlink(handle), PTL_ARG_INVALID);
    OK(PtlPTFree(ni, pt));
    OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_MATCHING | PTL_NI_LOGICAL, PTL_PID_ANY, NULL, &limits, &again));
    for (int n = 0; n <= limits.max_pt_index; n++) OK(PtlPTAlloc(ni, 0, PTL_EQ_NONE, PTL_PT_ANY, &pt));
    SAME(PtlPTAlloc(ni, 0, PTL_EQ_NONE, PTL_PT_ANY, &other), PTL_PT_FULL);
    for (int n = 0; n < limits.max_list_size; n++) OK(PtlMEAppend(ni, pt, &of, PTL_PRIORITY_LIST, NULL, &handle));
    SAME(PtlMEAppend(ni, pt, &of, PTL_PRIORITY_LIST, NULL, &handle), PTL_LIST_TOO_LONG);
    SAME(PtlMEAppend(ni, pt, &of, PTL_OVERFLOW_LIST, NULL, &handle), PTL_NO_SPACE);
    OK(PtlNIFini(again));
}

static void queues_and_counters(void)
{
    ptl_handle_eq_t eq;
    ptl_handle_ct_t ct;
    ptl_event_t event;
    ptl_ct_event_t count = { 1, 1 };
    ptl_pt_index_t pt = 3;
    unsigned which;
    ptl_me_t of = entry(NULL, 0, 1, PTL_ME_OP_PUT);
    OK(PtlEQAlloc(meeting, 2, &eq));
    SAME(PtlEQAlloc(meeting, 2, NULL), PTL_ARG_INVALID);
    SAME(PtlEQGet(eq, &event), PTL_EQ_EMPTY);
    SAME(PtlEQPoll(&eq, 1, 10, &event, &which), PTL_EQ_EMPTY);
    SAME(PtlEQPoll(&eq, 0, 10, &event, &which), PTL_ARG_INVALID);
    SAME(PtlEQWait(eq, NULL), PTL_ARG_INVALID);
    /* Three events where there is room for two. */
    OK(PtlPTAlloc(meeting, 0, eq, pt, &pt));
    for (int n = 0; n < 3; n++) {
        ptl_le_t le = { NULL, 0, PTL_CT_NONE, PTL_UID_ANY, PTL_LE_OP_PUT };
        ptl_handle_le_t handle;
        OK(PtlLEAppend(meeting, pt, &le, PTL_PRIORITY_LIST, NULL, &handle));
    }
    SAME(PtlEQPoll(&eq, 1, PTL_TIME_FOREVER, &event, &which), PTL_EQ_DROPPED);
    SAME(event.type, PTL_EVENT_LINK);
    OK(PtlEQGet(eq, &event));
    OK(PtlEQFree(eq));
    SAME(PtlEQFree(eq), PTL_ARG_INVALID);
    SAME(PtlEQGet(eq, &event), PTL_ARG_INVALID);
    OK(PtlCTAlloc(ni, &ct));
    SAME(PtlCTInc(ct, count), PTL_ARG_INVALID);
    SAME(PtlCTPoll(&ct, &(ptl_size_t){ 1 }, 1, 10, &count, &which), PTL_CT_NONE_REACHED);
    SAME(PtlCTPoll(&ct, NULL, 1, 10, &count, &which), PTL_ARG_INVALID);
    OK(PtlCTFree(ct));
    SAME(PtlCTFree(ct), PTL_ARG_INVALID);
    SAME(PtlCTGet(ct, &count), PTL_ARG_INVALID);
    SAME(PtlCTSet(ct, count_of(1)), PTL_ARG_INVALID);
    SAME(PtlCTCancelTriggered(ct), PTL_ARG_INVALID);
    SAME(PtlCTWait(PTL_CT_NONE, 1, &count), PTL_ARG_INVALID);
}

static void movements(void)
{
    static uint64_t words[2];
    ptl_handle_md_t md = bound(ni, words, sizeof words, 0, PTL_EQ_NONE, PTL_CT_NONE);
    ptl_handle_md_t foreign = bound(meeting, words, sizeof words, 0, PTL_EQ_NONE, PTL_CT_NONE);
    ptl_handle_ct_t ct;
    ptl_md_t none = { NULL, 8, 0, PTL_EQ_NONE, PTL_CT_NONE };
    ptl_ni_limits_t limits;
    ptl_handle_ni_t again;
    const ptl_process_t self = rank_of(me);
    SAME(PtlMDBind(ni, &none, &md), PTL_ARG_INVALID);
    SAME(PtlMDBind(ni, NULL, &md), PTL_ARG_INVALID);
    SAME(PtlPut(md, 8, 9, PTL_NO_ACK_REQ, self, 0, 0, 0, NULL, 0), PTL_ARG_INVALID);
    SAME(PtlPut(md, 0, 8, PTL_ACK_REQ, self, 0, 0, 0, NULL, 0), PTL_ARG_INVALID);
    SAME(PtlPut(md, 0, 8, PTL_CT_ACK_REQ, self, 0, 0, 0, NULL, 0), PTL_ARG_INVALID);
    SAME(PtlPut(md, 0, 8, 9, self, 0, 0, 0, NULL, 0), PTL_ARG_INVALID);
    SAME(PtlPut(md, 0, 8, PTL_NO_ACK_REQ, rank_of(ranks), 0, 0, 0, NULL, 0), PTL_ARG_INVALID);
    SAME(PtlPut(md, 0, 8, PTL_NO_ACK_REQ, self, 99999, 0, 0, NULL, 0), PTL_ARG_INVALID);
    SAME(PtlGet(md, 16, 1, self, 0, 0, 0, NULL), PTL_ARG_INVALID);
    SAME(PtlAtomic(md, 0, 8, PTL_NO_ACK_REQ, self, 0, 0, 0, NULL, 0, PTL_SWAP, PTL_UINT64_T), PTL_ARG_INVALID);
    SAME(PtlAtomic(md, 0, 8, PTL_NO_ACK_REQ, self, 0, 0, 0, NULL, 0, PTL_BAND, PTL_DOUBLE), PTL_ARG_INVALID);
    SAME(PtlAtomic(md, 0, 8, PTL_NO_ACK_REQ, self, 0, 0, 0, NULL, 0, PTL_SUM, 99), PTL_ARG_INVALID);
    SAME(PtlFetchAtomic(md, 0, foreign, 0, 8, self, 0, 0, 0, NULL, 0, PTL_SUM, PTL_UINT64_T), PTL_ARG_INVALID);
    SAME(PtlSwap(md, 0, md, 8, 8, self, 0, 0, 0, NULL, 0, NULL, PTL_CSWAP, PTL_UINT64_T), PTL_ARG_INVALID);
    SAME(PtlSwap(md, 0, md, 8, 8, self, 0, 0, 0, NULL, 0, words, PTL_SUM, PTL_UINT64_T), PTL_ARG_INVALID);
    OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_NI_MATCHING | PTL_NI_LOGICAL, PTL_PID_ANY, NULL, &limits, &again));
    OK(PtlNIFini(again));
    OK(PtlCTAlloc(ni, &ct));
    for (int n = 0; n < limits.max_triggered_ops; n++)
        OK(PtlTriggeredPut(md, 0, 8, PTL_NO_ACK_REQ, self, 0, 0, 0, NULL, 0, ct, 1));
    SAME(PtlTriggeredPut(md, 0, 8, PTL_NO_ACK_REQ, self, 0, 0, 0, NULL, 0, ct, 1), PTL_NO_SPACE);
    SAME(PtlMDRelease(md), PTL_IN_USE);
    OK(PtlCTFree(ct));
    OK(PtlMDRelease(md));
    SAME(PtlMDRelease(md), PTL_ARG_INVALID);
    SAME(PtlMDRelease(0x12345678), PTL_ARG_INVALID);
}

/* A library that cannot start: no parameter has that name. */
static void a_wrong_start(void)
{
    setenv("FERRY_METHOD", "shm", 1);
    SAME(PtlInit(), PTL_FAIL);
    unsetenv("FERRY_METHOD");
}

int main(void)
{
    before_and_after();
    before_all_else();
    a_wrong_start();
    begin();
    interfaces();
    a_life_later();
    too_many_pieces();
    movements();
    portals_and_entries();
    queues_and_counters();
    meet();
    OK(PtlInit());
    PtlFini();
    end();
    before_and_after();
    return 0;
}
