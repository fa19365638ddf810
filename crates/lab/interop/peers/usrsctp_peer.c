/* libusrsctp over UDP encapsulation (RFC 6951), as a peer for tests and for comparisons of speed.
 *
 *     usrsctp_peer talk ADDRESS[,ADDRESS...] PORT [i-data] [key=WORD]
 *     usrsctp_peer listen ADDRESS PORT [MILLISECONDS]
 *     usrsctp_peer connect ADDRESS PORT [MILLISECONDS]
 *
 * `talk` binds its own addresses, offers interleaving or authentication if it is told to, and does what
 * the lines of its input say:
 *     connect ADDRESS[,ADDRESS...] PORT      send STREAM COUNT SIZE ordered|unordered
 *     reset STREAM      shutdown      abort      quit
 * It tells what happens in lines: ready, up OUT IN, message STREAM NUMBER SIZE SUM ordered|unordered,
 * reset-in STREAM, reset-out STREAM, path ADDRESS STATE, closed, lost. UDP and SCTP ports are the same.
 *
 * `listen` and `connect` are the two sides of a measurement, of which the latter prints
 * `NAME SIZE VALUE UNIT LOW HIGH`. */
#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include <usrsctp.h>

/* FreeBSD's number; the library knows it and its header does not name it. */
#ifndef SCTP_INTERLEAVING_SUPPORTED
#define SCTP_INTERLEAVING_SUPPORTED 0x00001206
#endif

enum { LARGEST = 4 << 20, STREAMS = 100, ADDRESSES = 8, BUFFERS = 8 << 20 };

static struct socket *sock;
static sctp_assoc_t volatile association;

static void fail(const char *what)
{
    fprintf(stderr, "usrsctp_peer: %s: %s\n", what, strerror(errno));
    _exit(1);
}

static void set(int option, const void *value, size_t size, const char *what)
{
    if (usrsctp_setsockopt(sock, IPPROTO_SCTP, option, value, (socklen_t) size)) fail(what);
}

/* Reads ADDRESS[,ADDRESS...] into AT; how many there are. */
static int addresses(char *list, int port, struct sockaddr_in *at)
{
    int count = 0;
    char *rest = NULL;
    for (char *one = strtok_r(list, ",", &rest); one; one = strtok_r(NULL, ",", &rest)) {
        if (count == ADDRESSES) errno = E2BIG, fail("addresses");
        memset(&at[count], 0, sizeof *at);
        at[count].sin_family = AF_INET;
        at[count].sin_port = htons((uint16_t) port);
        if (inet_pton(AF_INET, one, &at[count++].sin_addr) != 1) errno = EINVAL, fail(one);
    }
    return count;
}

/* Makes the socket; LIST may be NULL for any address. */
static void open_socket(char *list, int port, int interleaving)
{
    struct sockaddr_in own[ADDRESSES];
    usrsctp_init((uint16_t) port, NULL, NULL);
    usrsctp_sysctl_set_sctp_blackhole(0);
    usrsctp_sysctl_set_sctp_no_csum_on_loopback(0);
    usrsctp_sysctl_set_sctp_rto_min_default(100);
    usrsctp_sysctl_set_sctp_rto_initial_default(200);
    usrsctp_sysctl_set_sctp_path_rtx_max_default(3);
    usrsctp_sysctl_set_sctp_heartbeat_interval_default(300);
    usrsctp_sysctl_set_sctp_delayed_sack_time_default(20);
    sock = usrsctp_socket(AF_INET, SOCK_SEQPACKET, IPPROTO_SCTP, NULL, NULL, 0, NULL);
    if (!sock) fail("usrsctp_socket");
    int bytes = BUFFERS;
    if (usrsctp_setsockopt(sock, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes)) fail("SO_SNDBUF");
    if (usrsctp_setsockopt(sock, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes)) fail("SO_RCVBUF");
    uint32_t on = 1;
    set(SCTP_NODELAY, &on, sizeof on, "SCTP_NODELAY");
    set(SCTP_RECVRCVINFO, &on, sizeof on, "SCTP_RECVRCVINFO");
    uint32_t level = interleaving ? 2 : 0;
    set(SCTP_FRAGMENT_INTERLEAVE, &level, sizeof level, "SCTP_FRAGMENT_INTERLEAVE");
    struct sctp_assoc_value value = { SCTP_FUTURE_ASSOC, (uint32_t) interleaving };
    set(SCTP_INTERLEAVING_SUPPORTED, &value, sizeof value, "SCTP_INTERLEAVING_SUPPORTED");
    value.assoc_value = SCTP_ENABLE_RESET_STREAM_REQ;
    set(SCTP_ENABLE_STREAM_RESET, &value, sizeof value, "SCTP_ENABLE_STREAM_RESET");
    struct sctp_initmsg init = { .sinit_num_ostreams = STREAMS, .sinit_max_instreams = STREAMS };
    set(SCTP_INITMSG, &init, sizeof init, "SCTP_INITMSG");
    uint16_t types[] = { SCTP_ASSOC_CHANGE, SCTP_PEER_ADDR_CHANGE, SCTP_STREAM_RESET_EVENT };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct sctp_event event = { .se_assoc_id = SCTP_FUTURE_ASSOC, .se_type = types[i], .se_on = 1 };
        set(SCTP_EVENT, &event, sizeof event, "SCTP_EVENT");
    }
    if (list) {
        int count = addresses(list, port, own);
        if (usrsctp_bindx(sock, (struct sockaddr *) own, count, SCTP_BINDX_ADD_ADDR)) fail("bindx");
    } else {
        struct sockaddr_in any = { .sin_family = AF_INET, .sin_port = htons((uint16_t) port) };
        if (usrsctp_bind(sock, (struct sockaddr *) &any, sizeof any)) fail("bind");
    }
}

