/* A call for every return code. */
#include "check.h"
#include <sys/mman.h>
#include <unistd.h>

static void before_and_after(void)
{
    ptl_handle_ni_t none;
    ptl_event_t event;
    SAME(PtlNIInit(0, PTL_PID_ANY, NULL, NULL, &none), PTL_NO_INIT);
    SAME(PtlMEUnlink(0), PTL_NO_INIT);
    SAME(PtlMDUnlink(0), PTL_NO_INIT);
    SAME(PtlEQFree(0), PTL_NO_INIT);
    SAME(PtlEQGet(0, &event), PTL_NO_INIT);
    SAME(PtlPut(0, PTL_ACK_REQ, anybody, 0, 0, 0, 0, 0), PTL_NO_INIT);
    SAME(PtlNIFini(0), PTL_NO_INIT);
}

static void places(void)
{
    ptl_handle_eq_t eq;
    ptl_pt_index_t index;
    SAME(PtlInit(NULL), PTL_SEGV);
    SAME(PtlNIInit(0, PTL_PID_ANY, NULL, NULL, NULL), PTL_SEGV);
    SAME(PtlNIStatus(ni, 0, NULL), PTL_SEGV);
    SAME(PtlNIDist(ni, rank_id(0), NULL), PTL_SEGV);
    SAME(PtlNIHandle(ni, NULL), PTL_SEGV);
    SAME(PtlGetUid(ni, NULL), PTL_SEGV);
    SAME(PtlGetId(ni, NULL), PTL_SEGV);
    SAME(PtlGetJid(ni, NULL), PTL_SEGV);
    SAME(PtlMEAttach(ni, 0, anybody, 0, 0, PTL_RETAIN, PTL_INS_AFTER, NULL), PTL_SEGV);
    SAME(PtlMEAttachAny(ni, &index, anybody, 0, 0, PTL_RETAIN, NULL), PTL_SEGV);
    SAME(PtlMDBind(ni, memory(NULL, 0, 0, PTL_EQ_NONE), PTL_RETAIN, NULL), PTL_SEGV);
    SAME(PtlEQAlloc(ni, 4, PTL_EQ_HANDLER_NONE, NULL), PTL_SEGV);
    OK(PtlEQAlloc(ni, 4, PTL_EQ_HANDLER_NONE, &eq));
    SAME(PtlEQGet(eq, NULL), PTL_SEGV);
    OK(PtlEQFree(eq));
}

static void interfaces(void)
{
    ptl_handle_ni_t again, of;
    ptl_process_id_t own, nobody = { 4711, 4711 };
    ptl_sr_value_t status;
    ptl_ni_limits_t wanted, limits;
    unsigned long distance = 99;
    memset(&wanted, 1, sizeof wanted);
    OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, &wanted, &limits, &again));
    SAME(PtlHandleIsEqual(ni, again) != 0, 1);
    SAME(limits.max_pt_index >= 63, 1);
    SAME(PtlNIInit(9999, PTL_PID_ANY, NULL, NULL, &again), PTL_IFACE_INVALID);
    SAME(PtlNIInit(1, 4711, NULL, NULL, &again), PTL_PID_INVALID);
    OK(PtlGetId(ni, &own));
    OK(PtlNIInit(1, own.pid, NULL, NULL, &again));
    SAME(PtlHandleIsEqual(ni, again), 0);
    OK(PtlNIFini(again));
    SAME(PtlNIFini(again), PTL_NI_INVALID);
    SAME(PtlNIStatus(PTL_INVALID_HANDLE, 0, &status), PTL_NI_INVALID);
    SAME(PtlNIStatus(ni, 4711, &status), PTL_SR_INDEX_INVALID);
    OK(PtlNIDist(ni, own, &distance));
    SAME(distance, 0);
    SAME(PtlNIDist(ni, nobody, &distance), PTL_PROCESS_INVALID);
    SAME(PtlNIDist(ni, anybody, &distance), PTL_PROCESS_INVALID);
    OK(PtlNIHandle(ni, &of));
    SAME(of, ni);
    SAME(PtlNIHandle(PTL_EQ_NONE, &of), PTL_HANDLE_INVALID);
    SAME(PtlACEntry(ni, 9999, anybody, PTL_UID_ANY, PTL_JID_ANY, PTL_PT_INDEX_ANY),
         PTL_AC_INDEX_INVALID);
    SAME(PtlACEntry(ni, 1, anybody, PTL_UID_ANY, PTL_JID_ANY, 9999), PTL_PT_INDEX_INVALID);
}

