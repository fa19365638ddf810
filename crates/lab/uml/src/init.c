/* The first program of a guest: loads the modules that are named in the environment, makes the second
 * console its own and runs the shell script that is named there on it. When that ends, and it does when
 * the host closes the console, the guest is switched off. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static void load_modules(char *names)
{
    struct utsname system;
    uname(&system);
    for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
        char path[512];
        snprintf(path, sizeof path, "/usr/lib/uml/modules/%s/kernel/%s.ko", system.release, name);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0 || syscall(SYS_finit_module, file, "", 0))
            perror(path);
        close(file);
    }
}

static void take_console(void)
{
    struct termios raw;
    setsid();
    int console = open("/dev/tty1", O_RDWR);
    if (console < 0)
        perror("/dev/tty1");
    ioctl(console, TIOCSCTTY, 1);
    tcgetattr(console, &raw);
    cfmakeraw(&raw);
    raw.c_lflag |= ICANON;
    tcsetattr(console, TCSANOW, &raw);
    for (int fd = 0; fd < 3; fd++)
        dup2(console, fd);
}

int main(void)
{
    char *modules = getenv("ferry_modules"), *script = getenv("ferry_script");
    mount("proc", "/proc", "proc", 0, NULL);
    mount("sysfs", "/sys", "sysfs", 0, NULL);
    mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
    mkdir("/dev/shm", 0777);
    mount("tmpfs", "/dev/shm", "tmpfs", 0, NULL);
    if (modules)
        load_modules(modules);
    pid_t shell = fork();
    if (shell == 0) {
        take_console();
        execl("/bin/sh", "sh", script ? script : "/nonexistent", (char *)NULL);
        _exit(127);
    }
    while (waitpid(-1, NULL, 0) != shell)
        ;
    reboot(RB_POWER_OFF);
    return 1;
}
