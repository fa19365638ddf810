/* The tool information interface (MPI-5.0 §15.3): its life, names, lengths, enumerations, categories and control
 * variables, and every error class that it can be made to return. */
#include "check.h"

#define NONE ((void *) 0)

static void before_initialisation(void)
{
    int n = 0;
    MPI_Count ticks;
    MPI_T_cvar_handle cvar = MPI_T_CVAR_HANDLE_NULL;
    MPI_T_pvar_session session;
    char name[8];
    int len = sizeof name;
    RAISES(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_cvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_cvar_get_info(0, name, &len, NONE, NONE, NONE, NONE, NONE, NONE, NONE), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_cvar_get_index("methods", &n), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_cvar_handle_alloc(0, NONE, &cvar, &n), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_cvar_handle_free(&cvar), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_cvar_read(cvar, name), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_cvar_write(cvar, name), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_enum_get_info((MPI_T_enum) 0, &n, name, &len), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_enum_get_item((MPI_T_enum) 0, 0, &n, name, &len), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_pvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_pvar_get_info(0, name, &len, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE),
           MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_pvar_get_index("runtime.polls", MPI_T_PVAR_CLASS_COUNTER, &n), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_pvar_session_create(&session), MPI_T_ERR_NOT_INITIALIZED);
    session = MPI_T_PVAR_SESSION_NULL;
    RAISES(MPI_T_pvar_session_free(&session), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_pvar_read(session, MPI_T_PVAR_HANDLE_NULL, name), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_category_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_category_changed(&n), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_event_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_source_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_source_get_timestamp(0, &ticks), MPI_T_ERR_NOT_INITIALIZED);
}

