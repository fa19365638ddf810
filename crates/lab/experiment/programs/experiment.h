/* What the programs of the experiments share. Each prints lines of a NAME, a VALUE and a UNIT. */
#ifndef FERRY_EXPERIMENT_H
#define FERRY_EXPERIMENT_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long argument(int argc, char **argv, int at, long otherwise)
{
    return argc > at ? atol(argv[at]) : otherwise;
}

static void *memory(size_t bytes)
{
    void *got = malloc(bytes ? bytes : 1);
    if (!got) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    memset(got, 1, bytes);
    return got;
}

static void say(const char *name, double value, const char *unit)
{
    printf("%s %.9g %s\n", name, value, unit);
    fflush(stdout);
}

/* Something arrived that was not sent. */
static void wrong(const char *what)
{
    fprintf(stderr, "wrong: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

#endif
