/* A startpoint goes round a job: each process adds a line to what it carries, and the last one sends it home.
 *
 *     cc nexus_ring.c $(pkg-config --cflags --libs nexus) -o nexus_ring && mpiexec -n 4 ./nexus_ring */
#include <nexus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PASS_ON, HOME };

static int me, nodes, is_home;

static void must(int code)
{
    if (code != NEXUS_SUCCESS) nexus_abort(1, nexus_error_text());
}

/* Runs at each process: what has come goes on with one more process in it. */
static void pass_on(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    nexus_startpoint_t home, next;
    nexus_buffer_t onward;
    int32_t passed;
    (void) endpoint;
    must(nexus_get_int(buffer, &passed, 1));
    must(nexus_get_startpoint(buffer, &home, 1));
    passed++;
    must(nexus_buffer_init(&onward, nexus_sizeof_int(1), 0));
    must(nexus_put_int(&onward, &passed, 1));
    if (passed == nodes) {
        must(nexus_send_rsr(&onward, &home, HOME, 1, is_non_threaded));
    } else {
        must(nexus_put_startpoint(&onward, &home, 1));
        must(nexus_startpoint_to_node(&next, (me + 1) % nodes));
        must(nexus_send_rsr(&onward, &next, PASS_ON, 1, is_non_threaded));
        must(nexus_startpoint_destroy(&next));
    }
    must(nexus_startpoint_destroy(&home));
}

/* Runs where it began. */
static void come_home(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    int32_t passed;
    (void) endpoint, (void) is_non_threaded;
    must(nexus_get_int(buffer, &passed, 1));
    printf("a startpoint went through %d processes\n", (int) passed);
    is_home = 1;
}

static int at_home(void *unused)
{
    (void) unused;
    return is_home;
}

int main(int argc, char **argv)
{
    const nexus_handler_t handlers[] = {
        [PASS_ON] = { NEXUS_HANDLER_TYPE_NON_THREADED, pass_on },
        [HOME] = { NEXUS_HANDLER_TYPE_NON_THREADED, come_home },
    };
    nexus_endpointattr_t attributes;
    nexus_endpoint_t root;
    must(nexus_init(&argc, &argv));
    must(nexus_node_id(&me));
    must(nexus_node_count(&nodes));
    must(nexus_endpointattr_init(&attributes));
    must(nexus_endpointattr_set_handler_table(&attributes, handlers, 2));
    must(nexus_endpoint_init_root(&root, &attributes));
    if (me == 0) {
        nexus_startpoint_t home, first;
        nexus_buffer_t buffer;
        const int32_t passed = 0;
        must(nexus_startpoint_bind(&home, &root));
        must(nexus_startpoint_to_node(&first, 1 % nodes));
        must(nexus_buffer_init(&buffer, 0, 0));
        must(nexus_put_int(&buffer, &passed, 1));
        must(nexus_put_startpoint_transfer(&buffer, &home, 1));
        must(nexus_send_rsr(&buffer, &first, PASS_ON, 1, 0));
        must(nexus_wait_until(at_home, NULL, -1, NULL));
    }
    /* The others handle what comes until all are here. */
    must(nexus_shutdown());
    return 0;
}
