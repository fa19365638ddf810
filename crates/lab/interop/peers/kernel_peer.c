/* The SCTP of the kernel that this runs on, as a peer for tests.
 *
 *     kernel_peer one|many PORT [i-data] [auth=KEY] [udp=PORT] [streams=N]
 *
 * One-to-one sockets (RFC 6458, section 4) listen and accept, or connect; a one-to-many socket (section 3)
 * does all at once. It does what the lines of its input say:
 *     connect ADDRESS PORT      send STREAM COUNT SIZE ordered|unordered
 *     reset STREAM      shutdown      abort      quit
 * and tells what happens in lines: prepared, up OUT IN, message STREAM NUMBER SIZE SUM ordered|unordered,
 * reset-in STREAM, reset-out STREAM, leaving, closed, lost. `udp` is the port of the peers' UDP encapsulation;
 * the own is the system's. `auth` demands that data is authenticated (RFC 4895) by the key, number 1. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/sctp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LARGEST = 4 << 20, BUFFERS = 4 << 20, EVENT = 0x8000, END = 0x200 };

static int sock, is_many;
static volatile int talking = -1;
static volatile sctp_assoc_t association;

static void fail(const char *what)
{
    printf("failed: %s: %s\n", what, strerror(errno));
    fflush(stdout);
    _exit(1);
}

static void set(int option, const void *value, size_t size, const char *what)
{
    if (setsockopt(sock, IPPROTO_SCTP, option, value, (socklen_t) size)) fail(what);
}

static void authenticate(const char *key)
{
    struct sctp_assoc_value on = { SCTP_FUTURE_ASSOC, 1 };
    set(SCTP_AUTH_SUPPORTED, &on, sizeof on, "SCTP_AUTH_SUPPORTED (net.sctp.auth_enable)");
    static const unsigned char chunks[] = { 0 /* DATA */, 3 /* SACK */, 64 /* I-DATA */ };
    for (size_t i = 0; i < sizeof chunks; i++) {
        struct sctp_authchunk chunk = { chunks[i] };
        set(SCTP_AUTH_CHUNK, &chunk, sizeof chunk, "SCTP_AUTH_CHUNK");
    }
    char room[sizeof(struct sctp_authkey) + 64] = { 0 };
    struct sctp_authkey *shared = (struct sctp_authkey *) room;
    shared->sca_keynumber = 1;
    shared->sca_keylength = (uint16_t) strnlen(key, 64);
    memcpy(shared->sca_key, key, shared->sca_keylength);
    set(SCTP_AUTH_KEY, shared, sizeof *shared + shared->sca_keylength, "SCTP_AUTH_KEY");
    struct sctp_authkeyid active = { .scact_keynumber = 1 };
    set(SCTP_AUTH_ACTIVE_KEY, &active, sizeof active, "SCTP_AUTH_ACTIVE_KEY");
}

