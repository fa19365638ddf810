/* Sessions (MPI-5.0 §11.3): MPI without MPI_Init, several at once and after each other, beside the world model, with
 * process sets, info, error handlers and buffers. The argument says in which order. */
#include "check.h"

static MPI_Session begin_session(const char *level)
{
    MPI_Session session;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", level);
    CHECK(!MPI_Session_init(info, MPI_ERRORS_RETURN, &session));
    CHECK(MPI_Session_f2c(MPI_Session_c2f(session)) == session);
    CHECK(MPI_Session_fromint(MPI_Session_toint(session)) == session);
    MPI_Info_free(&info);
    CHECK(session != MPI_SESSION_NULL);
    return session;
}

static int has_set(MPI_Session session, const char *wanted)
{
    int sets, found = 0;
    CHECK(!MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets));
    CHECK(sets >= 2);
    for (int i = 0; i < sets; i++) {
        char name[MPI_MAX_PSET_NAME_LEN], shorter[4];
        int len = 0, room = sizeof shorter;
        CHECK(!MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &len, NULL));
        CHECK(len > 1 && len <= (int) sizeof name);
        CHECK(!MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &room, shorter));
        SAME(room, len);
        CHECK(!MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &len, name));
        SAME(strlen(name) + 1, len);
        CHECK(!strncmp(name, shorter, sizeof shorter - 1));
        found |= !strcmp(name, wanted);
    }
    return found;
}

static int size_of_set(MPI_Session session, const char *set)
{
    MPI_Info info;
    char size[16];
    int len = sizeof size, flag;
    CHECK(!MPI_Session_get_pset_info(session, set, &info));
    MPI_Info_get_string(info, "mpi_size", &len, size, &flag);
    CHECK(flag);
    MPI_Info_free(&info);
    return atoi(size);
}

static MPI_Comm comm_of_set(MPI_Session session, const char *set, const char *name)
{
    MPI_Group group;
    MPI_Comm comm;
    int size;
    CHECK(!MPI_Group_from_session_pset(session, set, &group));
    MPI_Group_size(group, &size);
    SAME(size, size_of_set(session, set));
    CHECK(!MPI_Comm_create_from_group(group, name, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm));
    MPI_Group_free(&group);
    return comm;
}

static void works(MPI_Comm comm)
{
    int rank, size, sum, from;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    SAME(sum, size * (size - 1) / 2);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &from, 1, MPI_INT, (rank + size - 1) % size, 0, comm,
                 MPI_STATUS_IGNORE);
    SAME(from, (rank + size - 1) % size);
}

/* All processes by one session. */
static void use(MPI_Session session, const char *name)
{
    MPI_Comm world, self;
    CHECK(has_set(session, "mpi://WORLD") && has_set(session, "mpi://SELF"));
    world = comm_of_set(session, "mpi://WORLD", name);
    self = comm_of_set(session, "mpi://SELF", name);
    MPI_Comm_rank(world, &me);
    MPI_Comm_size(world, &ranks);
    works(world);
    works(self);
    MPI_Comm_free(&self);
    MPI_Comm_free(&world);
}

static void level_is(MPI_Session session, const char *wanted)
{
    MPI_Info info;
    char level[32];
    int len = sizeof level, flag;
    CHECK(!MPI_Session_get_info(session, &info));
    MPI_Info_get_string(info, "thread_level", &len, level, &flag);
    CHECK(flag && !strcmp(level, wanted));
    MPI_Info_free(&info);
}

static void hosts(MPI_Session session)
{
    /* All ranks of the tests are on one host, which has a number. */
    if (ranks > 1) {
        CHECK(has_set(session, "ferry://host/0"));
        SAME(size_of_set(session, "ferry://host/0"), ranks);
        MPI_Comm host = comm_of_set(session, "ferry://host/0", "host");
        works(host);
        MPI_Comm_free(&host);
    }
}

/* Those of the launcher: `--pset odd=...` with the odd ranks, and `--pset back=...` with all from the last to the
 * first. */
