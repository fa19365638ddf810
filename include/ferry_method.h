/*
 * ferry_method.h: communication methods for Ferry in shared objects.
 *
 * A module exports one function, ferry_method_entry, which returns a table of functions. What each of
 * them must do, and when it is called, is said here in short and in docs/external-methods.md at
 * length. In general:
 *
 *   - no call blocks, except `open`, which may take a moment;
 *   - calls on one instance come one at a time, though not always from the same thread; calls on
 *     different instances may come at the same time;
 *   - the functions of the sink may be called within `poll` and `close` only, on the calling thread;
 *     they never call back into the table;
 *   - time is told (nanoseconds since the process's start), and need not be asked for;
 *   - pointers passed in are valid during the call, unless said otherwise;
 *   - `why` points to FERRY_METHOD_TEXT_MAX bytes for a zero-terminated explanation, in UTF-8, to be
 *     filled where a negative result is returned.
 */
#ifndef FERRY_METHOD_H
#define FERRY_METHOD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. A table of another version is refused. */
#define FERRY_METHOD_INTERFACE 1u
/* Most bytes of a descriptor. */
#define FERRY_METHOD_DESCRIPTOR_MAX 256u
/* Bytes of explanations, the terminating zero included. */
#define FERRY_METHOD_TEXT_MAX 256u

/* Results. Zero and above: as the function says; below: an error, and whose fault it is. */
enum ferry_result {
    FERRY_OK = 0,
    FERRY_AGAIN = 1,           /* no room at the moment */
    FERRY_UNKNOWN_PEER = -1,   /* caller: the peer was never attached */
    FERRY_UNREACHABLE = -2,    /* the peer's addresses lead nowhere */
    FERRY_LOST = -3,           /* the peer died or broke the connection */
    FERRY_NONSENSE = -4,       /* the peer sent what it must not */
    FERRY_BAD_DESCRIPTOR = -5, /* a descriptor that cannot be one */
    FERRY_CONFIGURATION = -6,  /* an option that cannot be had */
    FERRY_UNSUPPORTED = -7,    /* the method cannot do this */
    FERRY_SYSTEM = -8          /* the operating system refused */
};

/* How far a method reaches. */
enum ferry_scope { FERRY_SCOPE_PROCESS = 0, FERRY_SCOPE_HOST = 1, FERRY_SCOPE_NETWORK = 2 };

/* Flags of ferry_method_attributes. */
enum ferry_attribute {
    FERRY_RELIABLE = 1,     /* nothing is lost or delivered twice */
    FERRY_CONFIDENTIAL = 2, /* encrypted, or not to be read by others anyway */
    FERRY_SEVERAL_PATHS = 4 /* uses several network paths to a peer */
};

/* Who this process is. */
struct ferry_method_identity {
    uint64_t job;
    uint32_t me;        /* the rank of this process */
    uint32_t size;      /* ranks in the job; larger numbers are nobody */
    uint8_t secret[32]; /* known to the job's processes alone: prove it, never send it */
    const char *host;   /* equal for two processes exactly if they share a host */
};

/* A setting of the user's for this method. */
struct ferry_method_option {
    const char *name;
    const char *value;
};

/* What a method can do and what it costs: by this it is chosen. */
struct ferry_method_attributes {
    uint32_t scope;       /* enum ferry_scope */
    uint32_t flags;       /* enum ferry_attribute, added up */
    uint64_t latency_ns;  /* one-way time of a small frame, about */
    double bandwidth;     /* bytes per second for large frames, about; above 0 */
    uint64_t eager_limit; /* payloads up to this size are sent without asking; at most max_frame */
    uint64_t fragment;    /* long messages are cut into pieces of this size; at most max_frame */
    uint64_t max_frame;   /* longest payload of a frame: 256 to 1073741824 */
    uint32_t streams;     /* 1: frames of a peer keep one order; more: one order per stream */
    uint32_t reserved;    /* 0 */
    uint64_t poll_cost_ns; /* time of a poll that finds nothing, about */
};

/* What every frame says before its payload. All of it must arrive as it was sent. */
struct ferry_method_header {
    uint8_t handler;
    uint8_t flags;
    uint16_t stream; /* the stream within which the frame keeps its order */
    uint32_t reserved;
    uint64_t bits;
    uint64_t words[2];
};