static void open_socket(int port, int streams)
{
    sock = socket(AF_INET, is_many ? SOCK_SEQPACKET : SOCK_STREAM, IPPROTO_SCTP);
    if (sock < 0) fail("socket");
    int bytes = BUFFERS, on = 1, level = 2;
    if (setsockopt(sock, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes)) fail("SO_SNDBUF");
    if (setsockopt(sock, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes)) fail("SO_RCVBUF");
    set(SCTP_NODELAY, &on, sizeof on, "SCTP_NODELAY");
    set(SCTP_RECVRCVINFO, &on, sizeof on, "SCTP_RECVRCVINFO");
    set(SCTP_FRAGMENT_INTERLEAVE, &level, sizeof level, "SCTP_FRAGMENT_INTERLEAVE");
    uint32_t from = 64 << 10;
    set(SCTP_PARTIAL_DELIVERY_POINT, &from, sizeof from, "SCTP_PARTIAL_DELIVERY_POINT");
    struct sctp_initmsg init = { .sinit_num_ostreams = (uint16_t) streams, .sinit_max_instreams = (uint16_t) streams };
    set(SCTP_INITMSG, &init, sizeof init, "SCTP_INITMSG");
    struct sctp_rtoinfo times = { .srto_initial = 200, .srto_max = 5000, .srto_min = 100 };
    set(SCTP_RTOINFO, &times, sizeof times, "SCTP_RTOINFO");
    struct sctp_assoc_value reset = { SCTP_FUTURE_ASSOC, SCTP_ENABLE_RESET_STREAM_REQ };
    set(SCTP_ENABLE_STREAM_RESET, &reset, sizeof reset, "SCTP_ENABLE_STREAM_RESET");
    uint16_t types[] = { SCTP_ASSOC_CHANGE, SCTP_SHUTDOWN_EVENT, SCTP_STREAM_RESET_EVENT };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct sctp_event event = { .se_assoc_id = SCTP_FUTURE_ASSOC, .se_type = types[i], .se_on = 1 };
        set(SCTP_EVENT, &event, sizeof event, "SCTP_EVENT");
    }
    struct sockaddr_in any = { .sin_family = AF_INET, .sin_port = htons((uint16_t) port) };
    if (bind(sock, (struct sockaddr *) &any, sizeof any)) fail("bind");
}

static void encapsulate(int port)
{
    struct sctp_udpencaps to = { .sue_assoc_id = SCTP_FUTURE_ASSOC, .sue_port = htons((uint16_t) port) };
    set(SCTP_REMOTE_UDP_ENCAPS_PORT, &to, sizeof to, "SCTP_REMOTE_UDP_ENCAPS_PORT");
}

static void connect_to(const char *address, int port)
{
    struct sockaddr_in peer = { .sin_family = AF_INET, .sin_port = htons((uint16_t) port) };
    if (inet_pton(AF_INET, address, &peer.sin_addr) != 1) errno = EINVAL, fail(address);
    if (connect(sock, (struct sockaddr *) &peer, sizeof peer)) {
        printf("lost\n");
        return;
    }
    talking = sock;
}

/* Sends one message, or with flags the end of the association. */
static void send_message(const void *data, size_t size, int stream, int flags)
{
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(struct sctp_sndinfo))];
    } control = { 0 };
    struct iovec part = { (void *) data, size };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control };
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = IPPROTO_SCTP;
    header->cmsg_type = SCTP_SNDINFO;
    header->cmsg_len = CMSG_LEN(sizeof(struct sctp_sndinfo));
    struct sctp_sndinfo info = { .snd_sid = (uint16_t) stream, .snd_flags = (uint16_t) flags };
    info.snd_ppid = htonl(53);
    info.snd_assoc_id = association;
    memcpy(CMSG_DATA(header), &info, sizeof info);
    while (sendmsg(talking, &message, MSG_NOSIGNAL) < 0) {
        if (errno != EINTR) fail("sendmsg");
    }
}

/* Tells of an event; whether a one-to-one connection is over with it. */
static int notice(const union sctp_notification *note)
{
    if (note->sn_header.sn_type == SCTP_SHUTDOWN_EVENT) printf("leaving\n");
    if (note->sn_header.sn_type == SCTP_STREAM_RESET_EVENT) {
        const struct sctp_stream_reset_event *reset = &note->sn_strreset_event;
        const char *way = reset->strreset_flags & SCTP_STREAM_RESET_INCOMING_SSN ? "in" : "out";
        if (reset->strreset_flags & (SCTP_STREAM_RESET_DENIED | SCTP_STREAM_RESET_FAILED)) way = "failed";
        size_t count = (reset->strreset_length - sizeof *reset) / sizeof *reset->strreset_stream_list;
        for (size_t i = 0; i < count; i++) printf("reset-%s %u\n", way, reset->strreset_stream_list[i]);
    }
    if (note->sn_header.sn_type != SCTP_ASSOC_CHANGE) return 0;
    const struct sctp_assoc_change *change = &note->sn_assoc_change;
    switch (change->sac_state) {
    case SCTP_COMM_UP:
        association = change->sac_assoc_id;
        printf("up %u %u\n", change->sac_outbound_streams, change->sac_inbound_streams);
        return 0;
    case SCTP_SHUTDOWN_COMP:
        printf("closed\n");
        return 1;
    case SCTP_COMM_LOST:
    case SCTP_CANT_STR_ASSOC:
        printf("lost\n");
        return 1;
    default:
        return 0;
    }
}