static void objects(void)
{
    ptl_handle_me_t entry, other;
    ptl_handle_md_t md;
    ptl_handle_eq_t eq, two[2];
    ptl_event_t event;
    ptl_md_t old, some = memory(&event, sizeof event, PTL_MD_OP_PUT, PTL_EQ_NONE);
    int which;
    SAME(PtlMEAttach(ni, 9999, anybody, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &entry), PTL_PT_INDEX_INVALID);
    OK(PtlMEAttach(ni, 5, anybody, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
    OK(PtlMDAttach(entry, some, PTL_RETAIN, &md));
    SAME(PtlMDAttach(entry, some, PTL_RETAIN, NULL), PTL_ME_IN_USE);
    OK(PtlMEUnlink(entry));
    SAME(PtlMEUnlink(entry), PTL_ME_INVALID);
    SAME(PtlMEInsert(entry, anybody, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &other), PTL_ME_INVALID);
    SAME(PtlMDUnlink(md), PTL_MD_INVALID);
    SAME(PtlMDUpdate(md, &old, NULL, PTL_EQ_NONE), PTL_MD_INVALID);
    SAME(PtlMDBind(ni, memory(NULL, 8, 0, PTL_EQ_NONE), PTL_RETAIN, &md), PTL_MD_ILLEGAL);
    some.threshold = -7;
    SAME(PtlMDBind(ni, some, PTL_RETAIN, &md), PTL_MD_ILLEGAL);
    OK(PtlEQAlloc(ni, 4, PTL_EQ_HANDLER_NONE, &eq));
    SAME(PtlEQGet(eq, &event), PTL_EQ_EMPTY);
    SAME(PtlEQPoll(&eq, 1, 1, &event, &which), PTL_EQ_EMPTY);
    SAME(PtlEQPoll(&eq, 0, 0, &event, &which), PTL_EQ_INVALID);
    OK(PtlEQFree(eq));
    SAME(PtlEQGet(eq, &event), PTL_EQ_INVALID);
    SAME(PtlEQWait(PTL_EQ_NONE, &event), PTL_EQ_INVALID);
    two[0] = two[1] = eq;
    SAME(PtlEQPoll(two, 2, PTL_TIME_FOREVER, &event, &which), PTL_EQ_INVALID);
    some = memory(&event, sizeof event, 0, eq);
    SAME(PtlMDBind(ni, some, PTL_RETAIN, &md), PTL_EQ_INVALID);
}

/* What was named before an interface was closed names nothing in the next. */
static void a_life_later(void)
{
    ptl_handle_ni_t of = 0, now;
    ptl_handle_eq_t eq[2];
    ptl_handle_me_t entry[2];
    ptl_handle_md_t md[2];
    ptl_event_t event;
    for (int life = 0; life < 2; life++) {
        OK(PtlNIInit(3, PTL_PID_ANY, NULL, NULL, &now));
        OK(PtlEQAlloc(now, 4, PTL_EQ_HANDLER_NONE, &eq[life]));
        OK(PtlMEAttach(now, 0, anybody, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &entry[life]));
        OK(PtlMDBind(now, memory(NULL, 0, 0, eq[life]), PTL_RETAIN, &md[life]));
        if (life == 0) OK(PtlNIFini(of = now));
    }
    SAME(PtlEQGet(eq[0], &event), PTL_EQ_INVALID);
    SAME(PtlMEUnlink(entry[0]), PTL_ME_INVALID);
    SAME(PtlMDUnlink(md[0]), PTL_MD_INVALID);
    SAME(PtlNIFini(of), PTL_NI_INVALID);
    OK(PtlEQFree(eq[1]));
    OK(PtlNIFini(now));
}

/* An array of more pieces than an interface takes is not read. */
static void too_many_pieces(void)
{
    const long page = sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ptl_handle_md_t md;
    SAME(two != MAP_FAILED, 1);
    OK(mprotect(two + page, page, PROT_NONE));
    SAME(PtlMDBind(ni, memory(two, 1 << 19, PTL_MD_IOVEC, PTL_EQ_NONE), PTL_RETAIN, &md), PTL_MD_ILLEGAL);
    OK(munmap(two, 2 * page));
}

static void movements(void)
{
    static char bytes[4096];
    ptl_handle_md_t md;
    ptl_process_id_t own = rank_id(me), nobody = { own.nid, 4711 };
    OK(PtlMDBind(ni, memory(bytes, sizeof bytes, 0, PTL_EQ_NONE), PTL_RETAIN, &md));
    SAME(PtlPut(md, PTL_ACK_REQ, nobody, 0, 0, 0, 0, 0), PTL_PROCESS_INVALID);
    SAME(PtlGet(md, anybody, 0, 0, 0, 0), PTL_PROCESS_INVALID);
    SAME(PtlPutRegion(md, 4000, 97, PTL_ACK_REQ, own, 0, 0, 0, 0, 0), PTL_MD_ILLEGAL);
    SAME(PtlGetRegion(md, 4097, 0, own, 0, 0, 0, 0), PTL_MD_ILLEGAL);
    SAME(PtlGetPut(md, md, own, 0, 0, 0, 0, 0), PTL_MD_ILLEGAL);
    OK(PtlMDUnlink(md));
    SAME(PtlPut(md, PTL_ACK_REQ, own, 0, 0, 0, 0, 0), PTL_MD_INVALID);
}

/* A queue of two that three puts to this process overflow. */
static void overflow(void)
{
    static char bytes[8];
    ptl_handle_me_t entry;
    ptl_handle_md_t md;
    ptl_handle_eq_t eq;
    ptl_event_t event;
    ptl_sr_value_t received = 0;
    OK(PtlEQAlloc(ni, 2, PTL_EQ_HANDLER_NONE, &eq));
    OK(PtlMEAttach(ni, 6, anybody, 1, 0, PTL_RETAIN, PTL_INS_BEFORE, &entry));
    OK(PtlMDAttach(entry, memory(bytes, 8, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, eq), PTL_RETAIN, NULL));
    OK(PtlMDBind(ni, memory("portals", 8, 0, PTL_EQ_NONE), PTL_RETAIN, &md));
    ptl_sr_value_t before = 0;
    OK(PtlNIStatus(ni, PTL_SR_RECV_COUNT, &before));
    for (int i = 0; i < 3; i++) OK(PtlPut(md, PTL_NO_ACK_REQ, rank_id(me), 6, 0, 1, 0, 0));
    ptl_handle_eq_t idle;
    OK(PtlEQAlloc(ni, 2, PTL_EQ_HANDLER_NONE, &idle));
    while (received - before < 3) {
        SAME(PtlEQGet(idle, &event), PTL_EQ_EMPTY);
        OK(PtlNIStatus(ni, PTL_SR_RECV_COUNT, &received));
    }
    SAME(PtlEQGet(eq, &event), PTL_EQ_DROPPED);
    SAME(event.type, PTL_EVENT_PUT_START);
    OK(PtlEQGet(eq, &event));
    SAME(event.type, PTL_EVENT_PUT_END);
    SAME(strcmp(bytes, "portals"), 0);
    OK(PtlMEUnlink(entry));
}

/* Of everything as little as can be asked for. */
static void little_room(void)
{
    static char bytes[8];
    ptl_ni_limits_t one = { 1, 1, 1, 0, 1, 1, 1, 64 }, granted;
    ptl_handle_ni_t small;
    ptl_handle_me_t entry, other;
    ptl_handle_md_t md;
    ptl_handle_eq_t eq;
    ptl_pt_index_t index;
    OK(PtlNIInit(1, PTL_PID_ANY, &one, &granted, &small));
    SAME(granted.max_mds, 1);
    OK(PtlEQAlloc(small, 2, PTL_EQ_HANDLER_NONE, &eq));
    SAME(PtlEQAlloc(small, 2, PTL_EQ_HANDLER_NONE, &eq), PTL_NO_SPACE);
    OK(PtlMDBind(small, memory(bytes, 8, 0, PTL_EQ_NONE), PTL_RETAIN, &md));
    SAME(PtlMDBind(small, memory(bytes, 8, 0, PTL_EQ_NONE), PTL_RETAIN, &md), PTL_NO_SPACE);
    OK(PtlMEAttach(small, 0, anybody, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
    SAME(PtlMEAttach(small, 1, anybody, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &other), PTL_NO_SPACE);
    OK(PtlNIFini(small));
    one.max_mes = 8;
    OK(PtlNIInit(1, PTL_PID_ANY, &one, NULL, &small));
    OK(PtlMEAttach(small, 0, anybody, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
    SAME(PtlMEInsert(entry, anybody, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &other), PTL_ME_LIST_TOO_LONG);
    OK(PtlMEAttachAny(small, &index, anybody, 0, 0, PTL_RETAIN, &other));
    SAME(index, 1);
    SAME(PtlMEAttachAny(small, &index, anybody, 0, 0, PTL_RETAIN, &other), PTL_PT_FULL);
    OK(PtlNIFini(small));
}

/* More than goes at once is under way as long as nobody looks after it. */
static void under_way(void)
{
    enum { LONG = 64 << 20 };
    char *bytes = calloc(1, LONG);
    ptl_handle_md_t md;
    ptl_handle_eq_t eq;
    ptl_event_t event;
    ptl_md_t same = memory(bytes, 8, 0, PTL_EQ_NONE);
    OK(PtlEQAlloc(ni, 8, PTL_EQ_HANDLER_NONE, &eq));
    OK(PtlMDBind(ni, memory(bytes, LONG, 0, eq), PTL_RETAIN, &md));
    OK(PtlPut(md, PTL_NO_ACK_REQ, rank_id((me + 1) % ranks), 7, 0, 1, 0, 0));
    SAME(PtlMDUnlink(md), PTL_MD_IN_USE);
    OK(PtlEQWait(eq, &event));
    SAME(event.type, PTL_EVENT_SEND_START);
    SAME(PtlMDUpdate(md, NULL, &same, eq), PTL_MD_NO_UPDATE);
    OK(PtlEQWait(eq, &event));
    SAME(event.type, PTL_EVENT_SEND_END);
    OK(PtlMDUpdate(md, NULL, &same, eq));
    OK(PtlMDUnlink(md));
    OK(PtlEQFree(eq));
    OK(PtlBarrier());
    free(bytes);
}

static void wrongly_configured(void)
{
    int most;
    setenv("FERRY_PROGRESS", "perhaps", 1);
    SAME(PtlInit(&most), PTL_FAIL);
    unsetenv("FERRY_PROGRESS");
}

static int told;

static void tell(ptl_event_t *event)
{
    told += event->type == PTL_EVENT_SEND_END;
}

static void handlers(void)
{
    ptl_handle_eq_t eq;
    ptl_handle_md_t md;
    ptl_event_t event;
    OK(PtlEQAlloc(ni, 8, tell, &eq));
    OK(PtlMDBind(ni, memory("x", 1, 0, eq), PTL_RETAIN, &md));
    OK(PtlPut(md, PTL_NO_ACK_REQ, rank_id(me), 0, 0, 0, 0, 0));
    for (int i = 0; i < 2; i++) OK(PtlEQWait(eq, &event));
    SAME(told, 1);
}

int main(void)
{
    wrongly_configured();
    before_and_after();
    begin();
    places();
    interfaces();
    objects();
    a_life_later();
    too_many_pieces();
    movements();
    overflow();
    little_room();
    under_way();
    handlers();
    OK(PtlBarrier());
    OK(PtlNIFini(ni));
    PtlFini();
    before_and_after();
    if (me == 0) puts("ok");
    return 0;
}
