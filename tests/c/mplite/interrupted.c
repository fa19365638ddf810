/* Waits for what never comes. With the argument "sleep": a process is told to sleep, and all do until it is told
 * to wake. */
#include "check.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Until the status says that the processes sleep. */
static void await_sleep(void)
{
    for (;;) {
        char text[4096] = "";
        int file = open(".mplite.status", O_RDONLY);
        if (file >= 0 && read(file, text, sizeof text - 1) > 0 && strstr(text, "snoozing")) return;
        close(file);
        usleep(10000);
    }
}

static void sleeps(void)
{
    pid_t child = 0;
    int has_slept = 0;
    if (me == 0) {
        raise(SIGUSR1);
        child = fork();
        if (child == 0) {
            await_sleep();
            kill(getppid(), SIGUSR1);
            _exit(0);
        }
    }
    while (!has_slept) {
        MP_Bedcheck();
        if (me == 0) has_slept = waitpid(child, NULL, WNOHANG) == child;
        MP_iMax(&has_slept, 1);
    }
}

int main(int argc, char **argv)
{
    char byte;
    begin(&argc, &argv);
    MP_Bedcheck();
    if (argc > 1 && !strcmp(argv[1], "sleep")) sleeps();
    else MP_Recv(&byte, 1, (me + 1) % nprocs, 42);
    return end();
}
