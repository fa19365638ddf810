/* A program with signals of its own beside those of progress = signal: handlers, timers, signals that it blocks and
 * waits for, descriptors that send SIGIO, threads and children. None of them is disturbed, none sees a signal that
 * is not its own, and nothing is left once MPI has ended. */
#define _GNU_SOURCE
#include "check.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LEN = 1 << 18, PATIENCE = 120, OWN_TIMES = 20 };

static volatile sig_atomic_t told, alarms, ios, own, foreign;
static int computer, first, last;
static double data[LEN];

static void count(int signal)
{
    if (signal == SIGUSR1) told = 1;
    else if (signal == SIGALRM) alarms++;
    else if (signal == SIGIO) ios++;
    else if (signal == first) own++;
    else foreign++;
}

static void handle(int signal)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = count;
    action.sa_flags = SA_RESTART;
    CHECK(sigaction(signal, &action, NULL) == 0);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* Threads of this process. */
static int threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    CHECK(tasks != NULL);
    int n = 0;
    for (struct dirent *entry; (entry = readdir(tasks));) n += entry->d_name[0] != '.';
    closedir(tasks);
    return n;
}

/* Waits until it is so: a hang alone reaches the end. */
#define UNTIL(what)                                                                           \
    do {                                                                                      \
        double until_ = seconds() + PATIENCE;                                                 \
        while (!(what)) {                                                                     \
            CHECK(seconds() < until_);                                                        \
            usleep(1000);                                                                     \
        }                                                                                     \
    } while (0)

/* What rank 0 sends arrives while rank 1 computes, with its own signals coming in. */
static void receive(void)
{
    MPI_Request request;
    if (me == 1) {
        memset(data, 0, sizeof data);
        MPI_Irecv(data, LEN, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Send(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD);
        volatile double sum = 0;
        double until = seconds() + PATIENCE;
        for (long i = 1; !told; i++) {
            sum += 1.0 / (double) i;
            if (i % 1000000 == 0) CHECK(seconds() < until);
        }
        told = 0;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < LEN; i++) CHECK(data[i] == 1.0 + i);
    } else if (me == 0) {
        for (int i = 0; i < LEN; i++) data[i] = 1.0 + i;
        MPI_Recv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ssend(data, LEN, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
        kill(computer, SIGUSR1);
    }
}

/* A timer of the program by SIGALRM, another by a real-time signal, while messages move. */
static void timers(void)
{
    struct itimerval often = { { 0, 2000 }, { 0, 2000 } }, never = { { 0, 0 }, { 0, 0 } };
    struct itimerspec soon = { { 0, 2000000 }, { 0, 2000000 } };
    struct sigevent event;
    timer_t timer;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = first;
    CHECK(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    alarms = own = 0;
    CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
    CHECK(timer_settime(timer, 0, &soon, NULL) == 0);
    for (int i = 0; i < 5; i++) receive();
    UNTIL(alarms >= OWN_TIMES && own >= OWN_TIMES);
    setitimer(ITIMER_REAL, &never, NULL);
    timer_delete(timer);
}

/* A descriptor of the program sends it SIGIO. */
static void descriptors(void)
{
    int ends[2];
    char byte = 0;
    CHECK(pipe(ends) == 0);
    CHECK(fcntl(ends[0], F_SETOWN, getpid()) == 0);
    CHECK(fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK) == 0);
    for (int i = 0; i < OWN_TIMES; i++) {
        ios = 0;
        CHECK(write(ends[1], &byte, 1) == 1);
        UNTIL(ios);
        CHECK(read(ends[0], &byte, 1) == 1);
        receive();
    }
    close(ends[0]);
    close(ends[1]);
}

/* A thread of the program waits for SIGIO, which all block: each that is sent comes to it. */
static void *waits(void *times)
{
    sigset_t set;
    int signal;
    sigemptyset(&set);
    sigaddset(&set, SIGIO);
    for (int *n = times; *n < OWN_TIMES; __atomic_fetch_add(n, 1, __ATOMIC_SEQ_CST))
        CHECK(sigwait(&set, &signal) == 0 && signal == SIGIO);
    return NULL;
}

static void waited_for(void)
{
    int times = 0;
    sigset_t set, before;
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGIO);
    CHECK(pthread_sigmask(SIG_BLOCK, &set, &before) == 0);
    /* One that lies pending for a while disturbs nobody. */
    kill(getpid(), SIGIO);
    receive();
    CHECK(pthread_create(&thread, NULL, waits, &times) == 0);
    for (int i = 1; i <= OWN_TIMES; i++) {
        UNTIL(__atomic_load_n(&times, __ATOMIC_SEQ_CST) >= i);
        if (i < OWN_TIMES) kill(getpid(), SIGIO);
        if (i % 5 == 0) receive();
    }
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
}

