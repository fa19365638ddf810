/* Calls to be counted one by one under callgrind, which collects within `measured` only. What a call
 * waits for is there before it begins: the ranks take turns outside MPI, by the lengths of two files in
 * the folder that the first argument names. There each rank also writes what it counted, in order.
 */
#ifndef FERRY_COUNTED_H
#define FERRY_COUNTED_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *folder;
static int rank, turns;
static FILE *labels;

static void path(char *into, size_t size, const char *what, int of)
{
    snprintf(into, size, "%s/%s.%d", folder, what, of);
}

/* Says that this rank has come so far, and waits until the other has. */
static void meet(void)
{
    char name[4096];
    struct stat status = { 0 };
    path(name, sizeof name, "turns", rank);
    int file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || write(file, "x", 1) != 1 || close(file)) perror(name), exit(1);
    turns++;
    path(name, sizeof name, "turns", !rank);
    while (stat(name, &status) || status.st_size < turns) usleep(200);
}

__attribute__((noinline)) static void measured(void (*call)(void))
{
    call();
    __asm__ volatile("" ::: "memory");
}

static void count(const char *label, void (*call)(void))
{
    fprintf(labels, "%s\n", label);
    measured(call);
}

/* Rank `of` counts from now on, in a folder. */
static void begin_counting(const char *in, int of)
{
    char name[4096];
    folder = in;
    rank = of;
    path(name, sizeof name, "labels", rank);
    labels = fopen(name, "w");
    if (!labels) perror(name), exit(1);
}
#endif