/* Data and acknowledgements must be signed with this key (RFC 4895). */
static void demand_key(const char *word)
{
    char bytes[sizeof(struct sctp_authkey) + 64] = { 0 };
    struct sctp_authkey *key = (struct sctp_authkey *) bytes;
    size_t size = strlen(word);
    if (size > 64) errno = EINVAL, fail(word);
    key->sca_keynumber = 1;
    key->sca_keylength = (uint16_t) size;
    memcpy(key->sca_key, word, size);
    set(SCTP_AUTH_KEY, key, sizeof *key + size, "SCTP_AUTH_KEY");
    struct sctp_authkeyid active = { .scact_keynumber = 1 };
    set(SCTP_AUTH_ACTIVE_KEY, &active, sizeof active, "SCTP_AUTH_ACTIVE_KEY");
    const uint8_t types[] = { SCTP_DATA, SCTP_SELECTIVE_ACK, 0x40 /* I-DATA */ };
    for (size_t i = 0; i < sizeof types; i++) {
        struct sctp_authchunk chunk = { types[i] };
        set(SCTP_AUTH_CHUNK, &chunk, sizeof chunk, "SCTP_AUTH_CHUNK");
    }
}

static void connect_to(char *list, int port)
{
    struct sockaddr_in peer[ADDRESSES];
    struct sctp_udpencaps encapsulation = { .sue_assoc_id = SCTP_FUTURE_ASSOC };
    encapsulation.sue_address.ss_family = AF_INET;
    encapsulation.sue_port = htons((uint16_t) port);
    set(SCTP_REMOTE_UDP_ENCAPS_PORT, &encapsulation, sizeof encapsulation, "SCTP_REMOTE_UDP_ENCAPS_PORT");
    int count = addresses(list, port, peer);
    sctp_assoc_t id = 0;
    if (usrsctp_connectx(sock, (struct sockaddr *) peer, count, &id) && errno != EINPROGRESS) fail("connectx");
}

static void send_flags(const void *data, size_t size, int stream, int flags)
{
    struct sctp_sndinfo info = { .snd_sid = (uint16_t) stream, .snd_flags = (uint16_t) flags };
    info.snd_ppid = htonl(53);
    info.snd_assoc_id = association;
    while (usrsctp_sendv(sock, data, size, NULL, 0, &info, sizeof info, SCTP_SENDV_SNDINFO, 0) < 0) {
        if (errno != EINTR && errno != EAGAIN) fail("sendv");
    }
}

/* What has been received: bytes, or the change of an association. */
typedef struct {
    ssize_t size;
    struct sctp_rcvinfo info;
    int flags;
} received_t;

static received_t receive(void *at, size_t room)
{
    received_t got = { 0 };
    struct sockaddr_storage from;
    socklen_t from_size = sizeof from, info_size = sizeof got.info;
    unsigned int type = 0;
    got.size = usrsctp_recvv(sock, at, room, (struct sockaddr *) &from, &from_size, &got.info, &info_size, &type,
                             &got.flags);
    if (got.size < 0) fail("recvv");
    return got;
}

