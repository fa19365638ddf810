/* Two jobs that meet as wholes: `serve FILE` writes its URL there and lets the other in, `visit FILE` goes to it. Each
   node then asks every one of the other job, with payloads short and long. A third argument: behind a relay, and in
   the middle of the requests the startpoints change to that method. */
#include "check.h"

enum { MOST = 16, ROUNDS = 4, LONG = 200000 };

static _Atomic int answers, asked, closed;
static int next_of[2 * MOST];

/* A question: who asks, which one it is, and where the answer goes. They come in order from each. */
static void ask(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    static unsigned char bytes[LONG];
    int32_t head[3];
    nexus_startpoint_t back;
    nexus_buffer_t answer;
    (void) endpoint;
    OK(nexus_get_int(buffer, head, 3));
    CHECK(head[0] >= 0 && head[0] < MOST && head[1] == next_of[head[0]]);
    next_of[head[0]]++;
    CHECK(head[2] > 0 && head[2] <= LONG);
    OK(nexus_get_byte(buffer, bytes, head[2]));
    for (int i = 0; i < head[2]; i++) CHECK(bytes[i] == (unsigned char) (i + head[0] + head[1]));
    OK(nexus_get_startpoint(buffer, &back, 1));
    OK(nexus_buffer_init(&answer, 16, 0));
    head[0] = me;
    OK(nexus_put_int(&answer, head, 2));
    OK(nexus_send_rsr(&answer, &back, 1, 1, is_non_threaded));
    OK(nexus_startpoint_destroy(&back));
    atomic_fetch_add(&asked, 1);
}

static void hear(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    int32_t head[2];
    (void) endpoint, (void) is_non_threaded;
    OK(nexus_get_int(buffer, head, 2));
    CHECK(head[0] >= 0 && head[0] < MOST);
    CHECK(head[1] == next_of[MOST + head[0]]++);
    atomic_fetch_add(&answers, 1);
}

static void fault(void *argument, int kind, const char *why)
{
    (void) argument;
    if (kind != NEXUS_FAULT_PROCESS_SHUTDOWN_NORMALLY) {
        fprintf(stderr, "node %d: fault %d: %s\n", me, kind, why);
        abort();
    }
    atomic_fetch_add(&closed, 1);
    OK(nexus_wake());
}

static void serve(const char *file, const nexus_startpoint_t *own, nexus_startpoint_t *others, int *count)
{
    unsigned short port = 0;
    char url[256], fresh[300];
    if (me == 0) {
        GIVES(nexus_open_job("pigeonry", &port, url, sizeof url), NEXUS_ERR_ARGUMENT);
        GIVES(nexus_open_job("127.0.0.1", NULL, url, sizeof url), NEXUS_ERR_ARGUMENT);
        GIVES(nexus_open_job("127.0.0.1", &port, url, 4), NEXUS_ERR_ARGUMENT);
        port = 0;
        OK(nexus_open_job("127.0.0.1", &port, url, sizeof url));
        CHECK(port != 0);
        snprintf(fresh, sizeof fresh, "%s.new", file);
        FILE *out = fopen(fresh, "w");
        CHECK(out != NULL);
        fputs(url, out);
        fclose(out);
        CHECK(rename(fresh, file) == 0);
    } else {
        GIVES(nexus_open_job("127.0.0.1", &port, url, sizeof url), NEXUS_ERR_ARGUMENT);
    }
    GIVES(nexus_accept_job(own, others, NULL), NEXUS_ERR_ARGUMENT);
    GIVES(nexus_accept_job(NULL, others, count), NEXUS_ERR_ARGUMENT);
    OK(nexus_accept_job(own, others, count));
}