static void sets_of_the_launcher(MPI_Session session)
{
    int rank, size;
    MPI_Comm comm;
    CHECK(has_set(session, "ferry://app/0") && has_set(session, "ferry://app/1"));
    SAME(size_of_set(session, "ferry://app/0") + size_of_set(session, "ferry://app/1"), ranks);
    SAME(size_of_set(session, "ferry://app/1"), 1);
    CHECK(has_set(session, "odd") && has_set(session, "back"));
    SAME(size_of_set(session, "odd"), ranks / 2);
    if (me % 2) {
        comm = comm_of_set(session, "odd", "odd");
        works(comm);
        MPI_Comm_rank(comm, &rank);
        SAME(rank, me / 2);
        MPI_Comm_free(&comm);
    }
    comm = comm_of_set(session, "back", "back");
    works(comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    SAME(rank, size - 1 - me);
    MPI_Comm_free(&comm);
}

static void buffers(MPI_Session session)
{
    char buffer[1000], *back;
    int size, x = 7, y = 0;
    MPI_Request request;
    MPI_Comm world = comm_of_set(session, "mpi://WORLD", "buffers");
    CHECK(!MPI_Session_attach_buffer(session, buffer, sizeof buffer));
    RAISES(MPI_Session_attach_buffer(session, buffer, sizeof buffer), MPI_ERR_BUFFER);
    MPI_Bsend(&x, 1, MPI_INT, (me + 1) % ranks, 1, world);
    MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 1, world, MPI_STATUS_IGNORE);
    SAME(y, 7);
    CHECK(!MPI_Session_flush_buffer(session));
    CHECK(!MPI_Session_iflush_buffer(session, &request));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(!MPI_Session_detach_buffer(session, &back, &size));
    CHECK(back == buffer && size == (int) sizeof buffer);
    RAISES(MPI_Session_flush_buffer(session), MPI_ERR_BUFFER);
    MPI_Comm_free(&world);
}

static int handled;

static void handle(MPI_Session *session, int *code, ...)
{
    (void) session;
    handled = *code;
}

static void wrong(MPI_Session session)
{
    MPI_Errhandler handler, found;
    MPI_Group group;
    MPI_Info info;
    MPI_Session stale = session, other;
    char name[64];
    int len = sizeof name;
    RAISES(MPI_Group_from_session_pset(session, "mpi://NOWHERE", &group), MPI_ERR_ARG);
    RAISES(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 99, &len, name), MPI_ERR_ARG);
    RAISES(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, -1, &len, name), MPI_ERR_ARG);
    CHECK(!MPI_Session_create_errhandler(handle, &handler));
    CHECK(!MPI_Session_set_errhandler(session, handler));
    CHECK(!MPI_Session_get_errhandler(session, &found));
    CHECK(found == handler);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler);
    MPI_Session_get_pset_info(session, "mpi://NOWHERE", &info);
    SAME(handled, MPI_ERR_ARG);
    MPI_Session_call_errhandler(session, MPI_ERR_OTHER);
    SAME(handled, MPI_ERR_OTHER);
    CHECK(!MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN));
    other = begin_session("MPI_THREAD_SINGLE");
    stale = other;
    CHECK(!MPI_Session_finalize(&other));
    CHECK(other == MPI_SESSION_NULL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    RAISES(MPI_Session_finalize(&stale), MPI_ERR_SESSION);
    RAISES(MPI_Session_get_info(MPI_SESSION_NULL, &info), MPI_ERR_SESSION);
}

/* All has ended, with MPI_Finalize, and sessions begin once more. */
static void after_the_end(void)
{
    MPI_Session one, two;
    MPI_Win win;
    MPI_Comm comm;
    int *memory, flag;
    for (int i = 0; i < 3; i++) {
        one = begin_session("MPI_THREAD_SERIALIZED");
        MPI_Initialized(&flag);
        CHECK(flag);
        MPI_Finalized(&flag);
        CHECK(flag);
        use(one, "anew");
        two = begin_session("MPI_THREAD_SINGLE");
        CHECK(!MPI_Session_finalize(&one));
        hosts(two);
        comm = comm_of_set(two, "mpi://WORLD", "window");
        CHECK(!MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, comm, &memory, &win));
        *memory = -1;
        MPI_Win_fence(0, win);
        MPI_Put(&i, 1, MPI_INT, (me + 1) % ranks, 0, 1, MPI_INT, win);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        SAME(*memory, i);
        MPI_Win_free(&win);
        MPI_Comm_free(&comm);
        CHECK(!MPI_Session_finalize(&two));
    }
}