/* Tells of a change; whether the association is over. */
static int notice(const union sctp_notification *note, int aloud)
{
    if (note->sn_header.sn_type == SCTP_PEER_ADDR_CHANGE && aloud) {
        char text[INET_ADDRSTRLEN] = "?";
        const struct sockaddr_in *at = (const struct sockaddr_in *) &note->sn_paddr_change.spc_aaddr;
        inet_ntop(AF_INET, &at->sin_addr, text, sizeof text);
        printf("path %s %u\n", text, note->sn_paddr_change.spc_state);
    }
    if (note->sn_header.sn_type == SCTP_STREAM_RESET_EVENT && aloud) {
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
        if (!aloud) return 0;
        int interleaved = 0;
        for (uint32_t i = sizeof *change; i < change->sac_length; i++) {
            interleaved |= change->sac_info[i - sizeof *change] == SCTP_ASSOC_SUPPORTS_INTERLEAVING;
        }
        printf("up %u %u %s\n", change->sac_outbound_streams, change->sac_inbound_streams,
               interleaved ? "i-data" : "data");
        return 0;
    case SCTP_SHUTDOWN_COMP:
        if (aloud) printf("closed\n");
        return 1;
    case SCTP_COMM_LOST:
    case SCTP_CANT_STR_ASSOC:
        if (aloud) printf("lost\n");
        return 1;
    default:
        return 0;
    }
}

/* A message that comes in pieces: those of other streams may lie between them. */
typedef struct {
    uint32_t size, number, sum;
} message_t;

static void piece(message_t *message, const unsigned char *at, ssize_t size, const received_t *got)
{
    for (ssize_t i = 0; i < size; i++) {
        if (message->size < 4) message->number = message->number << 8 | at[i];
        message->sum = (message->sum ^ at[i]) * 16777619u;
        message->size++;
    }
    if (!(got->flags & MSG_EOR)) return;
    const char *order = got->info.rcv_flags & SCTP_UNORDERED ? "unordered" : "ordered";
    printf("message %u %u %u %u %s\n", got->info.rcv_sid, message->number, message->size, message->sum, order);
    memset(message, 0, sizeof *message);
}

static void *listen_to_peer(void *unused)
{
    static message_t messages[2][65536];
    static unsigned char room[1 << 20];
    (void) unused;
    for (;;) {
        received_t got = receive(room, sizeof room);
        if (got.flags & MSG_NOTIFICATION) notice((const union sctp_notification *) room, 1);
        else piece(&messages[!!(got.info.rcv_flags & SCTP_UNORDERED)][got.info.rcv_sid], room, got.size, &got);
    }
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
    unsigned char *at = malloc(size);
    if (!at || size > LARGEST) errno = EINVAL, fail("send");
    for (uint32_t number = 0; number < count; number++) {
        fill(at, stream, number, size);
        send_flags(at, size, (int) stream, flags);
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
    set(SCTP_RESET_STREAMS, room, sizeof room, "SCTP_RESET_STREAMS");
}

static int talk(char *own, int port, int count_words, char **words)
{
    char line[256], word[16], list[200];
    unsigned stream, count, size;
    int peer_port;
    pthread_t listener;
    int interleaving = 0;
    for (int i = 0; i < count_words; i++) interleaving |= !strcmp(words[i], "i-data");
    open_socket(own, port, interleaving);
    for (int i = 0; i < count_words; i++) {
        if (!strncmp(words[i], "key=", 4)) demand_key(words[i] + 4);
    }
    if (usrsctp_listen(sock, 10)) fail("listen");
    if (pthread_create(&listener, NULL, listen_to_peer, NULL)) fail("pthread_create");
    printf("ready\n");
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "connect %199s %d", list, &peer_port) == 2) connect_to(list, peer_port);
        else if (sscanf(line, "send %u %u %u %15s", &stream, &count, &size, word) == 4)
            send_many(stream, count, size, strcmp(word, "ordered") ? SCTP_UNORDERED : 0);
        else if (sscanf(line, "reset %u", &stream) == 1) reset_stream(stream);
        else if (!strcmp(line, "shutdown\n")) send_flags("", 0, 0, SCTP_EOF);
        else if (!strcmp(line, "abort\n")) send_flags("", 0, 0, SCTP_ABORT);
        else if (!strcmp(line, "quit\n")) break;
        else errno = EINVAL, fail(line);
    }
    return 0;
}

/* ---- Measurement ---- */

enum { MEGABYTE = 1 << 20, WINDOW = 16, LEAST_SAMPLES = 3, MOST_SAMPLES = 1001 };

static unsigned char *room;