static void life(void)
{
    int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE};
    int provided = -1, n;
    RAISES(MPI_T_init_thread(MPI_THREAD_SINGLE, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_init_thread(-77, &provided), MPI_T_ERR_INVALID);
    RAISES(MPI_T_cvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    /* A configuration that cannot be read. */
    setenv("FERRY_UDP_PORTS", "nonsense", 1);
    RAISES(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), MPI_T_ERR_CANNOT_INIT);
    RAISES(MPI_T_cvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    unsetenv("FERRY_UDP_PORTS");
    for (int i = 0; i < 4; i++) {
        CHECK(!MPI_T_init_thread(levels[i], &provided));
        CHECK(provided == MPI_THREAD_SINGLE || provided == levels[i]);
        CHECK(!MPI_T_cvar_get_num(&n));
        CHECK(n > 50);
    }
    for (int i = 0; i < 3; i++) {
        CHECK(!MPI_T_finalize());
        CHECK(!MPI_T_cvar_get_num(&n));
    }
    CHECK(!MPI_T_finalize());
    RAISES(MPI_T_cvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    RAISES(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
    CHECK(!MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
}

/* The conventions for strings (§15.3.3), on a name of this length. */
static void string_lengths(int index, const char *whole)
{
    char name[64];
    int full = (int) strlen(whole) + 1, len;
    len = 0;
    CHECK(!MPI_T_cvar_get_info(index, NONE, &len, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
    SAME(len, full);
    len = sizeof name;
    CHECK(!MPI_T_cvar_get_info(index, NONE, &len, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
    SAME(len, full);
    memset(name, 'x', sizeof name);
    len = 0;
    CHECK(!MPI_T_cvar_get_info(index, name, &len, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
    SAME(len, full);
    CHECK(name[0] == 'x');
    CHECK(!MPI_T_cvar_get_info(index, name, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
    CHECK(name[0] == 'x');
    len = 4;
    CHECK(!MPI_T_cvar_get_info(index, name, &len, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
    SAME(len, full);
    CHECK(!strncmp(name, whole, 3) && name[3] == 0 && name[4] == 'x');
    len = full;
    CHECK(!MPI_T_cvar_get_info(index, name, &len, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
    SAME(len, full);
    CHECK(!strcmp(name, whole));
}

static int is_type(MPI_Datatype type)
{
    return type == MPI_INT || type == MPI_UNSIGNED || type == MPI_UNSIGNED_LONG || type == MPI_UNSIGNED_LONG_LONG
        || type == MPI_COUNT || type == MPI_CHAR || type == MPI_DOUBLE;
}

static void each_enumeration(MPI_T_enum of, MPI_Datatype type)
{
    int items, len = 0, value;
    char name[256];
    if (of == MPI_T_ENUM_NULL) return;
    CHECK(type == MPI_INT);
    CHECK(!MPI_T_enum_get_info(of, &items, NONE, &len));
    CHECK(items > 0 && len > 1);
    for (int i = 0; i < items; i++) {
        len = sizeof name;
        CHECK(!MPI_T_enum_get_item(of, i, &value, name, &len));
        SAME(strlen(name) + 1, len);
        CHECK(!MPI_T_enum_get_item(of, i, NONE, NONE, NONE));
    }
    RAISES(MPI_T_enum_get_item(of, items, &value, name, &len), MPI_T_ERR_INVALID_INDEX);
    RAISES(MPI_T_enum_get_item(of, -1, &value, name, &len), MPI_T_ERR_INVALID_INDEX);
}

static void enumeration_errors(void)
{
    int n, len = 0;
    RAISES(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &n, NONE, &len), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, &n, NONE, &len), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_enum_get_info((MPI_T_enum) 0x1001, &n, NONE, &len), MPI_T_ERR_INVALID_HANDLE);
}

/* All control variables: what is said of them, and that each can be found and read. */
static void each_cvar(void)
{
    int cvars, index;
    CHECK(!MPI_T_cvar_get_num(&cvars));
    for (int i = 0; i < cvars; i++) {
        char name[256], desc[1024];
        int name_len = sizeof name, desc_len = sizeof desc, verbosity, bind, scope, count, size;
        MPI_Datatype type;
        MPI_T_enum of;
        MPI_T_cvar_handle handle;
        CHECK(!MPI_T_cvar_get_info(i, name, &name_len, &verbosity, &type, &of, desc, &desc_len, &bind, &scope));
        SAME(strlen(name) + 1, name_len);
        CHECK(desc_len <= (int) sizeof desc && strlen(desc) + 1 == (size_t) desc_len);
        CHECK(verbosity >= MPI_T_VERBOSITY_USER_BASIC && verbosity <= MPI_T_VERBOSITY_MPIDEV_ALL);
        SAME(bind, MPI_T_BIND_NO_OBJECT);
        CHECK(scope >= MPI_T_SCOPE_CONSTANT && scope <= MPI_T_SCOPE_ALL_EQ);
        CHECK(is_type(type));
        each_enumeration(of, type);
        CHECK(!MPI_T_cvar_get_index(name, &index));
        SAME(index, i);
        string_lengths(i, name);
        CHECK(!MPI_T_cvar_handle_alloc(i, NONE, &handle, &count));
        CHECK(handle != MPI_T_CVAR_HANDLE_NULL);
        CHECK(type == MPI_CHAR ? count > 1 : count == 1);
        size = type == MPI_CHAR ? 1 : type == MPI_INT ? 4 : 8;
        unsigned char *value = get((size_t) size * (size_t) count + 1);
        value[size * count] = 0xa5;
        CHECK(!MPI_T_cvar_read(handle, value));
        SAME(value[size * count], 0xa5);
        CHECK(type != MPI_CHAR || memchr(value, 0, (size_t) count));
        free(value);
        CHECK(!MPI_T_cvar_handle_free(&handle));
        CHECK(handle == MPI_T_CVAR_HANDLE_NULL);
    }
}

static void cvar_errors(void)
{
    int cvars, count, index;
    char name[8];
    MPI_T_cvar_handle handle, gone;
    CHECK(!MPI_T_cvar_get_num(&cvars));
    RAISES(MPI_T_cvar_get_num(NONE), MPI_T_ERR_INVALID);
    for (int i = 0; i < 3; i++) {
        int bad[] = {-1, cvars, cvars + 1000};
        RAISES(MPI_T_cvar_get_info(bad[i], NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE),
               MPI_T_ERR_INVALID_INDEX);
        RAISES(MPI_T_cvar_handle_alloc(bad[i], NONE, &handle, &count), MPI_T_ERR_INVALID_INDEX);
    }
    RAISES(MPI_T_cvar_get_index("no such variable", &index), MPI_T_ERR_INVALID_NAME);
    RAISES(MPI_T_cvar_get_index(NONE, &index), MPI_T_ERR_INVALID);
    RAISES(MPI_T_cvar_get_index("methods", NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_cvar_handle_alloc(0, NONE, NONE, &count), MPI_T_ERR_INVALID);
    RAISES(MPI_T_cvar_handle_alloc(0, NONE, &handle, NONE), MPI_T_ERR_INVALID);
    CHECK(!MPI_T_cvar_handle_alloc(0, NONE, &handle, &count));
    gone = handle;
    RAISES(MPI_T_cvar_read(handle, NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_cvar_write(handle, NONE), MPI_T_ERR_INVALID);
    CHECK(!MPI_T_cvar_handle_free(&handle));
    RAISES(MPI_T_cvar_handle_free(&handle), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_cvar_handle_free(&gone), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_cvar_handle_free(NONE), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_cvar_read(gone, name), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_cvar_write(gone, name), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_cvar_read(MPI_T_CVAR_HANDLE_NULL, name), MPI_T_ERR_INVALID_HANDLE);
    RAISES(MPI_T_cvar_read((MPI_T_cvar_handle) 0xdeadbee0, name), MPI_T_ERR_INVALID_HANDLE);
    int made = 0, code;
    static MPI_T_cvar_handle many[1 << 17];
    while (!(code = MPI_T_cvar_handle_alloc(0, NONE, &many[made], &count))) CHECK(++made < 1 << 17);
    SAME(code, MPI_T_ERR_OUT_OF_HANDLES);
    while (made) CHECK(!MPI_T_cvar_handle_free(&many[--made]));
}

static MPI_T_cvar_handle cvar(const char *name, int *count)
{
    MPI_T_cvar_handle handle;
    int index;
    CHECK(!MPI_T_cvar_get_index(name, &index));
    CHECK(!MPI_T_cvar_handle_alloc(index, NONE, &handle, count));
    return handle;
}

static void set_text(const char *name, const char *value, int expected)
{
    int count;
    MPI_T_cvar_handle handle = cvar(name, &count);
    SAME(MPI_T_cvar_write(handle, value), expected);
    if (!expected) {
        char *now = get((size_t) count);
        CHECK(!MPI_T_cvar_read(handle, now));
        CHECK(!strcmp(now, value));
        free(now);
    }
    CHECK(!MPI_T_cvar_handle_free(&handle));
}

static void set_int(const char *name, int value, int expected)
{
    int count, now, before;
    MPI_T_cvar_handle handle = cvar(name, &count), second = cvar(name, &count);
    SAME(count, 1);
    CHECK(!MPI_T_cvar_read(handle, &before));
    SAME(MPI_T_cvar_write(handle, &value), expected);
    CHECK(!MPI_T_cvar_read(second, &now));
    SAME(now, expected ? before : value);
    CHECK(!MPI_T_cvar_handle_free(&handle));
    CHECK(!MPI_T_cvar_handle_free(&second));
}

static void set_number(const char *name, MPI_Count value, int expected)
{
    int count;
    MPI_Count now, before;
    MPI_T_cvar_handle handle = cvar(name, &count);
    CHECK(!MPI_T_cvar_read(handle, &before));
    SAME(MPI_T_cvar_write(handle, &value), expected);
    CHECK(!MPI_T_cvar_read(handle, &now));
    SAME(now, expected ? before : value);
    CHECK(!MPI_T_cvar_handle_free(&handle));
}

static void set_time(const char *name, double value, int expected)
{
    int count;
    double now;
    MPI_T_cvar_handle handle = cvar(name, &count);
    SAME(MPI_T_cvar_write(handle, &value), expected);
    CHECK(!MPI_T_cvar_read(handle, &now));
    CHECK(expected ? now != value : now == value);
    CHECK(!MPI_T_cvar_handle_free(&handle));
}

static void writing_before_mpi(void)
{
    set_text("coll.bcast", "chain", 0);
    set_text("coll.bcast", "no such algorithm", MPI_T_ERR_INVALID);
    set_int("report_links", 0, 0);
    set_int("report_links", 9, MPI_T_ERR_INVALID);
    set_int("report_links", -1, MPI_T_ERR_INVALID);
    set_int("wait.oversubscribed", 1, 0);
    set_int("wait.oversubscribed", -1, 0);
    set_number("p2p.pool", 12, 0);
    set_number("p2p.pool", 5000, MPI_T_ERR_INVALID);
    set_number("p2p.pool", -1, MPI_T_ERR_INVALID);
    set_number("tcp.eager_limit", -1, 0);
    set_number("p2p.unexpected_budget", 3 << 20, 0);
    set_time("adapt.interval", 0.125, 0);
    set_time("adapt.interval", -2, MPI_T_ERR_INVALID);
    set_time("wait.spin", -1, 0);
    /* MPI could not start with these, and the reason is told. */
    set_text("methods", "bogus", MPI_T_ERR_INVALID);
    char why[MPI_MAX_ERROR_STRING];
    int len;
    CHECK(!MPI_Error_string(MPI_T_ERR_INVALID, why, &len));
    CHECK(strstr(why, "there is no method 'bogus'"));
    set_text("rules", "to=0 use=bogus", MPI_T_ERR_INVALID);
    set_text("forward", "nonsense", MPI_T_ERR_INVALID);
    set_text("poll.skip", "tcp", MPI_T_ERR_INVALID);
    set_int("control", 0, MPI_T_ERR_CVAR_SET_NEVER);
    set_time("control.timeout", 1, MPI_T_ERR_CVAR_SET_NEVER);
}

/* What was written holds in the process that has started since, where it can be set no more. */
static void writing_while_mpi_runs(void)
{
    MPI_Count number;
    double time;
    char text[4096];
    int count;
    MPI_T_cvar_handle handle = cvar("p2p.unexpected_budget", &count);
    CHECK(!MPI_T_cvar_read(handle, &number));
    SAME(number, 3 << 20);
    CHECK(!MPI_T_cvar_handle_free(&handle));
    handle = cvar("adapt.interval", &count);
    CHECK(!MPI_T_cvar_read(handle, &time));
    CHECK(time == 0.125);
    CHECK(!MPI_T_cvar_handle_free(&handle));
    handle = cvar("coll.bcast", &count);
    CHECK(!MPI_T_cvar_read(handle, text));
    CHECK(!strcmp(text, "chain"));
    CHECK(!MPI_T_cvar_handle_free(&handle));
    set_number("p2p.pool", 20, MPI_T_ERR_CVAR_SET_NOT_NOW);
    set_text("methods", "tcp", MPI_T_ERR_CVAR_SET_NOT_NOW);
    set_int("control", 0, MPI_T_ERR_CVAR_SET_NEVER);
    set_int("report_links_as", 1, 0);
    set_text("coll.bcast", "binomial", 0);
    set_text("coll.bcast", "ring of fire", MPI_T_ERR_INVALID);
    set_text("coll.bcast", "auto", 0);
    set_text("coll.allreduce", "linear", 0);
    int one = 1, sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAME(sum, ranks);
}

static void each_category(void)
{
    int categories, cvars, pvars, events, seen_cvars = 0, seen_pvars = 0, seen_events = 0, index, stamp;
    CHECK(!MPI_T_category_get_num(&categories));
    CHECK(!MPI_T_cvar_get_num(&cvars));
    CHECK(!MPI_T_pvar_get_num(&pvars));
    CHECK(!MPI_T_event_get_num(&events));
    for (int i = 0; i < categories; i++) {
        char name[256], desc[1024];
        int name_len = sizeof name, desc_len = sizeof desc, nc, np, ng, ne, list[512];
        CHECK(!MPI_T_category_get_info(i, name, &name_len, desc, &desc_len, &nc, &np, &ng));
        CHECK(!MPI_T_category_get_info(i, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
        SAME(strlen(name) + 1, name_len);
        CHECK(desc_len > 1);
        CHECK(!MPI_T_category_get_index(name, &index));
        SAME(index, i);
        CHECK(!MPI_T_category_get_num_events(i, &ne));
        CHECK(nc <= 512 && np <= 512 && ng <= 512 && ne <= 512);
        CHECK(!MPI_T_category_get_cvars(i, 512, list));
        for (int k = 0; k < nc; k++) CHECK(list[k] >= 0 && list[k] < cvars);
        CHECK(!MPI_T_category_get_pvars(i, 512, list));
        for (int k = 0; k < np; k++) CHECK(list[k] >= 0 && list[k] < pvars);
        CHECK(!MPI_T_category_get_events(i, 512, list));
        for (int k = 0; k < ne; k++) CHECK(list[k] >= 0 && list[k] < events);
        CHECK(!MPI_T_category_get_categories(i, 512, list));
        for (int k = 0; k < ng; k++) CHECK(list[k] >= 0 && list[k] < categories && list[k] != i);
        if (nc > 1) {
            list[1] = -9;
            CHECK(!MPI_T_category_get_cvars(i, 1, list));
            SAME(list[1], -9);
        }
        CHECK(!MPI_T_category_get_cvars(i, 0, NONE));
        RAISES(MPI_T_category_get_cvars(i, 1, NONE), MPI_T_ERR_INVALID);
        RAISES(MPI_T_category_get_pvars(i, -1, list), MPI_T_ERR_INVALID);
        seen_cvars += nc, seen_pvars += np, seen_events += ne;
    }
    SAME(seen_cvars, cvars);
    SAME(seen_pvars, pvars);
    SAME(seen_events, events);
    int bad[] = {-1, categories};
    for (int i = 0; i < 2; i++) {
        int list[1];
        RAISES(MPI_T_category_get_info(bad[i], NONE, NONE, NONE, NONE, NONE, NONE, NONE), MPI_T_ERR_INVALID_INDEX);
        RAISES(MPI_T_category_get_num_events(bad[i], list), MPI_T_ERR_INVALID_INDEX);
        RAISES(MPI_T_category_get_cvars(bad[i], 1, list), MPI_T_ERR_INVALID_INDEX);
        RAISES(MPI_T_category_get_pvars(bad[i], 1, list), MPI_T_ERR_INVALID_INDEX);
        RAISES(MPI_T_category_get_events(bad[i], 1, list), MPI_T_ERR_INVALID_INDEX);
        RAISES(MPI_T_category_get_categories(bad[i], 1, list), MPI_T_ERR_INVALID_INDEX);
    }
    RAISES(MPI_T_category_get_index("no such category", &index), MPI_T_ERR_INVALID_NAME);
    RAISES(MPI_T_category_get_index(NONE, &index), MPI_T_ERR_INVALID);
    RAISES(MPI_T_category_get_num(NONE), MPI_T_ERR_INVALID);
    RAISES(MPI_T_category_changed(NONE), MPI_T_ERR_INVALID);
    CHECK(!MPI_T_category_changed(&stamp));
    CHECK(stamp >= 0);
}

int main(int argc, char **argv)
{
    int stamp, later, cvars, n;
    before_initialisation();
    life();
    enumeration_errors();
    each_cvar();
    each_category();
    cvar_errors();
    writing_before_mpi();
    CHECK(!MPI_T_category_changed(&stamp));
    begin(&argc, &argv);
    CHECK(!MPI_T_category_changed(&later));
    CHECK(later >= stamp);
    /* With the name of a method that is not there before. */
    if (argc > 1) {
        char name[128];
        CHECK(later > stamp);
        snprintf(name, sizeof name, "%s.bytes_sent", argv[1]);
        CHECK(!MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_AGGREGATE, &n));
        CHECK(!MPI_T_category_get_index(argv[1], &n));
        CHECK(!MPI_T_category_get_info(n, NONE, NONE, NONE, NONE, NONE, &n, NONE));
        CHECK(n > 4);
    }
    each_cvar();
    each_category();
    writing_while_mpi_runs();
    CHECK(!MPI_T_cvar_get_num(&cvars));
    end();
    CHECK(!MPI_T_cvar_get_num(&n));
    SAME(n, cvars);
    each_cvar();
    each_category();
    set_text("coll.bcast", "binomial", MPI_T_ERR_CVAR_SET_NOT_NOW);
    CHECK(!MPI_T_finalize());
    RAISES(MPI_T_cvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    return 0;
}
