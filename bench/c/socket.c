/* The yardstick below MPI: bare non-blocking TCP sockets between two processes.
 *
 *     socket listen ADDRESS PORT [MILLISECONDS]
 *     socket connect ADDRESS PORT [MILLISECONDS]
 *
 * The connecting side prints the same lines as the MPI programs: ping-pong one-way time, and
 * bandwidth of streaming with an answer every 64 messages. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST = 4 << 20, WINDOW = 64, MOST_SAMPLES = 1001 };

static char buf[LARGEST];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

/* Moves all of SIZE bytes, spinning on the non-blocking socket. */
static void push(int fd, const char *from, size_t size)
{
    while (size) {
        ssize_t n = send(fd, from, size, 0);
        if (n < 0 && errno != EAGAIN) fail("send");
        if (n > 0) from += n, size -= (size_t) n;
    }
}

static void pull(int fd, char *into, size_t size)
{
    while (size) {
        ssize_t n = recv(fd, into, size, 0);
        if (n == 0) exit(0);
        if (n < 0 && errno != EAGAIN) fail("recv");
        if (n > 0) into += n, size -= (size_t) n;
    }
}

static int meet(const char *how, const char *address, const char *port)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t) atoi(port)) };
    int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    if (inet_pton(AF_INET, address, &at.sin_addr) != 1) fail(address);
    if (!strcmp(how, "listen")) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (bind(fd, (void *) &at, sizeof at) || listen(fd, 1)) fail("bind");
        int accepted = accept(fd, NULL, NULL);
        close(fd);
        fd = accepted;
    } else {
        for (int try = 0; connect(fd, (void *) &at, sizeof at); try++) {
            if (try == 500) fail("connect");
            close(fd);
            poll(NULL, 0, 10);
            fd = socket(AF_INET, SOCK_STREAM, 0);
        }
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

/* The two spin: they must not share a core. Where there is only one this changes nothing. */
static void take_core(int which)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(which, &set);
    sched_setaffinity(0, sizeof set, &set);
}

/* What the listening side is asked to do: N times COUNT messages of SIZE bytes and an answer. */
typedef struct {
    int size, count, answer, n;
} order_t;

static double ask(int fd, int size, int count, int answer, int n)
{
    order_t order = { size, count, answer, n };
    push(fd, (char *) &order, sizeof order);
    pull(fd, buf, 1);
    double start = now();
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < count; c++) push(fd, buf, (size_t) size);
        pull(fd, buf, (size_t) answer);
    }
    return (now() - start) / n;
}

static void obey(int fd)
{
    for (order_t order;;) {
        pull(fd, (char *) &order, sizeof order);
        push(fd, buf, 1);
        for (int i = 0; i < order.n; i++) {
            for (int c = 0; c < order.count; c++) pull(fd, buf, (size_t) order.size);
            push(fd, buf, (size_t) order.answer);
        }
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

static void point(int fd, const char *name, int size, int count, int answer, double seconds)
{
    static double samples[MOST_SAMPLES];
    ask(fd, size, count, answer, 5);
    double each = ask(fd, size, count, answer, 5), batch = seconds / 100 / each;
    int n = batch > 1 ? (int) batch : 1, most = (int) (seconds / each / n);
    if (most < 5) most = 5;
    if (most > MOST_SAMPLES) most = MOST_SAMPLES;
    for (int i = 0; i < most; i++) {
        double t = ask(fd, size, count, answer, n);
        samples[i] = count == 1 ? t / 2 * 1e6 : (double) size * count / t * 1e-9;
    }
    qsort(samples, (size_t) most, sizeof *samples, ascending);
    printf("%s %d %.6g %s %.6g %.6g\n", name, size, samples[most / 2],
           count == 1 ? "us" : "GB/s", samples[most / 4], samples[most - 1 - most / 4]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc < 4 || (strcmp(argv[1], "listen") && strcmp(argv[1], "connect"))) {
        fprintf(stderr, "usage: socket listen|connect ADDRESS PORT [MILLISECONDS]\n");
        return 2;
    }
    take_core(!strcmp(argv[1], "listen"));
    int fd = meet(argv[1], argv[2], argv[3]);
    double seconds = (argc > 4 ? atof(argv[4]) : 200) * 1e-3;
    if (!strcmp(argv[1], "listen")) obey(fd);
    point(fd, "latency", 8, 1, 8, seconds);
    point(fd, "latency", 1024, 1, 1024, seconds);
    point(fd, "latency", 65536, 1, 65536, seconds);
    point(fd, "bw", 65536, WINDOW, 1, seconds);
    point(fd, "bw", 1048576, WINDOW, 1, seconds);
    close(fd);
    return 0;
}