/* A thread of the program that bears any signal, while messages move. */
static void *bears(void *over)
{
    sigset_t none;
    sigemptyset(&none);
    CHECK(pthread_sigmask(SIG_SETMASK, &none, NULL) == 0);
    UNTIL(__atomic_load_n((int *) over, __ATOMIC_SEQ_CST));
    return NULL;
}

static void thread_beside(void)
{
    int over = 0;
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, bears, &over) == 0);
    for (int i = 0; i < 5; i++) receive();
    __atomic_store_n(&over, 1, __ATOMIC_SEQ_CST);
    CHECK(pthread_join(thread, NULL) == 0);
}

/* A child has one thread, gets its own signals and no others, and its end disturbs nobody. */
static void child(void)
{
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        struct timespec while_messages_move = { 0, 50000000 };
        foreign = own = 0;
        nanosleep(&while_messages_move, NULL);
        raise(first);
        _exit(threads() == 1 && own == 1 && foreign == 0 ? 7 : 1);
    }
    for (int i = 0; i < 5; i++) receive();
    int status;
    pid_t ended;
    do ended = waitpid(pid, &status, 0);
    while (ended < 0 && errno == EINTR);
    CHECK(ended == pid && WIFEXITED(status));
    SAME(WEXITSTATUS(status), 7);
    receive();
}

/* The rank blocks everything. */
static void blocked(void)
{
    sigset_t all, before;
    sigfillset(&all);
    /* But for what ends its computation. */
    sigdelset(&all, SIGUSR1);
    CHECK(sigprocmask(SIG_BLOCK, &all, &before) == 0);
    for (int i = 0; i < 5; i++) receive();
    CHECK(sigprocmask(SIG_SETMASK, &before, NULL) == 0);
}

int main(int argc, char **argv)
{
    struct sigaction action;
    sigset_t before, after;
    first = SIGRTMIN;
    last = SIGRTMAX;
    handle(SIGUSR1);
    handle(SIGALRM);
    handle(SIGIO);
    handle(first);
    /* The one that Ferry would take. */
    handle(last - 6);
    CHECK(pthread_sigmask(SIG_SETMASK, NULL, &before) == 0);
    begin(&argc, &argv);
    computer = (int) getpid();
    MPI_Bcast(&computer, 1, MPI_INT, 1, MPI_COMM_WORLD);
    SAME(threads(), argc > 1 ? atoi(argv[1]) : 1);
    for (int signal = first + 1; signal <= last; signal++) {
        if (signal == last - 6) continue;
        CHECK(sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_DFL);
        /* Whatever went astray is counted. */
        handle(signal);
    }
    CHECK(pthread_sigmask(SIG_SETMASK, NULL, &after) == 0);
    for (int signal = 1; signal <= last; signal++)
        SAME(sigismember(&after, signal), sigismember(&before, signal));
    timers();
    descriptors();
    waited_for();
    thread_beside();
    child();
    blocked();
    SAME(foreign, 0);
    end();
    SAME(threads(), 1);
    SAME(foreign, 0);
    CHECK(sigaction(SIGIO, NULL, &action) == 0 && action.sa_handler == count);
    return 0;
}
