/* Each code has its provocation; one process or several. */
#include "check.h"

static _Atomic int came, faults, last_fault;

static void count(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    (void) endpoint, (void) buffer, (void) is_non_threaded;
    atomic_fetch_add(&came, 1);
}

static void busy(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    nexus_buffer_t *sent = nexus_endpoint_get_user_pointer(endpoint);
    long size;
    (void) buffer, (void) is_non_threaded;
    int code = nexus_check_buffer_size(sent, &size);
    CHECK(code == NEXUS_SUCCESS || code == NEXUS_ERR_BUSY);
    atomic_fetch_add(&came, 1);
}

static void fault(void *argument, int kind, const char *why)
{
    CHECK(argument == &faults && why[0] != 0);
    atomic_store(&last_fault, kind);
    atomic_fetch_add(&faults, 1);
    OK(nexus_wake());
}

static void stale_handles(const nexus_endpointattr_t *attributes)
{
    nexus_endpoint_t endpoint, old_endpoint, forged = { 0x1234567800000001u };
    nexus_startpoint_t startpoint, old_startpoint, none = { 0 };
    nexus_buffer_t buffer, old_buffer, far = { ~(uint64_t) 0 };
    int yes;
    long size;
    OK(nexus_endpoint_init(&endpoint, attributes));
    OK(nexus_startpoint_bind(&startpoint, &endpoint));
    OK(nexus_buffer_init(&buffer, 0, 0));
    old_endpoint = endpoint, old_startpoint = startpoint, old_buffer = buffer;
    OK(nexus_endpoint_destroy(&endpoint));
    OK(nexus_startpoint_destroy(&startpoint));
    OK(nexus_buffer_destroy(&buffer));
    CHECK(endpoint.id == 0 && startpoint.id == 0 && buffer.id == 0);
    /* New ones take their places; the old numbers are not theirs. */
    OK(nexus_endpoint_init(&endpoint, attributes));
    OK(nexus_startpoint_bind(&startpoint, &endpoint));
    OK(nexus_buffer_init(&buffer, 0, 0));
    GIVES(nexus_endpoint_destroy(&old_endpoint), NEXUS_ERR_HANDLE);
    GIVES(nexus_startpoint_is_null(&old_startpoint, &yes), NEXUS_ERR_HANDLE);
    GIVES(nexus_startpoint_destroy(&old_startpoint), NEXUS_ERR_HANDLE);
    GIVES(nexus_buffer_destroy(&old_buffer), NEXUS_ERR_HANDLE);
    GIVES(nexus_send_rsr(&old_buffer, &startpoint, 0, 0, 0), NEXUS_ERR_HANDLE);
    GIVES(nexus_send_rsr(&buffer, &old_startpoint, 0, 0, 0), NEXUS_ERR_HANDLE);
    GIVES(nexus_startpoint_bind(&startpoint, &forged), NEXUS_ERR_HANDLE);
    GIVES(nexus_startpoint_is_null(&none, &yes), NEXUS_ERR_HANDLE);
    GIVES(nexus_check_buffer_size(&far, &size), NEXUS_ERR_HANDLE);
    CHECK(nexus_endpoint_get_user_pointer(&old_endpoint) == NULL);
    OK(nexus_endpoint_destroy(&endpoint));
    OK(nexus_startpoint_destroy(&startpoint));
    OK(nexus_buffer_destroy(&buffer));
}

static void arguments(const nexus_endpointattr_t *attributes)
{
    nexus_endpoint_t endpoint;
    nexus_startpoint_t startpoint;
    nexus_buffer_t buffer;
    char text[64];
    int32_t number = 3;
    const nexus_handler_t odd = { (nexus_handler_type_t) 7, count };
    nexus_endpointattr_t wrong = { &odd, 1, NULL };
    GIVES(nexus_init(NULL, NULL), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_node_id(NULL), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_endpoint_init(NULL, attributes), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_endpoint_init(&endpoint, NULL), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_endpoint_init(&endpoint, &wrong), NEXUS_ERR_ARGUMENT);
    CHECK(strstr(nexus_error_text(), "type 7") != NULL);
    wrong.count = -1;
    GIVES(nexus_endpoint_init(&endpoint, &wrong), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_startpoint_to_node(&startpoint, nodes), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_startpoint_to_node(&startpoint, -1), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_wait_until(NULL, NULL, 0, NULL), NEXUS_ERR_ARGUMENT);

    OK(nexus_startpoint_set_null(&startpoint));
    OK(nexus_buffer_init(&buffer, -5, 0));
    GIVES(nexus_send_rsr(&buffer, &startpoint, 0, 0, 0), NEXUS_ERR_UNBOUND);
    GIVES(nexus_startpoint_get_method(&startpoint, text, sizeof text), NEXUS_ERR_UNBOUND);
    OK(nexus_startpoint_destroy(&startpoint));
    OK(nexus_startpoint_to_node(&startpoint, me));
    GIVES(nexus_send_rsr(&buffer, &startpoint, -1, 0, 0), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_startpoint_set_method(&startpoint, "pigeon"), NEXUS_ERR_NO_WAY);
    GIVES(nexus_startpoint_set_method(&startpoint, NULL), NEXUS_ERR_ARGUMENT);
    OK(nexus_startpoint_get_method(&startpoint, text, sizeof text));
    CHECK(strcmp(text, "local") == 0);
    GIVES(nexus_startpoint_get_method(&startpoint, text, 3), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_startpoint_tune(&startpoint, "local", "colour", "red"), NEXUS_ERR_NO_WAY);
    GIVES(nexus_detach(&startpoint), NEXUS_ERR_ARGUMENT);

    GIVES(nexus_put_int(&buffer, &number, -1), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_put_int(&buffer, NULL, 1), NEXUS_ERR_ARGUMENT);
    OK(nexus_put_int(&buffer, NULL, 0));
    GIVES(nexus_put_string(&buffer, "\xff"), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_get_float(&buffer, NULL, 0), NEXUS_ERR_BUFFER);
    GIVES(nexus_get_startpoint(&buffer, &startpoint, 1), NEXUS_ERR_BUFFER);
    OK(nexus_get_int(&buffer, &number, 0));
    GIVES(nexus_get_int(&buffer, &number, 1), NEXUS_ERR_BUFFER);
    OK(nexus_buffer_destroy(&buffer));
    OK(nexus_startpoint_destroy(&startpoint));
}

