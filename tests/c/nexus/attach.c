/* Two programs that were started apart: `serve FILE` writes its URL there, `visit FILE` attaches. */
#include "check.h"

static _Atomic int came, closed, faults;

static void hear(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    int32_t number;
    nexus_startpoint_t back;
    nexus_buffer_t answer;
    (void) endpoint;
    OK(nexus_get_int(buffer, &number, 1));
    OK(nexus_get_startpoint(buffer, &back, 1));
    number *= 2;
    OK(nexus_buffer_init(&answer, 16, 0));
    OK(nexus_put_int(&answer, &number, 1));
    OK(nexus_send_rsr(&answer, &back, 0, 1, is_non_threaded));
    OK(nexus_startpoint_destroy(&back));
    atomic_fetch_add(&came, 1);
}

static void note(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    int32_t number;
    (void) endpoint, (void) is_non_threaded;
    OK(nexus_get_int(buffer, &number, 1));
    CHECK(number == 42);
    atomic_fetch_add(&came, 1);
}

static int approve(void *argument, const char *path, nexus_startpoint_t *startpoint)
{
    if (strcmp(path, "secret") == 0) return 5;
    if (strcmp(path, "nothing") == 0) return 0;
    OK(nexus_startpoint_bind(startpoint, argument));
    return 0;
}

static void fault(void *argument, int kind, const char *why)
{
    (void) argument, (void) why;
    if (kind == NEXUS_FAULT_PROCESS_SHUTDOWN_NORMALLY) atomic_store(&closed, 1);
    if (kind == NEXUS_FAULT_ACCEPT_ATTACH_FAILED || kind == NEXUS_FAULT_BAD_URL) atomic_fetch_add(&faults, 1);
    OK(nexus_wake());
}

static void make(nexus_endpoint_t *endpoint, nexus_handler_func_t function)
{
    const nexus_handler_t handler = { NEXUS_HANDLER_TYPE_NON_THREADED, function };
    const nexus_endpointattr_t attributes = { &handler, 1, NULL };
    OK(nexus_endpoint_init(endpoint, &attributes));
}

static void serve(const char *file)
{
    nexus_endpoint_t endpoint;
    unsigned short port = 0;
    char url[256], fresh[300];
    make(&endpoint, hear);
    OK(nexus_enable_fault_tolerance(fault, NULL));
    GIVES(nexus_allow_attach("pigeonry", &port, url, sizeof url, approve, &endpoint), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_allow_attach("127.0.0.1", &port, url, 4, approve, &endpoint), NEXUS_ERR_ARGUMENT);
    port = 0;
    OK(nexus_allow_attach("127.0.0.1", &port, url, sizeof url, approve, &endpoint));
    CHECK(port != 0);
    snprintf(fresh, sizeof fresh, "%s.new", file);
    FILE *out = fopen(fresh, "w");
    CHECK(out != NULL);
    fputs(url, out);
    fclose(out);
    CHECK(rename(fresh, file) == 0);
    until(&came, 1);
    until(&faults, 2);
    until(&closed, 1);
    OK(nexus_disallow_attach(url));
    GIVES(nexus_disallow_attach(url), NEXUS_ERR_ARGUMENT);
}

static void visit(const char *file)
{
    char url[256], other[300], host[128], path[128];
    unsigned short port;
    FILE *in = fopen(file, "r");
    CHECK(in != NULL && fgets(url, sizeof url, in) != NULL);
    fclose(in);
    nexus_endpoint_t endpoint;
    nexus_startpoint_t startpoint, own;
    nexus_buffer_t buffer;
    int32_t number = 21;
    make(&endpoint, note);
    OK(nexus_split_url(url, host, &port, path, sizeof host));
    CHECK(strcmp(host, "127.0.0.1") == 0 && port != 0 && path[0] == 0);
    GIVES(nexus_split_url("http://x:1/", host, &port, path, sizeof host), NEXUS_ERR_BAD_URL);
    GIVES(nexus_attach("ferry://x", &startpoint), NEXUS_ERR_BAD_URL);
    GIVES(nexus_disallow_attach("pigeon"), NEXUS_ERR_BAD_URL);
    const char *key = strchr(url, '#');
    CHECK(key != NULL);
    snprintf(other, sizeof other, "ferry://%s:%d/secret%s", host, port, key);
    GIVES(nexus_attach(other, &startpoint), NEXUS_ERR_REFUSED);
    snprintf(other, sizeof other, "ferry://%s:%d/nothing%s", host, port, key);
    GIVES(nexus_attach(other, &startpoint), NEXUS_ERR_REFUSED);
    OK(nexus_attach(url, &startpoint));
    OK(nexus_startpoint_bind(&own, &endpoint));
    OK(nexus_buffer_init(&buffer, 64, 0));
    OK(nexus_put_int(&buffer, &number, 1));
    OK(nexus_put_startpoint(&buffer, &own, 1));
    OK(nexus_send_rsr(&buffer, &startpoint, 0, 1, 0));
    until(&came, 1);
    OK(nexus_detach(&startpoint));
    OK(nexus_buffer_init(&buffer, 64, 0));
    GIVES(nexus_send_rsr(&buffer, &startpoint, 0, 1, 0), NEXUS_ERR_GONE);
    snprintf(other, sizeof other, "ferry://%s:1/%s", host, key);
    GIVES(nexus_attach(other, &startpoint), NEXUS_ERR_UNREACHABLE);
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    begin(&argc, &argv);
    (strcmp(argv[1], "serve") == 0 ? serve : visit)(argv[2]);
    return end();
}
