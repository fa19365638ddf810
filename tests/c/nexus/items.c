/* Items of every kind, copied and sent from where they are, to the next node; too many of them; and the end of a job
   (argument `abort`). */
#include "check.h"

enum { COUNT = 5, MANY = 5000, TOO_MANY = 70000 };

static _Atomic int came;

/* What is sent of a kind: its least, its greatest, and some between. */
#define VALUES(name, type, least, greatest)                                              \
    static const type some_##name[COUNT] = { least, greatest, 0, 1, (type) 77 };         \
    static const type many_##name[MANY] = { least, greatest, 0, 1, (type) 77 };          \
    static void put_##name(nexus_buffer_t *buffer)                                       \
    {                                                                                    \
        long before, after;                                                              \
        OK(nexus_check_buffer_size(buffer, &before));                                    \
        OK(nexus_put_##name(buffer, some_##name, COUNT));                                \
        OK(nexus_check_buffer_size(buffer, &after));                                     \
        CHECK(after - before == nexus_sizeof_##name(COUNT));                             \
        OK(nexus_direct_put_##name(buffer, some_##name, COUNT));                         \
        OK(nexus_direct_put_##name(buffer, many_##name, MANY));                          \
        OK(nexus_put_##name(buffer, some_##name, 0));                                    \
        GIVES(nexus_put_##name(buffer, some_##name, -1), NEXUS_ERR_ARGUMENT);            \
        GIVES(nexus_put_##name(buffer, NULL, 1), NEXUS_ERR_ARGUMENT);                    \
        GIVES(nexus_direct_put_##name(buffer, NULL, 1), NEXUS_ERR_ARGUMENT);             \
    }                                                                                    \
    static void get_##name(nexus_buffer_t *buffer)                                       \
    {                                                                                    \
        static type there[MANY];                                                         \
        GIVES(nexus_get_##name(buffer, there, COUNT + 1), NEXUS_ERR_BUFFER);             \
        OK(nexus_get_##name(buffer, there, COUNT));                                      \
        CHECK(memcmp(there, some_##name, sizeof some_##name) == 0);                      \
        memset(there, 0, sizeof there);                                                  \
        GIVES(nexus_direct_get_##name(buffer, there, -1), NEXUS_ERR_ARGUMENT);           \
        OK(nexus_direct_get_##name(buffer, there, COUNT));                               \
        CHECK(memcmp(there, some_##name, sizeof some_##name) == 0);                      \
        OK(nexus_direct_get_##name(buffer, there, MANY));                                \
        CHECK(memcmp(there, many_##name, sizeof many_##name) == 0);                      \
        OK(nexus_direct_get_##name(buffer, there, 0));                                   \
    }

VALUES(float, float, -3.25e38f, 2e-38f)
VALUES(double, double, -1.5e308, 2e-308)
VALUES(short, int16_t, INT16_MIN, INT16_MAX)
VALUES(u_short, uint16_t, 0, UINT16_MAX)
VALUES(int, int32_t, INT32_MIN, INT32_MAX)
VALUES(u_int, uint32_t, 0, UINT32_MAX)
VALUES(long, long, INT64_MIN, INT64_MAX)
VALUES(u_long, unsigned long, 0, UINT64_MAX)
VALUES(char, char, -128, 127)
VALUES(byte, unsigned char, 0, 255)

#define EACH(what, buffer)                                                                \
    what##_float(buffer), what##_double(buffer), what##_short(buffer), what##_u_short(buffer), \
        what##_int(buffer), what##_u_int(buffer), what##_long(buffer), what##_u_long(buffer),  \
        what##_char(buffer), what##_byte(buffer)

static void hear(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded)
{
    (void) endpoint, (void) is_non_threaded;
    EACH(get, buffer);
    GIVES(nexus_get_int(buffer, &(int32_t) { 0 }, 1), NEXUS_ERR_BUFFER);
    atomic_fetch_add(&came, 1);
}

static void too_many(const nexus_startpoint_t *to)
{
    nexus_buffer_t buffer;
    OK(nexus_buffer_init(&buffer, 0, 1));
    for (int i = 0; i < TOO_MANY; i++) OK(nexus_direct_put_byte(&buffer, many_byte, MANY));
    GIVES(nexus_send_rsr(&buffer, to, 0, 0, 0), NEXUS_ERR_TOO_LONG);
    OK(nexus_buffer_destroy(&buffer));
}

int main(int argc, char **argv)
{
    const nexus_handler_t handler = { NEXUS_HANDLER_TYPE_NON_THREADED, hear };
    const nexus_endpointattr_t attributes = { &handler, 1, NULL };
    nexus_endpoint_t endpoint;
    nexus_startpoint_t next;
    nexus_buffer_t buffer;
    begin(&argc, &argv);
    if (argc > 1) {
        if (me == nodes - 1) nexus_abort(9, "no coffee left");
        atomic_store(&came, 0);
        until(&came, 1);
    }
    OK(nexus_endpoint_init_root(&endpoint, &attributes));
    OK(nexus_startpoint_to_node(&next, (me + 1) % nodes));
    OK(nexus_buffer_init(&buffer, 0, 0));
    EACH(put, &buffer);
    OK(nexus_send_rsr(&buffer, &next, 0, 1, 0));
    until(&came, 1);
    too_many(&next);
    return end();
}
