/* Startpoints that are copied, joined to lead to several endpoints, prefer methods, and carry theirs along. */
#include "check.h"

enum { COUNT, REPORT, HANDLERS };

static _Atomic int counted, reported;
static nexus_startpoint_t carried, carried_not;

static void count(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    int32_t number;
    (void) endpoint, (void) is_non_threaded;
    OK(nexus_get_int(buffer, &number, 1));
    atomic_fetch_add(&counted, number);
}

static void send_number(const nexus_startpoint_t *to, int32_t number)
{
    nexus_buffer_t buffer;
    OK(nexus_buffer_init(&buffer, 8, 0));
    OK(nexus_put_int(&buffer, &number, 1));
    OK(nexus_send_rsr(&buffer, to, COUNT, 1, 0));
}

/* Takes two startpoints, which stay next while more are asked for than there are, and uses them. */
static void report(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    static const nexus_startpoint_t nothing[3];
    nexus_startpoint_t got[3];
    (void) endpoint, (void) is_non_threaded;
    memset(got, 0, sizeof got);
    GIVES(nexus_get_startpoint(buffer, got, 3), NEXUS_ERR_BUFFER);
    CHECK(memcmp(got, nothing, sizeof got) == 0);
    OK(nexus_get_startpoint(buffer, got, 2));
    carried = got[0], carried_not = got[1];
    send_number(&carried, 1000), send_number(&carried_not, 1000);
    atomic_fetch_add(&reported, 1);
}

static int leads_by(const nexus_startpoint_t *startpoint, const char *wanted)
{
    char method[32];
    OK(nexus_startpoint_get_method(startpoint, method, sizeof method));
    return !strcmp(method, wanted);
}

/* A change is agreed upon with the other end, and then done. */
static int has_changed(void *startpoint)
{
    return leads_by(startpoint, "tcp");
}

static void until_changed(nexus_startpoint_t *startpoint)
{
    int became;
    OK(nexus_wait_until(has_changed, startpoint, PATIENCE, &became));
    CHECK(became);
}

static const nexus_handler_t handlers[HANDLERS] = {
    { NEXUS_HANDLER_TYPE_NON_THREADED, count },
    { NEXUS_HANDLER_TYPE_NON_THREADED, report },
};

/* A copy leads to the same, and goes on when the first is gone. */
static void copied(const nexus_startpoint_t *next)
{
    nexus_startpoint_t first, second;
    int yes;
    OK(nexus_startpoint_copy(&first, next));
    OK(nexus_startpoint_copy(&second, &first));
    OK(nexus_startpoint_equal(&first, &second, &yes));
    CHECK(yes);
    OK(nexus_startpoint_destroy(&first));
    GIVES(nexus_startpoint_copy(&first, &first), NEXUS_ERR_HANDLE);
    send_number(&second, 1);
    OK(nexus_startpoint_destroy(&second));
    until(&counted, 1);
}

/* One request by node 0 reaches all. */
static void joined(void)
{
    if (me == 0) {
        nexus_startpoint_t all, one;
        OK(nexus_startpoint_to_node(&all, 0));
        for (int node = 1; node < nodes; node++) {
            OK(nexus_startpoint_to_node(&one, node));
            OK(nexus_startpoint_join(&all, &one));
            OK(nexus_startpoint_destroy(&one));
        }
        send_number(&all, 10);
        OK(nexus_startpoint_destroy(&all));
    }
    until(&counted, 11);
}

/* An order of its own decides the method, and goes along where that is asked for. */
static void preferred(const nexus_startpoint_t *next)
{
    const char *order[] = { "tcp", "shm" }, *nothing[] = { "pigeon" };
    nexus_startpoint_t with, without;
    nexus_buffer_t buffer;
    int last = (me + nodes - 1) % nodes;
    OK(nexus_startpoint_to_node(&with, last));
    OK(nexus_startpoint_to_node(&without, last));
    GIVES(nexus_startpoint_prefer(&with, nothing, 1), NEXUS_ERR_NO_WAY);
    OK(nexus_startpoint_prefer(&with, order, 2));
    send_number(&with, 100);
    until_changed(&with);
    OK(nexus_startpoint_set_method(&with, "tcp"));
    OK(nexus_startpoint_carry_method(&with, 1));
    OK(nexus_startpoint_set_method(&without, "tcp"));
    until(&counted, 111);
    OK(nexus_buffer_init(&buffer, 0, 0));
    OK(nexus_put_startpoint(&buffer, &with, 1));
    OK(nexus_put_startpoint(&buffer, &without, 1));
    OK(nexus_send_rsr(&buffer, next, REPORT, 1, 0));
    until(&reported, 1);
    until(&counted, 2111);
    /* The next one has a way of its own unless it was told of one; of two nodes it is the last, and leads here. */
    if (nodes > 2) until_changed(&carried);
    CHECK(leads_by(&carried_not, nodes > 2 ? "shm" : "local"));
    OK(nexus_startpoint_destroy(&carried));
    OK(nexus_startpoint_destroy(&carried_not));
    OK(nexus_startpoint_destroy(&with));
    OK(nexus_startpoint_destroy(&without));
}

int main(int argc, char **argv)
{
    nexus_endpointattr_t attributes;
    nexus_endpoint_t root;
    nexus_startpoint_t next;
    begin(&argc, &argv);
    OK(nexus_endpointattr_init(&attributes));
    OK(nexus_endpointattr_set_handler_table(&attributes, handlers, HANDLERS));
    OK(nexus_endpoint_init_root(&root, &attributes));
    OK(nexus_endpointattr_destroy(&attributes));
    OK(nexus_startpoint_to_node(&next, (me + 1) % nodes));
    copied(&next);
    joined();
    preferred(&next);
    OK(nexus_startpoint_destroy(&next));
    return end();
}
