/* A module that does next to nothing; what is wrong with it is chosen by macros. */
#include "ferry_method.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef NAME
#define NAME "quiet"
#endif
#ifndef VERSION
#define VERSION FERRY_METHOD_INTERFACE
#endif
#ifndef SIZE
#define SIZE sizeof(struct ferry_method_table)
#endif
#ifndef ENTRY
#define ENTRY ferry_method_entry
#endif
#ifndef SEND
#define SEND m_send
#endif
#ifndef FRAME
#define FRAME 1024
#endif
#ifndef DESCRIPTOR
#define DESCRIPTOR 4
#endif

#if defined CRASH
__attribute__((constructor)) static void at_load(void)
{
    abort();
}
#elif defined HANG
__attribute__((constructor)) static void at_load(void)
{
    for (;;)
        pause();
}
#elif defined LEAVE
__attribute__((constructor)) static void at_load(void)
{
    _exit(3);
}
#endif

static int instance_memory;

static int32_t m_open(const struct ferry_method_identity *identity,
                      const struct ferry_method_option *options, size_t count, void **instance,
                      char *why)
{
    (void)identity;
    if (count > 0 && strcmp(options[0].name, "speed") != 0) {
        strcpy(why, "there is no option but 'speed'");
        return FERRY_CONFIGURATION;
    }
    *instance = &instance_memory;
    return FERRY_OK;
}

static void m_free(void *i)
{
    (void)i;
}

static void m_attributes(void *i, struct ferry_method_attributes *into)
{
    (void)i;
    into->scope = FERRY_SCOPE_HOST;
    into->bandwidth = 1e9;
    into->fragment = 256;
    into->max_frame = FRAME;
    into->streams = 1;
}

static int32_t m_descriptor(void *i, uint8_t *bytes, size_t room)
{
    (void)i;
    memset(bytes, 7, room);
    return DESCRIPTOR;
}

static int32_t m_applicable(void *i, const uint8_t *bytes, size_t len, char *why)
{
    (void)i, (void)bytes, (void)len;
    strcpy(why, "never");
    return FERRY_UNREACHABLE;
}

static int32_t m_attach(void *i, uint32_t peer, const uint8_t *bytes, size_t len, char *why)
{
    (void)i, (void)peer, (void)bytes, (void)len, (void)why;
    return FERRY_OK;
}

#ifndef NO_SEND
static int32_t m_send(void *i, uint32_t peer, const struct ferry_method_header *header,
                      const void *payload, size_t len, uint64_t *done, char *why)
{
    (void)i, (void)peer, (void)header, (void)payload, (void)len, (void)done;
    /* An explanation that fills all the room there is, and does not end. */
    memset(why, 'x', FERRY_METHOD_TEXT_MAX);
    return FERRY_LOST;
}
#endif

static int32_t m_poll(void *i, uint64_t now, const struct ferry_method_sink *sink)
{
    struct ferry_method_header header = {.handler = 1};
    uint64_t ticket = 0;
    (void)i, (void)now;
#if defined RUDE
    sink->finish(sink->context, 0, 77);
    sink->frame(sink->context, 1000, &header, "text", 4);
    sink->frame(sink->context, 1, NULL, "text", 4);
    if (sink->begin(sink->context, 1, &header, (size_t)1 << 40, &ticket) != NULL)
        abort();
    sink->lost(sink->context, 1000, FERRY_LOST, "nobody");
    sink->frame(sink->context, 1, &header, "text", 4);
#else
    void *memory = sink->begin(sink->context, 1, &header, 4, &ticket);
    if (memory != NULL)
        memcpy(memory, "text", 4);
    sink->finish(sink->context, 1, ticket);
    sink->frame(sink->context, 1, &header, "more", 4);
    sink->lost(sink->context, 1, FERRY_NONSENSE, "it babbled");
#endif
    return 1;
}

static int32_t m_tune(void *i, uint32_t peer, const char *name, const char *value, char *why)
{
    (void)i, (void)peer, (void)name, (void)value;
    strcpy(why, "change anything");
    return FERRY_UNSUPPORTED;
}

static int32_t m_minus(void *i)
{
    (void)i;
    return -1;
}

static int32_t m_zero(void *i)
{
    (void)i;
    return 0;
}

static void m_counters(void *i, struct ferry_method_counters *into)
{
    (void)i, (void)into;
}

static int32_t m_describe(void *i, uint32_t peer, char *text, size_t room)
{
    (void)i, (void)peer, (void)text, (void)room;
    return 0;
}

static int32_t m_close(void *i, uint64_t now, const struct ferry_method_sink *sink)
{
    (void)i, (void)now, (void)sink;
    return 1;
}

static const struct ferry_method_table TABLE = {
    .interface = VERSION, .size = SIZE, .name = NAME, .open = m_open, .free = m_free,
    .attributes = m_attributes, .descriptor = m_descriptor, .applicable = m_applicable,
    .attach = m_attach, .send = SEND, .poll = m_poll, .tune = m_tune, .wait_fd = m_minus,
    .arm = m_zero, .disarm = m_free, .counters = m_counters, .pending_output = m_zero,
    .describe = m_describe, .close = m_close,
};

const struct ferry_method_table *ENTRY(uint32_t interface)
{
#if defined REFUSE
    return interface > FERRY_METHOD_INTERFACE ? &TABLE : NULL;
#else
    (void)interface;
    return &TABLE;
#endif
}
