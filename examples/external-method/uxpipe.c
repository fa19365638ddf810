/*
 * uxpipe: a communication method for Ferry over datagrams between Unix sockets.
 *
 * It connects the processes of one user on one Linux host. Each process has a socket with a name
 * that the kernel chooses; a frame is one datagram. Such datagrams are neither lost nor overtaken,
 * and a receiver that does not read holds its senders up. The kernel vouches for the sender's user,
 * so nothing has to be proven; a stranger's datagram is dropped and counted.
 *
 *     cc -shared -fPIC -O2 -I include -o uxpipe.so examples/external-method/uxpipe.c
 */
#define _GNU_SOURCE
#include "ferry_method.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define MAX_FRAME (160 * 1024) /* what the kernel's default limits let a datagram have */
#define INLINE 4096            /* longer payloads are received where they belong */
#define TAKEN 64               /* datagrams taken in one poll */
#define NAME_MAX_LEN 16        /* of the name that the kernel chooses, its leading zero included */

/* Comes before each payload. */
struct prefix {
    char magic[4];
    uint32_t from;
    uint64_t job;
    struct ferry_method_header header;
};

static const char MAGIC[4] = {'u', 'x', 'p', '1'};

struct peer {
    int known;   /* attached */
    int live;    /* there was traffic */
    int gone;    /* 1: to be reported, 2: reported */
    struct sockaddr_un address;
    socklen_t address_len;
};

struct uxpipe {
    int fd;
    uint64_t job;
    uint64_t host; /* a digest of the host's name */
    uint32_t me, size;
    int closed;
    int blocked;    /* the last send found no room */
    int unreported; /* peers that are gone, and the sink has not heard */
    struct sockaddr_un address;
    socklen_t address_len;
    struct ferry_method_counters counters;
    struct peer *peers;
};

static int32_t fail(char *why, int32_t result, const char *text)
{
    snprintf(why, FERRY_METHOD_TEXT_MAX, "%s", text);
    return result;
}

static int32_t fail_errno(char *why, const char *doing)
{
    snprintf(why, FERRY_METHOD_TEXT_MAX, "%s: %s", doing, strerror(errno));
    return FERRY_SYSTEM;
}

static uint64_t digest(const char *text)
{
    uint64_t sum = 14695981039346656037u;
    for (; *text; text++)
        sum = (sum ^ (unsigned char)*text) * 1099511628211u;
    return sum;
}

static void ux_free(void *instance)
{
    struct uxpipe *ux = instance;
    if (ux->fd >= 0)
        close(ux->fd);
    free(ux->peers);
    free(ux);
}

