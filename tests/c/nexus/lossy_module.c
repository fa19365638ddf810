/* A method that takes what it is to send, and then says that it has lost the peer: because of what FERRY_LOSSY_HOW,
 * a number of ferry_method.h, says. */
#include <ferry_method.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static int is_lost[MOST];

static int32_t lossy_open(const struct ferry_method_identity *identity, const struct ferry_method_option *options,
                          size_t count, void **instance, char *why)
{
    (void) options, (void) count;
    if (identity->size > MOST) {
        strcpy(why, "too many processes");
        return FERRY_CONFIGURATION;
    }
    *instance = is_lost;
    return FERRY_OK;
}

static void lossy_free(void *i)
{
    (void) i;
}

static void lossy_attributes(void *i, struct ferry_method_attributes *into)
{
    (void) i;
    into->scope = FERRY_SCOPE_NETWORK;
    into->flags = FERRY_RELIABLE;
    into->latency_ns = 1000;
    into->bandwidth = 1e9;
    into->eager_limit = into->fragment = into->max_frame = 4096;
    into->streams = 1;
}

static int32_t lossy_descriptor(void *i, uint8_t *bytes, size_t room)
{
    (void) i, (void) room;
    bytes[0] = 1;
    return 1;
}

static int32_t lossy_applicable(void *i, const uint8_t *bytes, size_t len, char *why)
{
    (void) i, (void) bytes, (void) len, (void) why;
    return FERRY_OK;
}

static int32_t lossy_attach(void *i, uint32_t peer, const uint8_t *bytes, size_t len, char *why)
{
    (void) i, (void) peer, (void) bytes, (void) len, (void) why;
    return FERRY_OK;
}

static int32_t lossy_send(void *i, uint32_t peer, const struct ferry_method_header *header, const void *payload,
                          size_t len, uint64_t *done, char *why)
{
    (void) i, (void) header, (void) payload, (void) len, (void) done, (void) why;
    if (is_lost[peer] == 0) is_lost[peer] = 1;
    return FERRY_OK;
}

static int32_t lossy_poll(void *i, uint64_t now, const struct ferry_method_sink *sink)
{
    const char *how = getenv("FERRY_LOSSY_HOW");
    int handled = 0;
    (void) i, (void) now;
    for (uint32_t peer = 0; peer < MOST; peer++) {
        if (is_lost[peer] != 1) continue;
        is_lost[peer] = 2;
        handled++;
        sink->lost(sink->context, peer, how != NULL ? atoi(how) : FERRY_LOST, "on purpose");
    }
    return handled;
}

static int32_t lossy_tune(void *i, uint32_t peer, const char *name, const char *value, char *why)
{
    (void) i, (void) peer, (void) name, (void) value, (void) why;
    return FERRY_UNSUPPORTED;
}

static int32_t lossy_wait_fd(void *i)
{
    (void) i;
    return -1;
}

static int32_t lossy_arm(void *i)
{
    (void) i;
    for (int peer = 0; peer < MOST; peer++)
        if (is_lost[peer] == 1) return 1;
    return 0;
}

static void lossy_disarm(void *i)
{
    (void) i;
}

static void lossy_counters(void *i, struct ferry_method_counters *into)
{
    (void) i, (void) into;
}

static int32_t lossy_pending_output(void *i)
{
    (void) i;
    return 0;
}

static int32_t lossy_describe(void *i, uint32_t peer, char *text, size_t room)
{
    (void) i, (void) peer, (void) text, (void) room;
    return 0;
}

static int32_t lossy_close(void *i, uint64_t now, const struct ferry_method_sink *sink)
{
    (void) i, (void) now, (void) sink;
    return 1;
}

const struct ferry_method_table *ferry_method_entry(uint32_t interface)
{
    static const struct ferry_method_table table = {
        FERRY_METHOD_INTERFACE, sizeof table, "lossy", lossy_open, lossy_free, lossy_attributes, lossy_descriptor,
        lossy_applicable, lossy_attach, lossy_send, lossy_poll, lossy_tune, lossy_wait_fd, lossy_arm, lossy_disarm,
        lossy_counters, lossy_pending_output, lossy_describe, lossy_close,
    };
    return interface == FERRY_METHOD_INTERFACE ? &table : NULL;
}