struct ferry_method_counters {
    uint64_t frames_sent;
    uint64_t bytes_sent; /* of payload */
    uint64_t frames_received;
    uint64_t bytes_received;
    uint64_t refused; /* strangers turned away, frames that made no sense */
    uint64_t peers;   /* peers with live connections or traffic */
};

/* Takes what arrives. `context` is passed back in every call. */
struct ferry_method_sink {
    void *context;
    /* A frame whose payload is at hand. */
    void (*frame)(void *context, uint32_t peer, const struct ferry_method_header *header,
                  const void *payload, size_t len);
    /* A frame of `len` bytes has begun: returns where they go, or NULL if nobody wants them (they
     * are read and thrown away). The memory stays valid until `finish` or `lost`. Between the two
     * no other frame of the same peer and stream may be delivered. */
    void *(*begin)(void *context, uint32_t peer, const struct ferry_method_header *header,
                   size_t len, uint64_t *ticket);
    /* All bytes of the frame with that ticket are in place; also where they were thrown away. */
    void (*finish)(void *context, uint32_t peer, uint64_t ticket);
    /* A peer can no longer be reached. Said once; frames begun and not finished never will be. */
    void (*lost)(void *context, uint32_t peer, int32_t result, const char *why);
    /* A peer has closed its links in good order, which is no loss. Said once, by methods that can tell; not known to
     * modules that were built before it was there. */
    void (*departed)(void *context, uint32_t peer);
};

/* The table. All functions must be there. */
struct ferry_method_table {
    uint32_t interface; /* FERRY_METHOD_INTERFACE */
    uint32_t size;      /* sizeof(struct ferry_method_table) */
    const char *name;   /* lower-case letters, digits, '-' and '_', 31 at most; not one of Ferry's */

    /* Makes an instance. The options live as long as the call. */
    int32_t (*open)(const struct ferry_method_identity *identity,
                    const struct ferry_method_option *options, size_t count, void **instance,
                    char *why);
    /* Frees it; nothing is sent or said any more. */
    void (*free)(void *instance);
    /* Called once, after `open`. */
    void (*attributes)(void *instance, struct ferry_method_attributes *into);
    /* What others need to reach this process: at most `room` bytes; returns how many. Called once. */
    int32_t (*descriptor)(void *instance, uint8_t *bytes, size_t room);
    /* FERRY_OK if the owner of the descriptor can be reached; otherwise why not. */
    int32_t (*applicable)(void *instance, const uint8_t *bytes, size_t len, char *why);
    /* Makes a peer known; nothing is opened yet. */
    int32_t (*attach)(void *instance, uint32_t peer, const uint8_t *bytes, size_t len, char *why);
    /* Sends a frame, or a part. FERRY_OK: all of it is taken. FERRY_AGAIN: the call comes again with
     * the same frame; `done` is the method's own mark of progress, 0 at first. While it is still 0,
     * another frame may come instead. */
    int32_t (*send)(void *instance, uint32_t peer, const struct ferry_method_header *header,
                    const void *payload, size_t len, uint64_t *done, char *why);
    /* Takes arrivals, moves output on. Returns how many frames and pieces were handled. */
    int32_t (*poll)(void *instance, uint64_t now, const struct ferry_method_sink *sink);
    /* Changes a parameter of the link to one peer; FERRY_UNSUPPORTED if there is none of that name. */
    int32_t (*tune)(void *instance, uint32_t peer, const char *name, const char *value, char *why);
    /* A descriptor that polls readable when `poll` has something to do, or -1: nothing ever comes.
     * It stays the same and open. */
    int32_t (*wait_fd)(void *instance);
    /* Before sleeping on it: 1 if there is something to do already, 0 if not. */
    int32_t (*arm)(void *instance);
    /* After sleeping. */
    void (*disarm)(void *instance);
    void (*counters)(void *instance, struct ferry_method_counters *into);
    /* 1 while output that `send` took still waits for `poll`. */
    int32_t (*pending_output)(void *instance);
    /* One line about the link to a peer: bytes written to `text`, 0 if there is none. */
    int32_t (*describe)(void *instance, uint32_t peer, char *text, size_t room);
    /* An orderly end. Returns 1 when nothing remains to be sent; until then it is called again. */
    int32_t (*close)(void *instance, uint64_t now, const struct ferry_method_sink *sink);
};

/* What a module exports. `interface` is the version that the caller speaks; NULL: not that one. */
const struct ferry_method_table *ferry_method_entry(uint32_t interface);

#ifdef __cplusplus
}
#endif

#endif