/* Binds to a name of the kernel's choice and learns it. */
static int bind_somewhere(struct uxpipe *ux)
{
    int on = 1, room = 4 * MAX_FRAME;
    struct sockaddr_un any = {.sun_family = AF_UNIX};
    ux->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (ux->fd < 0 || bind(ux->fd, (struct sockaddr *)&any, sizeof(sa_family_t)) < 0)
        return -1;
    /* The system may allow less; it allows enough for one frame. */
    setsockopt(ux->fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    if (setsockopt(ux->fd, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) < 0)
        return -1;
    ux->address_len = sizeof ux->address;
    return getsockname(ux->fd, (struct sockaddr *)&ux->address, &ux->address_len);
}

static int32_t ux_open(const struct ferry_method_identity *identity,
                       const struct ferry_method_option *options, size_t count, void **instance,
                       char *why)
{
    if (count > 0) {
        snprintf(why, FERRY_METHOD_TEXT_MAX, "there is no option '%s'", options[0].name);
        return FERRY_CONFIGURATION;
    }
    struct uxpipe *ux = calloc(1, sizeof *ux);
    struct peer *peers = calloc(identity->size, sizeof *peers);
    if (!ux || !peers) {
        free(ux);
        free(peers);
        return fail(why, FERRY_SYSTEM, "out of memory");
    }
    *ux = (struct uxpipe){.fd = -1, .job = identity->job, .host = digest(identity->host),
                          .me = identity->me, .size = identity->size, .peers = peers};
    if (bind_somewhere(ux) < 0) {
        int32_t result = fail_errno(why, "making a Unix socket");
        ux_free(ux);
        return result;
    }
    *instance = ux;
    return FERRY_OK;
}

static void ux_attributes(void *instance, struct ferry_method_attributes *into)
{
    (void)instance;
    *into = (struct ferry_method_attributes){
        .scope = FERRY_SCOPE_HOST,
        .flags = FERRY_RELIABLE | FERRY_CONFIDENTIAL,
        .latency_ns = 4000,
        .bandwidth = 3e9,
        .eager_limit = 64 * 1024,
        .fragment = 128 * 1024,
        .max_frame = MAX_FRAME,
        .streams = 1,
        .poll_cost_ns = 300,
    };
}

/* The descriptor: the digest of the host's name, then the socket's name. */
static int32_t ux_descriptor(void *instance, uint8_t *bytes, size_t room)
{
    struct uxpipe *ux = instance;
    size_t name = ux->address_len - sizeof(sa_family_t);
    if (name > NAME_MAX_LEN || room < 8 + name)
        return FERRY_SYSTEM;
    memcpy(bytes, &ux->host, 8);
    memcpy(bytes + 8, ux->address.sun_path, name);
    return (int32_t)(8 + name);
}

static int32_t ux_applicable(void *instance, const uint8_t *bytes, size_t len, char *why)
{
    struct uxpipe *ux = instance;
    uint64_t host;
    /* A name in the abstract namespace begins with a zero. */
    if (len < 10 || len > 8 + NAME_MAX_LEN || bytes[8] != 0)
        return fail(why, FERRY_BAD_DESCRIPTOR, "it names no socket");
    memcpy(&host, bytes, 8);
    if (host != ux->host)
        return fail(why, FERRY_UNREACHABLE, "it is on another host");
    return FERRY_OK;
}

static int32_t ux_attach(void *instance, uint32_t peer, const uint8_t *bytes, size_t len, char *why)
{
    struct uxpipe *ux = instance;
    if (peer >= ux->size || peer == ux->me)
        return fail(why, FERRY_UNKNOWN_PEER, "no other rank of the job");
    int32_t judged = ux_applicable(instance, bytes, len, why);
    if (judged != FERRY_OK)
        return judged;
    struct peer *entry = &ux->peers[peer];
    entry->known = 1;
    entry->address.sun_family = AF_UNIX;
    memcpy(entry->address.sun_path, bytes + 8, len - 8);
    entry->address_len = (socklen_t)(sizeof(sa_family_t) + len - 8);
    return FERRY_OK;
}

static int is_full(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS || error == EINTR;
}

static void enliven(struct uxpipe *ux, struct peer *entry)
{
    ux->counters.peers += !entry->live;
    entry->live = 1;
}

static int32_t ux_send(void *instance, uint32_t peer, const struct ferry_method_header *header,
                       const void *payload, size_t len, uint64_t *done, char *why)
{
    struct uxpipe *ux = instance;
    if (peer >= ux->size || !ux->peers[peer].known)
        return fail(why, FERRY_UNKNOWN_PEER, "it was never attached");
    struct peer *entry = &ux->peers[peer];
    if (ux->closed)
        return fail(why, FERRY_LOST, "this process has closed its links");
    if (entry->gone)
        return fail(why, FERRY_LOST, "its process has ended");
    if (len > MAX_FRAME)
        return fail(why, FERRY_CONFIGURATION, "a frame longer than the longest");
    struct prefix prefix = {.from = ux->me, .job = ux->job, .header = *header};
    memcpy(prefix.magic, MAGIC, sizeof MAGIC);
    struct iovec parts[2] = {{&prefix, sizeof prefix}, {(void *)payload, len}};
    struct msghdr message = {.msg_name = &entry->address, .msg_namelen = entry->address_len,
                             .msg_iov = parts, .msg_iovlen = 2};
    if (sendmsg(ux->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        if (is_full(errno)) {
            ux->blocked = 1;
            return FERRY_AGAIN;
        }
        if (errno == ECONNREFUSED || errno == ENOENT) {
            entry->gone = 1;
            ux->unreported++;
            return fail(why, FERRY_LOST, "its process has ended");
        }
        return fail_errno(why, "sending a datagram");
    }
    ux->blocked = 0;
    *done = len;
    enliven(ux, entry);
    ux->counters.frames_sent++;
    ux->counters.bytes_sent += len;
    return FERRY_OK;
}

/* Whether the kernel says that a message comes from this process's user. */
static int is_of_this_user(struct msghdr *message)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c; c = CMSG_NXTHDR(message, c))
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_CREDENTIALS) {
            struct ucred sender;
            memcpy(&sender, CMSG_DATA(c), sizeof sender);
            return sender.uid == geteuid() || sender.uid == 0;
        }
    return 0;
}

/* Looks at the next datagram without taking it: its length, -1 if there is none, -2 if it is not
 * to be believed. */
static long look(struct uxpipe *ux, struct prefix *prefix)
{
    char control[CMSG_SPACE(sizeof(struct ucred))];
    struct iovec part = {prefix, sizeof *prefix};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control,
                             .msg_controllen = sizeof control};
    ssize_t len = recvmsg(ux->fd, &message, MSG_PEEK | MSG_TRUNC | MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (len < 0)
        return -1;
    if ((size_t)len < sizeof *prefix || (size_t)len > sizeof *prefix + MAX_FRAME ||
        memcmp(prefix->magic, MAGIC, sizeof MAGIC) != 0 || prefix->job != ux->job ||
        prefix->from >= ux->size || prefix->from == ux->me || !is_of_this_user(&message))
        return -2;
    return len - (long)sizeof *prefix;
}