/* N times COUNT messages of SIZE bytes, each time an answer of ANSWER bytes. */
typedef struct {
    uint64_t size, count, answer, n;
} order_t;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* Waits for a whole message, into AT where it is wanted, or for the association; whether it stands. */
static int wait_for(void *at, size_t most, int for_message)
{
    size_t size = 0;
    for (;;) {
        received_t got = receive(room, LARGEST);
        if (got.flags & MSG_NOTIFICATION) {
            if (notice((const union sctp_notification *) room, 0)) return 0;
            if (!for_message && association) return 1;
            continue;
        }
        if (at && size + (size_t) got.size <= most) memcpy((char *) at + size, room, (size_t) got.size);
        size += (size_t) got.size;
        if (got.flags & MSG_EOR) return 1;
    }
}

static int obey(void)
{
    order_t order;
    unsigned char *data = calloc(1, MEGABYTE);
    while (wait_for(&order, sizeof order, 1)) {
        if (order.answer > MEGABYTE) errno = EINVAL, fail("order");
        send_flags(data, 1, 0, 0);
        for (uint64_t n = 0; n < order.n; n++) {
            for (uint64_t i = 0; i < order.count; i++) wait_for(NULL, 0, 1);
            send_flags(data, order.answer, 0, 0);
        }
    }
    return 0;
}

/* Seconds of one of the N. */
static double ask(order_t order, const unsigned char *data)
{
    send_flags(&order, sizeof order, 0, 0);
    if (!wait_for(NULL, 0, 1)) fail("the other side ended");
    double begin = now();
    for (uint64_t n = 0; n < order.n; n++) {
        for (uint64_t i = 0; i < order.count; i++) send_flags(data, order.size, 0, 0);
        if (!wait_for(NULL, 0, 1)) fail("the other side ended");
    }
    return (now() - begin) / (double) order.n;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

static void measure(order_t order, double seconds)
{
    static double samples[MOST_SAMPLES];
    unsigned char *data = calloc(1, MEGABYTE);
    ask(order, data);
    double each = ask(order, data);
    order.n = (uint64_t) (seconds / 100 / each);
    if (order.n < 1) order.n = 1;
    int count = (int) (seconds / each / (double) order.n);
    if (count < LEAST_SAMPLES) count = LEAST_SAMPLES;
    if (count > MOST_SAMPLES) count = MOST_SAMPLES;
    for (int i = 0; i < count; i++) {
        double time = ask(order, data);
        samples[i] = order.count == 1 ? time / 2 * 1e6 : (double) (order.size * order.count) / time * 1e-9;
    }
    qsort(samples, (size_t) count, sizeof *samples, ascending);
    printf("%s %lu %.6g %s %.6g %.6g\n", order.count == 1 ? "latency" : "bw", (unsigned long) order.size,
           samples[count / 2], order.count == 1 ? "us" : "GB/s", samples[count / 4], samples[count - 1 - count / 4]);
    free(data);
}

static int bench(int connects, char *address, int port, double seconds)
{
    room = malloc(LARGEST);
    /* Whatever happens, a measurement ends. */
    alarm(240);
    /* On one host the two sides need ports of their own. */
    open_socket(NULL, connects ? port + 1 : port, 0);
    if (!connects && usrsctp_listen(sock, 1)) fail("listen");
    if (connects) connect_to(address, port);
    if (!wait_for(NULL, 0, 0)) errno = ECONNREFUSED, fail(address);
    if (!connects) return obey();
    measure((order_t) { 1, 1, 1, 5 }, seconds);
    measure((order_t) { 8, 1, 8, 5 }, seconds);
    measure((order_t) { 65536, 1, 65536, 5 }, seconds);
    measure((order_t) { 65536, WINDOW, 1, 1 }, seconds);
    measure((order_t) { MEGABYTE, WINDOW, 1, 1 }, seconds);
    send_flags("", 0, 0, SCTP_EOF);
    wait_for(NULL, 0, 1);
    return 0;
}

int main(int argc, char **argv)
{
    /* The test or benchmark that began it may die; nothing is to stay behind. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    int status = 2;
    if (argc > 3 && !strcmp(argv[1], "talk")) status = talk(argv[2], atoi(argv[3]), argc - 4, argv + 4);
    else if (argc > 3 && (!strcmp(argv[1], "listen") || !strcmp(argv[1], "connect")))
        status = bench(!strcmp(argv[1], "connect"), argv[2], atoi(argv[3]), argc > 4 ? atof(argv[4]) * 1e-3 : 0.2);
    else fprintf(stderr, "usage: usrsctp_peer talk|listen|connect ADDRESS PORT ...\n");
    fflush(stdout);
    /* Without taking the library down, which waits for its timers. */
    _exit(status);
}
