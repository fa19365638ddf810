/* Events of the tool information interface (MPI-5.0 §15.3.8): registrations, callbacks by level of safety, what an
 * instance says, what is dropped, how a registration goes. With the argument `change` and a method's name: the event
 * of a link that changes its method. */
#include "check.h"
#include <stddef.h>

#define NONE ((void *) 0)

enum { MOST = 64 };

/* As the displacements of the elements say. */
typedef struct {
    unsigned source;
    int tag;
    unsigned long long bytes;
    unsigned expected;
} arrival_t;

typedef struct {
    int calls, gone, dropped_calls;
    MPI_Count dropped, time;
    MPI_T_cb_safety level;
    arrival_t last;
    MPI_T_event_instance instance;
    MPI_T_event_registration own;
} heard_t;

#define UNUSED(what) ((void) (what))

static int index_of(const char *name)
{
    int index;
    CHECK(!MPI_T_event_get_index(name, &index));
    return index;
}

static void note(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety level,
                 void *data)
{
    heard_t *heard = data;
    arrival_t whole;
    MPI_Count time, now;
    int source = -1;
    char room[sizeof whole + 1];
    CHECK(registration == heard->own);
    CHECK(!MPI_T_event_get_source(instance, &source));
    SAME(source, 0);
    CHECK(!MPI_T_event_get_timestamp(instance, &time));
    CHECK(!MPI_T_source_get_timestamp(source, &now));
    CHECK(time >= heard->time && time <= now);
    memset(room, 0x5a, sizeof room);
    CHECK(!MPI_T_event_copy(instance, room));
    memcpy(&whole, room, sizeof whole);
    SAME(room[offsetof(arrival_t, expected) + sizeof whole.expected], 0x5a);
    CHECK(!MPI_T_event_read(instance, 0, &heard->last.source));
    CHECK(!MPI_T_event_read(instance, 1, &heard->last.tag));
    CHECK(!MPI_T_event_read(instance, 2, &heard->last.bytes));
    CHECK(!MPI_T_event_read(instance, 3, &heard->last.expected));
    SAME(whole.source, heard->last.source);
    SAME(whole.tag, heard->last.tag);
    SAME(whole.bytes, heard->last.bytes);
    SAME(whole.expected, heard->last.expected);
    RAISES(MPI_T_event_read(instance, 4, room), MPI_T_ERR_INVALID_INDEX);
    RAISES(MPI_T_event_read(instance, -1, room), MPI_T_ERR_INVALID_INDEX);
    RAISES(MPI_T_event_read(instance, 0, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_copy(instance, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_get_timestamp(instance, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_get_source(instance, NONE), MPI_T_ERR_INVALID);
    heard->time = time;
    heard->instance = instance;
    heard->level = level;
    heard->calls++;
}

static void gone(MPI_T_event_registration registration, MPI_T_cb_safety level, void *data)
{
    UNUSED(level);
    heard_t *heard = data;
    CHECK(registration == heard->own);
    heard->gone++;
}

static MPI_T_event_registration on_arrival(MPI_Comm comm, heard_t *heard, MPI_T_cb_safety level)
{
    memset(heard, 0, sizeof *heard);
    CHECK(!MPI_T_event_handle_alloc(index_of("matching.message_arrived"), &comm, MPI_INFO_NULL, &heard->own));
    CHECK(!MPI_T_event_register_callback(heard->own, level, MPI_INFO_NULL, heard, note));
    return heard->own;
}

static void to_myself(MPI_Comm comm, int tag, int bytes, int waits)
{
    char out[4096] = "", in[4096];
    MPI_Request request;
    if (waits) MPI_Irecv(in, sizeof in, MPI_BYTE, me, tag, comm, &request);
    MPI_Send(out, bytes, MPI_BYTE, me, tag, comm);
    if (!waits) {
        MPI_Probe(me, tag, comm, MPI_STATUS_IGNORE);
        MPI_Irecv(in, sizeof in, MPI_BYTE, me, tag, comm, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    /* Once more round, so that what was noted last is delivered. */
    MPI_Iprobe(me, 12345, comm, &waits, MPI_STATUS_IGNORE);
}

static void arrivals(void)
{
    MPI_Comm other;
    heard_t heard, elsewhere;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_T_event_registration own = on_arrival(MPI_COMM_WORLD, &heard, MPI_T_CB_REQUIRE_NONE);
    on_arrival(other, &elsewhere, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE);
    to_myself(MPI_COMM_WORLD, 3, 100, 1);
    SAME(heard.calls, 1);
    SAME(heard.last.source, me);
    SAME(heard.last.tag, 3);
    SAME(heard.last.bytes, 100);
    SAME(heard.last.expected, 1);
    SAME(heard.level, MPI_T_CB_REQUIRE_NONE);
    to_myself(MPI_COMM_WORLD, 4, 0, 0);
    SAME(heard.calls, 2);
    SAME(heard.last.bytes, 0);
    SAME(heard.last.expected, 0);
    SAME(elsewhere.calls, 0);
    to_myself(other, 5, 7, 1);
    SAME(heard.calls, 2);
    SAME(elsewhere.calls, 1);
    SAME(elsewhere.last.tag, 5);
    /* An instance is one as long as its function runs. */
    char room[64];
    int source;
    MPI_Count time;
    RAISES(MPI_T_event_read(heard.instance, 0, room), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_event_copy(heard.instance, room), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_event_get_source(heard.instance, &source), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_event_get_timestamp(heard.instance, &time), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_event_read(NONE, 0, room), MPI_T_ERR_INVALID_HANDLE);
    /* Without its function a registration hears nothing. */
    CHECK(!MPI_T_event_register_callback(own, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NONE, NULL));
    to_myself(MPI_COMM_WORLD, 6, 1, 1);
    SAME(heard.calls, 2);
    CHECK(!MPI_T_event_register_callback(own, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, &heard, note));
    to_myself(MPI_COMM_WORLD, 7, 1, 1);
    SAME(heard.calls, 3);
    CHECK(!MPI_T_event_handle_free(own, &heard, gone));
    SAME(heard.gone, 1);
    to_myself(MPI_COMM_WORLD, 8, 1, 1);
    SAME(heard.calls, 3);
    RAISES(MPI_T_event_handle_free(own, &heard, gone), MPI_T_ERR_INVALID_HANDLE);
    SAME(heard.gone, 1);
    CHECK(!MPI_T_event_handle_free(elsewhere.own, NONE, NULL));
    MPI_Comm_free(&other);
}

/* A function that frees its own registration. */
static void once(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety level,
                 void *data)
{
    UNUSED(level);
    heard_t *heard = data;
    int tag;
    heard->calls++;
    CHECK(!MPI_T_event_handle_free(registration, heard, gone));
    /* It is told that it is gone when it has returned. */
    SAME(heard->gone, 0);
    CHECK(!MPI_T_event_read(instance, 1, &tag));
    RAISES(MPI_T_event_handle_free(registration, heard, gone), MPI_T_ERR_INVALID_HANDLE);
}

static void one_that_frees_itself(void)
{
    heard_t heard;
    memset(&heard, 0, sizeof heard);
    MPI_Comm world = MPI_COMM_WORLD;
    CHECK(!MPI_T_event_handle_alloc(index_of("matching.message_arrived"), &world, MPI_INFO_NULL, &heard.own));
    CHECK(!MPI_T_event_register_callback(heard.own, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &heard, once));
    to_myself(world, 9, 8, 1);
    to_myself(world, 10, 8, 1);
    SAME(heard.calls, 1);
    SAME(heard.gone, 1);
}

/* A function that calls MPI, while more comes than can wait. */
enum { FLOOD = 6000 };

static void flooded(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety level,
                    void *data)
{
    UNUSED(instance), UNUSED(registration), UNUSED(level);
    heard_t *heard = data;
    if (heard->calls++ != 0) return;
    for (int i = 0; i < FLOOD; i++) {
        MPI_Request request;
        MPI_Irecv(NONE, 0, MPI_BYTE, me, 11, MPI_COMM_WORLD, &request);
        MPI_Send(NONE, 0, MPI_BYTE, me, 11, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void dropped(MPI_Count count, MPI_T_event_registration registration, int source, MPI_T_cb_safety level,
                    void *data)
{
    UNUSED(level);
    heard_t *heard = data;
    CHECK(registration == heard->own && source == 0 && count > 0);
    heard->dropped += count;
    heard->dropped_calls++;
}

static void what_is_dropped(void)
{
    heard_t heard;
    memset(&heard, 0, sizeof heard);
    MPI_Comm world = MPI_COMM_WORLD;
    CHECK(!MPI_T_event_handle_alloc(index_of("matching.message_arrived"), &world, MPI_INFO_NULL, &heard.own));
    CHECK(!MPI_T_event_set_dropped_handler(heard.own, dropped));
    CHECK(!MPI_T_event_register_callback(heard.own, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &heard, flooded));
    to_myself(world, 12, 8, 1);
    to_myself(world, 13, 8, 1);
    CHECK(heard.dropped_calls >= 1);
    /* All were told, or counted as dropped: the flood, and the two around it. */
    SAME(heard.calls + heard.dropped, FLOOD + 2);
    CHECK(!MPI_T_event_set_dropped_handler(heard.own, NULL));
    CHECK(!MPI_T_event_handle_free(heard.own, &heard, gone));
    SAME(heard.gone, 1);
}

static void each_event(void)
{
    int events, sources, index;
    CHECK(!MPI_T_event_get_num(&events));
    CHECK(events >= 4);
    for (int i = 0; i < events; i++) {
        char name[128], desc[1024];
        int name_len = sizeof name, desc_len = sizeof desc, verbosity, elements = MOST, room = 1, bind, items;
        MPI_Datatype types[MOST];
        MPI_Aint places[MOST];
        MPI_T_enum of;
        MPI_Info info = MPI_INFO_NULL;
        CHECK(!MPI_T_event_get_info(i, name, &name_len, &verbosity, types, places, &elements, &of, &info, desc,
                                    &desc_len, &bind));
        CHECK(!MPI_T_event_get_info(i, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
        SAME(strlen(name) + 1, name_len);
        CHECK(desc_len > 1 && elements >= 1 && elements < MOST);
        CHECK(bind == MPI_T_BIND_NO_OBJECT || bind == MPI_T_BIND_MPI_COMM);
        CHECK(info != MPI_INFO_NULL);
        MPI_Info_free(&info);
        if (of != MPI_T_ENUM_NULL) CHECK(!MPI_T_enum_get_info(of, &items, NONE, NONE));
        for (int k = 0; k < elements; k++) {
            int size;
            CHECK(types[k] == MPI_INT || types[k] == MPI_UNSIGNED || types[k] == MPI_UNSIGNED_LONG_LONG
                  || types[k] == MPI_DOUBLE);
            size = types[k] == MPI_INT || types[k] == MPI_UNSIGNED ? 4 : 8;
            CHECK(places[k] % size == 0 && (k == 0 ? places[k] == 0 : places[k] > places[k - 1]));
        }
        places[1] = -9;
        CHECK(!MPI_T_event_get_info(i, NONE, NONE, NONE, types, places, &room, NONE, NONE, NONE, NONE, NONE));
        SAME(room, elements);
        SAME(places[1], -9);
        CHECK(!MPI_T_event_get_index(name, &index));
        SAME(index, i);
    }
    int bad[] = {-1, events};
    for (int i = 0; i < 2; i++) {
        MPI_T_event_registration none;
        RAISES(MPI_T_event_get_info(bad[i], NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE),
               MPI_T_ERR_INVALID_INDEX);
        RAISES(MPI_T_event_handle_alloc(bad[i], NONE, MPI_INFO_NULL, &none), MPI_T_ERR_INVALID_INDEX);
    }
    RAISES(MPI_T_event_get_num(NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_get_index("no such event", &index), MPI_T_ERR_INVALID_NAME);
    RAISES(MPI_T_event_get_index(NONE, &index), MPI_T_ERR_INVALID);
    CHECK(!MPI_T_source_get_num(&sources));
    RAISES(MPI_T_source_get_num(NONE), MPI_T_ERR_INVALID);
    for (int i = 0; i < sources; i++) {
        char name[64], desc[256];
        int name_len = sizeof name, desc_len = sizeof desc;
        MPI_T_source_order order;
        MPI_Count ticks, most, first, second;
        MPI_Info info;
        CHECK(!MPI_T_source_get_info(i, name, &name_len, desc, &desc_len, &order, &ticks, &most, &info));
        CHECK(!MPI_T_source_get_info(i, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
        CHECK(name_len > 1 && desc_len > 1 && ticks == 1000000000 && most > 0 && order == MPI_T_SOURCE_ORDERED);
        MPI_Info_free(&info);
        CHECK(!MPI_T_source_get_timestamp(i, &first));
        CHECK(!MPI_T_source_get_timestamp(i, &second));
        CHECK(first >= 0 && second >= first);
        RAISES(MPI_T_source_get_timestamp(i, NONE), MPI_T_ERR_INVALID);
    }
    MPI_Count time;
    RAISES(MPI_T_source_get_info(sources, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE), MPI_T_ERR_INVALID_INDEX);
    RAISES(MPI_T_source_get_timestamp(-1, &time), MPI_T_ERR_INVALID_INDEX);
}

static void errors(int runs)
{
    MPI_T_event_registration own, none = NONE, stale;
    MPI_Comm world = MPI_COMM_WORLD, null = MPI_COMM_NULL;
    MPI_Info info;
    int index = index_of("link.peer_lost"), bound = index_of("matching.message_arrived"), keys;
    RAISES(MPI_T_event_handle_alloc(index, NONE, MPI_INFO_NULL, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_handle_alloc(index, NONE, (MPI_Info) 0x4000, &own), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_handle_alloc(bound, NONE, MPI_INFO_NULL, &own), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_handle_alloc(bound, &null, MPI_INFO_NULL, &own), MPI_T_ERR_INVALID);
    if (!runs) RAISES(MPI_T_event_handle_alloc(bound, &world, MPI_INFO_NULL, &own), MPI_T_ERR_INVALID);
    CHECK(!MPI_T_event_handle_alloc(index, NONE, MPI_INFO_NULL, &own));
    CHECK(!MPI_T_event_handle_get_info(own, &info));
    CHECK(!MPI_Info_get_nkeys(info, &keys));
    CHECK(!MPI_T_event_handle_set_info(own, info));
    CHECK(!MPI_T_event_callback_set_info(own, MPI_T_CB_REQUIRE_NONE, info));
    MPI_Info_free(&info);
    CHECK(!MPI_T_event_callback_get_info(own, MPI_T_CB_REQUIRE_MPI_RESTRICTED, &info));
    MPI_Info_free(&info);
    RAISES(MPI_T_event_handle_get_info(own, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_callback_get_info(own, MPI_T_CB_REQUIRE_NONE, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_handle_set_info(own, (MPI_Info) 0x4000), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_callback_set_info(own, (MPI_T_cb_safety) 1, MPI_INFO_NULL), MPI_T_ERR_INVALID);
    RAISES(MPI_T_event_register_callback(own, (MPI_T_cb_safety) 5, MPI_INFO_NULL, NONE, note), MPI_T_ERR_INVALID);
    stale = own;
    CHECK(!MPI_T_event_handle_free(own, NONE, NULL));
    MPI_T_event_registration bad[] = {none, stale, (MPI_T_event_registration) 0xdeadbee0};
    for (int i = 0; i < 3; i++) {
        RAISES(MPI_T_event_handle_free(bad[i], NONE, NULL), MPI_T_ERR_INVALID_HANDLE);
        RAISES(MPI_T_event_handle_get_info(bad[i], &info), MPI_T_ERR_INVALID_HANDLE);
        RAISES(MPI_T_event_handle_set_info(bad[i], MPI_INFO_NULL), MPI_T_ERR_INVALID_HANDLE);
        RAISES(MPI_T_event_callback_get_info(bad[i], MPI_T_CB_REQUIRE_NONE, &info), MPI_T_ERR_INVALID_HANDLE);
        RAISES(MPI_T_event_callback_set_info(bad[i], MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL), MPI_T_ERR_INVALID_HANDLE);
        RAISES(MPI_T_event_register_callback(bad[i], MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NONE, note),
               MPI_T_ERR_INVALID_HANDLE);
        RAISES(MPI_T_event_set_dropped_handler(bad[i], dropped), MPI_T_ERR_INVALID_HANDLE);
    }
    static MPI_T_event_registration many[1 << 16];
    int made = 0, code;
    while (!(code = MPI_T_event_handle_alloc(index, NONE, MPI_INFO_NULL, &many[made]))) CHECK(++made < 1 << 16);
    SAME(code, MPI_T_ERR_OUT_OF_HANDLES);
    while (made) CHECK(!MPI_T_event_handle_free(many[--made], NONE, NULL));
}

static int changes, from, to;
static unsigned whom;

static void changed(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety level,
                    void *data)
{
    UNUSED(registration), UNUSED(level), UNUSED(data);
    CHECK(!MPI_T_event_read(instance, 0, &whom));
    CHECK(!MPI_T_event_read(instance, 1, &from));
    CHECK(!MPI_T_event_read(instance, 2, &to));
    changes++;
}

/* Registered before MPI is initialised. */
static void change_method(MPI_T_event_registration own, const char *method)
{
    MPI_Info info;
    MPI_T_enum of;
    char name[64];
    int word = 0, other = 1 - me, value, len;
    CHECK(ranks == 2);
    MPI_Sendrecv(&me, 1, MPI_INT, other, 1, &word, 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Info_create(&info);
    MPI_Info_set(info, "ferry_methods", method);
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
    while (!changes)
        MPI_Sendrecv(&me, 1, MPI_INT, other, 1, &word, 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(whom, other);
    CHECK(from != to);
    CHECK(!MPI_T_event_get_info(index_of("link.method_changed"), NONE, NONE, NONE, NONE, NONE, NONE, &of, NONE, NONE,
                                NONE, NONE));
    len = sizeof name;
    CHECK(!MPI_T_enum_get_item(of, to, &value, name, &len));
    SAME(value, to);
    CHECK(!strcmp(name, method));
    CHECK(!MPI_T_event_handle_free(own, NONE, NULL));
}

int main(int argc, char **argv)
{
    int provided;
    MPI_T_event_registration early;
    CHECK(!MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    each_event();
    errors(0);
    CHECK(!MPI_T_event_handle_alloc(index_of("link.method_changed"), NONE, MPI_INFO_NULL, &early));
    CHECK(!MPI_T_event_register_callback(early, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NONE, changed));
    begin(&argc, &argv);
    if (argc > 2) {
        change_method(early, argv[2]);
        /* The other one may still wait for its own change. */
        int word, other = 1 - me;
        MPI_Send(&me, 0, MPI_INT, other, 2, MPI_COMM_WORLD);
        for (int over = 0; !over;) {
            MPI_Status status;
            MPI_Probe(other, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Recv(&word, 1, MPI_INT, other, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (status.MPI_TAG == 2) over = 1;
            else MPI_Send(&me, 1, MPI_INT, other, 1, MPI_COMM_WORLD);
        }
        return end();
    }
    each_event();
    errors(1);
    arrivals();
    one_that_frees_itself();
    what_is_dropped();
    end();
    each_event();
    errors(0);
    SAME(changes, 0);
    CHECK(!MPI_T_event_handle_free(early, NONE, NULL));
    CHECK(!MPI_T_finalize());
    return 0;
}