/* Takes the datagram that was looked at. */
static void take(struct uxpipe *ux, struct prefix *prefix, void *memory, size_t len)
{
    struct iovec parts[2] = {{prefix, sizeof *prefix}, {memory, len}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = memory ? 2 : 1};
    while (recvmsg(ux->fd, &message, MSG_DONTWAIT) < 0 && errno == EINTR)
        ;
}

static int report_the_gone(struct uxpipe *ux, const struct ferry_method_sink *sink)
{
    int reported = 0;
    for (uint32_t peer = 0; ux->unreported > 0 && peer < ux->size; peer++)
        if (ux->peers[peer].gone == 1) {
            ux->peers[peer].gone = 2;
            ux->unreported--;
            sink->lost(sink->context, peer, FERRY_LOST, "its process has ended");
            reported++;
        }
    return reported;
}

static int32_t ux_poll(void *instance, uint64_t now, const struct ferry_method_sink *sink)
{
    struct uxpipe *ux = instance;
    int32_t handled = report_the_gone(ux, sink);
    (void)now;
    for (int i = 0; i < TAKEN; i++) {
        struct prefix prefix;
        long len = look(ux, &prefix);
        if (len == -1)
            break;
        handled++;
        if (len == -2) {
            take(ux, &prefix, NULL, 0);
            ux->counters.refused++;
            continue;
        }
        enliven(ux, &ux->peers[prefix.from]);
        ux->counters.frames_received++;
        ux->counters.bytes_received += (uint64_t)len;
        if (len <= INLINE) {
            char payload[INLINE];
            take(ux, &prefix, payload, (size_t)len);
            sink->frame(sink->context, prefix.from, &prefix.header, payload, (size_t)len);
        } else {
            uint64_t ticket;
            void *memory =
                sink->begin(sink->context, prefix.from, &prefix.header, (size_t)len, &ticket);
            take(ux, &prefix, memory, (size_t)len);
            sink->finish(sink->context, prefix.from, ticket);
        }
    }
    return handled;
}

static int32_t ux_tune(void *instance, uint32_t peer, const char *name, const char *value, char *why)
{
    (void)instance, (void)peer, (void)value;
    snprintf(why, FERRY_METHOD_TEXT_MAX, "change '%s' of a link", name);
    return FERRY_UNSUPPORTED;
}

static int32_t ux_wait_fd(void *instance)
{
    return ((struct uxpipe *)instance)->fd;
}

/* The socket says when something came; it does not say when another's queue has room. */
static int32_t ux_arm(void *instance)
{
    struct uxpipe *ux = instance;
    return ux->blocked || ux->unreported > 0;
}

static void ux_disarm(void *instance)
{
    ((struct uxpipe *)instance)->blocked = 0;
}

static void ux_counters(void *instance, struct ferry_method_counters *into)
{
    *into = ((struct uxpipe *)instance)->counters;
}

static int32_t ux_pending_output(void *instance)
{
    (void)instance;
    return 0;
}

static int32_t ux_describe(void *instance, uint32_t peer, char *text, size_t room)
{
    struct uxpipe *ux = instance;
    if (peer >= ux->size || !ux->peers[peer].live)
        return 0;
    /* The first byte of the name is a zero, and written as '@'. */
    int len = snprintf(text, room, "datagrams to @%.*s",
                       (int)(ux->peers[peer].address_len - sizeof(sa_family_t) - 1),
                       ux->peers[peer].address.sun_path + 1);
    return len < 0 ? 0 : (size_t)len < room ? len : (int32_t)room - 1;
}

static int32_t ux_close(void *instance, uint64_t now, const struct ferry_method_sink *sink)
{
    struct uxpipe *ux = instance;
    ux_poll(instance, now, sink);
    ux->closed = 1;
    return 1;
}

static const struct ferry_method_table TABLE = {
    .interface = FERRY_METHOD_INTERFACE,
    .size = sizeof(struct ferry_method_table),
    .name = "uxpipe",
    .open = ux_open,
    .free = ux_free,
    .attributes = ux_attributes,
    .descriptor = ux_descriptor,
    .applicable = ux_applicable,
    .attach = ux_attach,
    .send = ux_send,
    .poll = ux_poll,
    .tune = ux_tune,
    .wait_fd = ux_wait_fd,
    .arm = ux_arm,
    .disarm = ux_disarm,
    .counters = ux_counters,
    .pending_output = ux_pending_output,
    .describe = ux_describe,
    .close = ux_close,
};

const struct ferry_method_table *ferry_method_entry(uint32_t interface)
{
    return interface == FERRY_METHOD_INTERFACE ? &TABLE : NULL;
}
