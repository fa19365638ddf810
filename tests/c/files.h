/* A file that a test program uses: its name, the same at all ranks, in the directory for temporary files. */
#ifndef FERRY_FILES_H
#define FERRY_FILES_H

#include "check.h"
#include <unistd.h>

static const char *file_name(const char *what)
{
    static char names[4][512];
    static int next;
    char *name = names[next++ % 4];
    if (me == 0) {
        const char *dir = getenv("TMPDIR");
        snprintf(name, sizeof names[0], "%s/ferry-test-%s-%ld", dir ? dir : "/tmp", what, (long) getpid());
    }
    MPI_Bcast(name, sizeof names[0], MPI_CHAR, 0, MPI_COMM_WORLD);
    return name;
}

/* What a status says in units of a datatype. */
static int count_of(MPI_Status *status, MPI_Datatype type)
{
    int count;
    MPI_Get_count(status, type, &count);
    return count;
}

#endif