/* Only rank 0 has one; the others end meanwhile. */
static void for_itself(void)
{
    MPI_Session one;
    MPI_Comm self;
    if (me != 0) return;
    for (int i = 0; i < 2; i++) {
        one = begin_session("MPI_THREAD_SINGLE");
        self = comm_of_set(one, "mpi://SELF", "self");
        works(self);
        MPI_Comm_free(&self);
        CHECK(!MPI_Session_finalize(&one));
    }
}

static int heard_of_session, heard_of_comm;

static void of_session(MPI_Session *session, int *code, ...)
{
    heard_of_session += *session == MPI_SESSION_NULL && *code != MPI_SUCCESS;
}

static void of_comm(MPI_Comm *comm, int *code, ...)
{
    heard_of_comm += *comm == MPI_COMM_NULL && *code != MPI_SUCCESS;
}

/* Who makes an object gives the handler of the errors of that, whether or not MPI runs. */
static void given_handlers(void)
{
    MPI_Info info;
    MPI_Comm comm;
    MPI_Session session;
    MPI_Errhandler on_session, on_comm;
    MPI_Session_create_errhandler(of_session, &on_session);
    MPI_Comm_create_errhandler(of_comm, &on_comm);
    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_NONSENSE");
    RAISES(MPI_Session_init(info, on_session, &session), MPI_ERR_INFO_VALUE);
    SAME(heard_of_session, 1);
    RAISES(MPI_Session_init(info, MPI_ERRORS_RETURN, &session), MPI_ERR_INFO_VALUE);
    MPI_Info_free(&info);
    session = begin_session("MPI_THREAD_SINGLE");
    RAISES(MPI_Comm_create_from_group(MPI_GROUP_NULL, "none", MPI_INFO_NULL, on_comm, &comm), MPI_ERR_GROUP);
    SAME(heard_of_comm, 1);
    RAISES(MPI_Comm_create_from_group(MPI_GROUP_NULL, "none", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm), MPI_ERR_GROUP);
    MPI_Session_finalize(&session);
    MPI_Errhandler_free(&on_session);
    MPI_Errhandler_free(&on_comm);
}

int main(int argc, char **argv)
{
    int flag, level;
    const char *order = argc > 1 ? argv[1] : "alone";
    MPI_Session one, two;
    if (!strcmp(order, "after") || !strcmp(order, "itself")) {
        begin(&argc, &argv);
        works(MPI_COMM_WORLD);
        MPI_Finalize();
        if (!strcmp(order, "after")) after_the_end();
        else for_itself();
        if (me == 0) puts("ok");
        return 0;
    }
    given_handlers();
    if (!strcmp(order, "inside")) MPI_Init(&argc, &argv);
    one = begin_session("MPI_THREAD_SINGLE");
    MPI_Initialized(&flag);
    CHECK(flag == !strcmp(order, "inside"));
    use(one, "one");
    hosts(one);
    if (argc > 2) sets_of_the_launcher(one);
    buffers(one);
    wrong(one);
    two = begin_session("MPI_THREAD_MULTIPLE");
    level_is(two, "MPI_THREAD_MULTIPLE");
    use(two, "two");
    use(one, "again");
    if (!strcmp(order, "around")) MPI_Init(&argc, &argv);
    CHECK(!MPI_Session_finalize(&one));
    use(two, "last");
    if (!strcmp(order, "around") || !strcmp(order, "inside")) {
        works(MPI_COMM_WORLD);
        MPI_Finalize();
        MPI_Finalized(&flag);
        CHECK(flag);
        /* The world is gone, and the session is not. */
        use(two, "after the world");
        CHECK(!MPI_Session_finalize(&two));
    } else {
        CHECK(!MPI_Session_finalize(&two));
        for (int i = 0; i < 3; i++) {
            one = begin_session("MPI_THREAD_SERIALIZED");
            use(one, "later");
            CHECK(!MPI_Session_finalize(&one));
        }
        MPI_Finalized(&flag);
        CHECK(!flag);
        if (!strcmp(order, "before")) {
            MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
            works(MPI_COMM_WORLD);
            MPI_Finalize();
        }
    }
    if (strcmp(order, "alone")) after_the_end();
    if (me == 0) puts("ok");
    return 0;
}