/* A message that comes in pieces: those of other streams and associations may lie between them. */
typedef struct {
    uint32_t size, number, sum;
} message_t;

static void piece(message_t *message, const unsigned char *at, ssize_t size, int is_end, const struct sctp_rcvinfo *of)
{
    for (ssize_t i = 0; i < size; i++) {
        if (message->size < 4) message->number = message->number << 8 | at[i];
        message->sum = (message->sum ^ at[i]) * 16777619u;
        message->size++;
    }
    if (!is_end) return;
    const char *order = of->rcv_flags & SCTP_UNORDERED ? "unordered" : "ordered";
    printf("message %u %u %u %u %s\n", of->rcv_sid, message->number, message->size, message->sum, order);
    memset(message, 0, sizeof *message);
}

/* Reads until the connection is over; a one-to-many socket for ever. */
static void read_all(int from)
{
    static message_t messages[2][65536];
    static unsigned char room[1 << 20];
    for (;;) {
        union {
            struct cmsghdr align;
            char bytes[256];
        } control;
        struct iovec part = { room, sizeof room };
        struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control };
        message.msg_controllen = sizeof control;
        ssize_t size = recvmsg(from, &message, 0);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0 && is_many) fail("recvmsg");
        if (size < 0) return;
        if (size == 0 && !is_many) {
            printf("closed\n");
            return;
        }
        if (message.msg_flags & EVENT) {
            if (notice((const union sctp_notification *) room) && !is_many) return;
            continue;
        }
        struct sctp_rcvinfo of = { 0 };
        for (struct cmsghdr *h = CMSG_FIRSTHDR(&message); h; h = CMSG_NXTHDR(&message, h)) {
            if (h->cmsg_level == IPPROTO_SCTP && h->cmsg_type == SCTP_RCVINFO) memcpy(&of, CMSG_DATA(h), sizeof of);
        }
        int is_end = !!(message.msg_flags & MSG_EOR);
        piece(&messages[!!(of.rcv_flags & SCTP_UNORDERED)][of.rcv_sid], room, size, is_end, &of);
    }
}

static void *listen_to_peer(void *unused)
{
    (void) unused;
    if (is_many) {
        talking = sock;
        read_all(sock);
    }
    for (;;) {
        int connection = accept(sock, NULL, NULL);
        if (connection < 0) fail("accept");
        talking = connection;
        read_all(connection);
        close(connection);
    }
    return NULL;
}

static void *listen_to_caller(void *unused)
{
    (void) unused;
    read_all(sock);
    return NULL;
}

/* The bytes that the tests expect of message NUMBER of a stream. */
static void fill(unsigned char *at, uint32_t stream, uint32_t number, uint32_t size)
{
    uint32_t seed = stream << 20 ^ number;
    for (uint32_t i = 0; i < size; i++) at[i] = (unsigned char) ((i ^ seed) * 0x9E3779B1u >> 24);
    for (uint32_t i = 0; i < 4 && i < size; i++) at[i] = (unsigned char) (number >> (24 - 8 * i));
}

static void send_many(uint32_t stream, uint32_t count, uint32_t size, int flags)
{
    if (size > LARGEST) errno = EINVAL, fail("send");
    unsigned char *at = malloc(size + 1);
    if (!at) fail("malloc");
    for (uint32_t number = 0; number < count; number++) {
        fill(at, stream, number, size);
        send_message(at, size, (int) stream, flags);
    }
    free(at);
}

