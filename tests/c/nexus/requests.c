/* Requests round the job, with items of all kinds, direct ones, startpoints and threads. */
#include "check.h"

enum { ITEMS, RING, ANSWER, SLOW, HANDLERS };
enum { LONG = 100000 };

static _Atomic int arrived, answered, slow, strange;
static nexus_buffer_t saved;

static void items(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    float f[2];
    double d, big[1], *many = malloc(sizeof(double) * LONG);
    int16_t s;
    uint16_t us;
    int32_t i[3];
    uint32_t ui;
    long l;
    unsigned long ul;
    char c[4];
    unsigned char b;
    char text[32];
    CHECK(is_non_threaded == 1);
    CHECK(nexus_endpoint_get_user_pointer(endpoint) == &arrived);
    GIVES(nexus_get_int(buffer, i, 2), NEXUS_ERR_BUFFER);
    OK(nexus_get_float(buffer, f, 2));
    OK(nexus_get_double(buffer, &d, 1));
    OK(nexus_get_short(buffer, &s, 1));
    OK(nexus_get_u_short(buffer, &us, 1));
    GIVES(nexus_get_int(buffer, i, 2), NEXUS_ERR_BUFFER);
    OK(nexus_get_int(buffer, i, 3));
    OK(nexus_get_u_int(buffer, &ui, 1));
    OK(nexus_get_long(buffer, &l, 1));
    OK(nexus_get_u_long(buffer, &ul, 1));
    OK(nexus_get_char(buffer, c, 4));
    OK(nexus_get_byte(buffer, &b, 1));
    /* What has no room stays next. */
    GIVES(nexus_get_string(buffer, text, 5), NEXUS_ERR_ARGUMENT);
    OK(nexus_get_string(buffer, text, 6));
    CHECK(strcmp(text, "north") == 0);
    CHECK(f[0] == 0.5f && f[1] == -2.0f && d == 1e300 && s == -7 && us == 65535 && i[0] == -1 && i[2] == 3);
    CHECK(ui == 4000000000u && l == -5000000000 && ul == 1ul << 63 && memcmp(c, "abcd", 4) == 0 && b == 200);
    OK(nexus_direct_get_double(buffer, many, LONG));
    for (int n = 0; n < LONG; n++) CHECK(many[n] == n * 0.25);
    GIVES(nexus_get_double(buffer, big, 1), NEXUS_ERR_BUFFER);
    free(many);
    atomic_fetch_add(&arrived, 1);
}

static void ring(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    int32_t hops;
    nexus_startpoint_t home, next;
    nexus_buffer_t onward;
    (void) endpoint;
    OK(nexus_get_int(buffer, &hops, 1));
    OK(nexus_get_startpoint(buffer, &home, 1));
    OK(nexus_buffer_init(&onward, 64, 0));
    hops++;
    OK(nexus_put_int(&onward, &hops, 1));
    /* What waits is refused here; sending does not. */
    GIVES(nexus_poll_blocking(0, NULL), NEXUS_ERR_WOULD_WAIT);
    if (hops >= 2 * nodes) {
        OK(nexus_send_rsr(&onward, &home, ANSWER, 1, is_non_threaded));
    } else {
        OK(nexus_put_startpoint(&onward, &home, 1));
        OK(nexus_startpoint_to_node(&next, (me + 1) % nodes));
        OK(nexus_send_rsr(&onward, &next, RING, 1, is_non_threaded));
        OK(nexus_startpoint_destroy(&next));
    }
    OK(nexus_startpoint_destroy(&home));
    GIVES(nexus_buffer_destroy(&onward), NEXUS_ERR_HANDLE);
}

static void answer(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    (void) endpoint, (void) is_non_threaded;
    OK(nexus_buffer_save(buffer));
    saved = *buffer;
    atomic_fetch_add(&answered, 1);
}

static void slowly(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    nexus_startpoint_t home;
    nexus_buffer_t empty;
    (void) endpoint;
    CHECK(is_non_threaded == 0);
    OK(nexus_get_startpoint(buffer, &home, 1));
    /* It may wait for whatever it wants. */
    OK(nexus_poll_blocking(1, NULL));
    OK(nexus_buffer_init(&empty, 0, 0));
    OK(nexus_send_rsr(&empty, &home, 17, 1, 0));
    OK(nexus_startpoint_destroy(&home));
    atomic_fetch_add(&slow, 1);
}

static void unknown(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    (void) endpoint, (void) buffer, (void) is_non_threaded;
    atomic_fetch_add(&strange, 1);
}

