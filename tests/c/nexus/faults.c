/* What happens to links by itself. Alone: `loss FAULT`, in a job whose one method (lossy_module.c) loses every peer that
 * it is asked to send to, in the way that FERRY_LOSSY_HOW names. Apart: `watch FILE FAULT` writes its URL there, `abort
 * FILE` and `die FILE` attach and go in these ways. */
#include "check.h"
#include <unistd.h>

static _Atomic int came, faults, last_fault;

static void hear(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    (void) endpoint, (void) buffer, (void) is_non_threaded;
    atomic_fetch_add(&came, 1);
}

static void note_fault(void *argument, int kind, const char *why)
{
    CHECK(argument == &faults && why[0] != 0);
    atomic_store(&last_fault, kind);
    atomic_fetch_add(&faults, 1);
    OK(nexus_wake());
}

static int approve(void *argument, const char *path, nexus_startpoint_t *startpoint)
{
    (void) path;
    OK(nexus_startpoint_bind(startpoint, argument));
    return 0;
}

static void make(nexus_endpoint_t *endpoint)
{
    const nexus_handler_t handler = { NEXUS_HANDLER_TYPE_NON_THREADED, hear };
    const nexus_endpointattr_t attributes = { &handler, 1, NULL };
    OK(nexus_endpoint_init(endpoint, &attributes));
}

static void request(const nexus_startpoint_t *startpoint)
{
    nexus_buffer_t buffer;
    OK(nexus_buffer_init(&buffer, 16, 0));
    OK(nexus_send_rsr(&buffer, startpoint, 0, 1, 0));
}

/* One fault, of the kind that has this name. */
static void told_of(const char *name)
{
    until(&faults, 1);
    const int kind = atomic_load(&last_fault);
    fprintf(stderr, "fault %d\n", kind);
    if (strcmp(name, "PROCESS_DIED") == 0) CHECK(kind == NEXUS_FAULT_PROCESS_DIED);
    else if (strcmp(name, "PROCESS_SHUTDOWN_ABNORMALLY") == 0) CHECK(kind == NEXUS_FAULT_PROCESS_SHUTDOWN_ABNORMALLY);
    else if (strcmp(name, "CONNECT_FAILED") == 0) CHECK(kind == NEXUS_FAULT_CONNECT_FAILED);
    else if (strcmp(name, "BAD_PROTOCOL") == 0) CHECK(kind == NEXUS_FAULT_BAD_PROTOCOL);
    else if (strcmp(name, "READ_FAILED") == 0) CHECK(kind == NEXUS_FAULT_READ_FAILED);
    else CHECK(!"a fault that the test knows");
}

static void loss(const char *fault)
{
    nexus_startpoint_t other;
    nexus_buffer_t buffer;
    OK(nexus_startpoint_to_node(&other, (me + 1) % nodes));
    request(&other);
    told_of(fault);
    OK(nexus_buffer_init(&buffer, 16, 0));
    GIVES(nexus_send_rsr(&buffer, &other, 0, 1, 0), NEXUS_ERR_GONE);
    OK(nexus_startpoint_destroy(&other));
}

static void watch(const char *file, const char *fault)
{
    nexus_endpoint_t endpoint;
    unsigned short port = 0;
    char url[256], fresh[300];
    make(&endpoint);
    OK(nexus_allow_attach("127.0.0.1", &port, url, sizeof url, approve, &endpoint));
    snprintf(fresh, sizeof fresh, "%s.new", file);
    FILE *out = fopen(fresh, "w");
    CHECK(out != NULL);
    fputs(url, out);
    fclose(out);
    CHECK(rename(fresh, file) == 0);
    until(&came, 1);
    told_of(fault);
    OK(nexus_endpoint_destroy(&endpoint));
}

static void attach(const char *file)
{
    char url[256];
    nexus_startpoint_t startpoint;
    FILE *in = fopen(file, "r");
    CHECK(in != NULL && fgets(url, sizeof url, in) != NULL);
    fclose(in);
    OK(nexus_attach(url, &startpoint));
    request(&startpoint);
}

int main(int argc, char **argv)
{
    if (argc < 3 || (strcmp(argv[1], "watch") == 0 && argc < 4)) return 2;
    begin(&argc, &argv);
    OK(nexus_enable_fault_tolerance(note_fault, &faults));
    if (strcmp(argv[1], "loss") == 0) loss(argv[2]);
    if (strcmp(argv[1], "watch") == 0) watch(argv[2], argv[3]);
    if (strcmp(argv[1], "abort") == 0) attach(argv[2]), nexus_abort(9, "on purpose");
    if (strcmp(argv[1], "die") == 0) attach(argv[2]), _exit(9);
    return end();
}