static void visit(const char *file, const nexus_startpoint_t *own, nexus_startpoint_t *others, int *count)
{
    char url[256];
    int none = -1;
    FILE *in = fopen(file, "r");
    CHECK(in != NULL && fgets(url, sizeof url, in) != NULL);
    fclose(in);
    GIVES(nexus_attach_job(url, own, others, &none), NEXUS_ERR_ARGUMENT);
    /* Nobody is there, no URL, no key: all hear of it. */
    GIVES(nexus_attach_job("ferry://127.0.0.1:1/#00112233445566778899aabbccddeeff", own, others, count),
          NEXUS_ERR_UNREACHABLE);
    GIVES(nexus_attach_job("pigeon", own, others, count), me == 0 ? NEXUS_ERR_BAD_URL : NEXUS_ERR_UNREACHABLE);
    *strchr(url, '#') = 0;
    GIVES(nexus_attach_job(url, own, others, count), me == 0 ? NEXUS_ERR_REFUSED : NEXUS_ERR_UNREACHABLE);
    *(url + strlen(url)) = '#';
    CHECK(*count == MOST);
    OK(nexus_attach_job(me == 0 ? url : NULL, own, others, count));
}

static void ask_all(const nexus_startpoint_t *others, int count, const nexus_startpoint_t *own, int round)
{
    static unsigned char bytes[LONG];
    for (int i = 0; i < count; i++) {
        const int32_t head[3] = { me, round, round % 2 == 0 ? 7 : LONG };
        nexus_buffer_t buffer;
        for (int at = 0; at < head[2]; at++) bytes[at] = (unsigned char) (at + me + round);
        OK(nexus_buffer_init(&buffer, 64, 0));
        OK(nexus_put_int(&buffer, head, 3));
        OK(nexus_put_byte(&buffer, bytes, head[2]));
        OK(nexus_put_startpoint(&buffer, own, 1));
        OK(nexus_send_rsr(&buffer, &others[i], 0, 1, 0));
    }
}

static int goes_by(const nexus_startpoint_t *other, const char *method)
{
    char found[32];
    OK(nexus_startpoint_get_method(other, found, sizeof found));
    return strcmp(found, method) == 0;
}

/* The startpoints leave their relays; what was sent before is not overtaken. */
static void change(const nexus_startpoint_t *others, int count, const char *to)
{
    for (int i = 0; i < count; i++) {
        CHECK(!goes_by(&others[i], to));
        GIVES(nexus_startpoint_set_method(&others[i], "pigeon"), NEXUS_ERR_NO_WAY);
        OK(nexus_startpoint_set_method(&others[i], to));
    }
}

int main(int argc, char **argv)
{
    const nexus_handler_t handlers[2] = {
        { NEXUS_HANDLER_TYPE_NON_THREADED, ask },
        { NEXUS_HANDLER_TYPE_NON_THREADED, hear },
    };
    const nexus_endpointattr_t attributes = { handlers, 2, NULL };
    nexus_endpoint_t endpoint;
    nexus_startpoint_t own, others[MOST];
    nexus_buffer_t late;
    int count = MOST;
    if (argc < 3) return 2;
    begin(&argc, &argv);
    OK(nexus_enable_fault_tolerance(fault, NULL));
    OK(nexus_endpoint_init(&endpoint, &attributes));
    OK(nexus_startpoint_bind(&own, &endpoint));
    (strcmp(argv[1], "serve") == 0 ? serve : visit)(argv[2], &own, others, &count);
    CHECK(count > 0 && count <= MOST);
    for (int round = 0; round < ROUNDS; round++) {
        if (round == 2 && argc > 3) change(others, count, argv[3]);
        ask_all(others, count, &own, round);
    }
    until(&answers, ROUNDS * count);
    until(&asked, ROUNDS * count);
    for (int i = 0; i < count && argc > 3; i++) CHECK(goes_by(&others[i], argv[3]));
    if (strcmp(argv[1], "visit") == 0 && me == nodes - 1) {
        /* One goes first: it has no more to do with any of them. */
        OK(nexus_detach(&others[0]));
        OK(nexus_buffer_init(&late, 64, 0));
        GIVES(nexus_send_rsr(&late, &others[count - 1], 0, 1, 0), NEXUS_ERR_GONE);
        GIVES(nexus_detach(&others[0]), NEXUS_ERR_ARGUMENT);
    }
    if (strcmp(argv[1], "serve") == 0) until(&closed, count);
    return end();
}