static void polling(void)
{
    const char *methods[] = { "local", "pigeon" };
    GIVES(nexus_set_skip_poll("pigeon", 3), NEXUS_ERR_NO_WAY);
    GIVES(nexus_set_skip_poll("local", -3), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_set_waiter("pigeon", 1), NEXUS_ERR_NO_WAY);
    GIVES(nexus_poll_only(methods, 2), NEXUS_ERR_NO_WAY);
    OK(nexus_poll_only(methods, 1));
    OK(nexus_set_skip_poll("local", 2));
    OK(nexus_set_skip_poll("local", 0));
    OK(nexus_poll_only(NULL, 0));
    GIVES(nexus_open_method("pigeon"), NEXUS_ERR_NO_WAY);
    GIVES(nexus_open_method("local"), NEXUS_ERR_NO_WAY);
    GIVES(nexus_open_module("/dev/null", NULL, 0), NEXUS_ERR_NO_WAY);
    GIVES(nexus_open_module(NULL, NULL, 0), NEXUS_ERR_ARGUMENT);
}

static void sending(const nexus_endpointattr_t *attributes)
{
    nexus_endpoint_t endpoint;
    nexus_startpoint_t startpoint;
    nexus_buffer_t buffer;
    OK(nexus_endpoint_init(&endpoint, attributes));
    OK(nexus_startpoint_bind(&startpoint, &endpoint));
    OK(nexus_buffer_init(&buffer, 0, 0));
    OK(nexus_endpoint_set_user_pointer(&endpoint, &buffer));
    OK(nexus_send_rsr(&buffer, &startpoint, 1, 0, 0));
    until(&came, 1);
    /* Without somebody to tell, what happens is the next poll's failure. */
    OK(nexus_send_rsr(&buffer, &startpoint, 99, 0, 0));
    int code = NEXUS_SUCCESS;
    while (code == NEXUS_SUCCESS) code = nexus_poll();
    GIVES(code, NEXUS_ERR_FAULT);
    OK(nexus_enable_fault_tolerance(fault, &faults));
    OK(nexus_send_rsr(&buffer, &startpoint, 99, 0, 0));
    until(&faults, 1);
    CHECK(atomic_load(&last_fault) == NEXUS_FAULT_UNKNOWN_HANDLER);
    OK(nexus_endpoint_destroy(&endpoint));
    OK(nexus_send_rsr(&buffer, &startpoint, 0, 0, 0));
    until(&faults, 2);
    CHECK(atomic_load(&last_fault) == NEXUS_FAULT_UNKNOWN_ENDPOINT);
    OK(nexus_startpoint_destroy(&startpoint));
    OK(nexus_buffer_destroy(&buffer));
}

int main(int argc, char **argv)
{
    const nexus_handler_t handlers[2] = {
        { NEXUS_HANDLER_TYPE_NON_THREADED, count },
        { NEXUS_HANDLER_TYPE_NON_THREADED, busy },
    };
    nexus_endpointattr_t attributes = { handlers, 2, NULL };
    nexus_buffer_t buffer;
    int number;
    GIVES(nexus_poll(), NEXUS_ERR_NOT_STARTED);
    GIVES(nexus_node_count(&number), NEXUS_ERR_NOT_STARTED);
    GIVES(nexus_shutdown(), NEXUS_ERR_NOT_STARTED);
    /* A library that cannot start. */
    setenv("FERRY_PROGRESS", "perhaps", 1);
    GIVES(nexus_init(&argc, &argv), NEXUS_ERR_SYSTEM);
    unsetenv("FERRY_PROGRESS");
    begin(&argc, &argv);
    stale_handles(&attributes);
    arguments(&attributes);
    polling();
    sending(&attributes);
    OK(nexus_buffer_init(&buffer, 0, 0));
    end();
    GIVES(nexus_poll(), NEXUS_ERR_NOT_STARTED);
    GIVES(nexus_buffer_destroy(&buffer), NEXUS_ERR_HANDLE);
    return 0;
}