static const nexus_handler_t handlers[HANDLERS] = {
    { NEXUS_HANDLER_TYPE_NON_THREADED, items },
    { NEXUS_HANDLER_TYPE_NON_THREADED, ring },
    { NEXUS_HANDLER_TYPE_NON_THREADED, answer },
    { NEXUS_HANDLER_TYPE_THREADED, slowly },
};

static void send_items(const nexus_startpoint_t *to)
{
    const float f[2] = { 0.5f, -2.0f };
    const double d = 1e300;
    const int16_t s = -7;
    const uint16_t us = 65535;
    const int32_t i[3] = { -1, 2, 3 };
    const uint32_t ui = 4000000000u;
    const long l = -5000000000;
    const unsigned long ul = 1ul << 63;
    const unsigned char b = 200;
    double *many = malloc(sizeof(double) * LONG);
    long size, expected = 0;
    nexus_buffer_t buffer;
    for (int n = 0; n < LONG; n++) many[n] = n * 0.25;
    OK(nexus_buffer_init(&buffer, 100, LONG));
    OK(nexus_put_float(&buffer, f, 2));
    OK(nexus_put_double(&buffer, &d, 1));
    OK(nexus_put_short(&buffer, &s, 1));
    OK(nexus_put_u_short(&buffer, &us, 1));
    OK(nexus_put_int(&buffer, i, 3));
    OK(nexus_put_u_int(&buffer, &ui, 1));
    OK(nexus_put_long(&buffer, &l, 1));
    OK(nexus_put_u_long(&buffer, &ul, 1));
    OK(nexus_put_char(&buffer, "abcd", 4));
    OK(nexus_put_byte(&buffer, &b, 1));
    expected = nexus_sizeof_float(2) + nexus_sizeof_double(1) + nexus_sizeof_short(1) + nexus_sizeof_u_short(1)
        + nexus_sizeof_int(3) + nexus_sizeof_u_int(1) + nexus_sizeof_long(1) + nexus_sizeof_u_long(1)
        + nexus_sizeof_char(4) + nexus_sizeof_byte(1);
    OK(nexus_check_buffer_size(&buffer, &size));
    CHECK(size == expected);
    OK(nexus_put_string(&buffer, "north"));
    OK(nexus_direct_put_double(&buffer, many, LONG));
    OK(nexus_send_rsr(&buffer, to, ITEMS, 0, 0));
    OK(nexus_buffer_destroy(&buffer));
    free(many);
}

int main(int argc, char **argv)
{
    nexus_endpointattr_t attributes;
    nexus_endpoint_t root, own;
    nexus_startpoint_t next, home;
    nexus_buffer_t buffer;
    int32_t hops = 0;
    int yes;
    begin(&argc, &argv);
    OK(nexus_endpointattr_init(&attributes));
    OK(nexus_endpointattr_set_handler_table(&attributes, handlers, HANDLERS));
    OK(nexus_endpointattr_set_unknown_handler(&attributes, unknown));
    OK(nexus_endpoint_init_root(&root, &attributes));
    OK(nexus_endpoint_set_user_pointer(&root, &arrived));
    OK(nexus_endpoint_init(&own, &attributes));
    OK(nexus_endpointattr_destroy(&attributes));
    OK(nexus_startpoint_to_node(&next, (me + 1) % nodes));
    OK(nexus_startpoint_bind(&home, &own));
    OK(nexus_startpoint_to_current_context(&home, &yes));
    CHECK(yes);
    OK(nexus_startpoint_equal_context(&home, &next, &yes));
    CHECK(yes == (nodes == 1));
    OK(nexus_startpoint_equal(&home, &next, &yes));
    CHECK(!yes);

    for (int n = 0; n < 3; n++) send_items(&next);
    until(&arrived, 3);

    OK(nexus_buffer_init(&buffer, 0, 0));
    OK(nexus_put_int(&buffer, &hops, 1));
    OK(nexus_put_startpoint(&buffer, &home, 1));
    OK(nexus_send_rsr(&buffer, &next, RING, 0, 0));
    until(&answered, 1);
    OK(nexus_get_int(&saved, &hops, 1));
    CHECK(hops == 2 * nodes);
    OK(nexus_buffer_destroy(&saved));

    OK(nexus_buffer_clear(&buffer));
    OK(nexus_put_startpoint_transfer(&buffer, &home, 1));
    GIVES(nexus_startpoint_destroy(&home), NEXUS_ERR_HANDLE);
    OK(nexus_send_rsr(&buffer, &next, SLOW, 1, 0));
    until(&slow, 1);
    until(&strange, 1);

    OK(nexus_startpoint_destroy(&next));
    return end();
}