static void reset_stream(unsigned stream)
{
    char room[sizeof(struct sctp_reset_streams) + sizeof(uint16_t)] = { 0 };
    struct sctp_reset_streams *reset = (struct sctp_reset_streams *) room;
    reset->srs_assoc_id = association;
    reset->srs_flags = SCTP_STREAM_RESET_OUTGOING;
    reset->srs_number_streams = 1;
    reset->srs_stream_list[0] = (uint16_t) stream;
    if (setsockopt(talking, IPPROTO_SCTP, SCTP_RESET_STREAMS, room, sizeof room)) fail("SCTP_RESET_STREAMS");
}

/* A one-to-one association is aborted by the end of a socket that does not linger (RFC 6458, section 4.1.4). */
static int leave_at_once(void)
{
    struct linger none = { 1, 0 };
    if (setsockopt(talking, SOL_SOCKET, SO_LINGER, &none, sizeof none)) fail("SO_LINGER");
    return 0;
}

static int talk(void)
{
    char line[256], word[16], address[64];
    unsigned stream, count, size;
    int port;
    pthread_t listener;
    int is_listening = 0;
    if (is_many) {
        if (listen(sock, 10)) fail("listen");
        if (pthread_create(&listener, NULL, listen_to_peer, NULL)) fail("pthread_create");
        is_listening = 1;
    }
    printf("prepared\n");
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "connect %63s %d", address, &port) == 2) {
            connect_to(address, port);
            if (!is_listening && pthread_create(&listener, NULL, listen_to_caller, NULL)) fail("pthread_create");
            is_listening = 1;
        } else if (!strcmp(line, "listen\n")) {
            if (listen(sock, 10)) fail("listen");
            if (pthread_create(&listener, NULL, listen_to_peer, NULL)) fail("pthread_create");
            is_listening = 1;
            printf("listening\n");
        } else if (sscanf(line, "send %u %u %u %15s", &stream, &count, &size, word) == 4)
            send_many(stream, count, size, strcmp(word, "ordered") ? SCTP_UNORDERED : 0);
        else if (sscanf(line, "reset %u", &stream) == 1) reset_stream(stream);
        else if (!strcmp(line, "shutdown\n")) {
            if (is_many) send_message("", 0, 0, END);
            else if (shutdown(talking, SHUT_WR)) fail("shutdown");
        } else if (!strcmp(line, "abort\n")) {
            if (!is_many) return leave_at_once();
            send_message("", 0, 0, SCTP_ABORT);
        } else if (!strcmp(line, "quit\n")) return 0;
        else errno = EINVAL, fail(line);
    }
    return 0;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 3) {
        fprintf(stderr, "usage: kernel_peer one|many PORT [i-data] [auth=KEY] [udp=PORT] [streams=N]\n");
        return 2;
    }
    is_many = !strcmp(argv[1], "many");
    int streams = 100;
    for (int i = 3; i < argc; i++) sscanf(argv[i], "streams=%d", &streams);
    open_socket(atoi(argv[2]), streams);
    for (int i = 3; i < argc; i++) {
        int udp = 0;
        if (!strncmp(argv[i], "auth=", 5)) authenticate(argv[i] + 5);
        if (sscanf(argv[i], "udp=%d", &udp) == 1) encapsulate(udp);
        if (!strcmp(argv[i], "i-data")) {
            struct sctp_assoc_value on = { SCTP_FUTURE_ASSOC, 1 };
            set(SCTP_INTERLEAVING_SUPPORTED, &on, sizeof on, "SCTP_INTERLEAVING_SUPPORTED (net.sctp.intl_enable)");
        }
    }
    int status = talk();
    fflush(stdout);
    _exit(status);
}
