/* Errors that must say certain things, for programs that begin with check.h. */
#ifndef FERRY_TOLD_H
#define FERRY_TOLD_H

#include "check.h"

static char text[MPI_MAX_ERROR_STRING];

/* The call must raise an error of this class, whose text has all these words. */
static void raises(const char *file, int line, int code, int class_, const char *const *words)
{
    int found = MPI_SUCCESS, len;
    MPI_Error_class(code, &found);
    text[0] = 0;
    if (code != MPI_SUCCESS) MPI_Error_string(code, text, &len);
    int is_it = found == class_;
    for (; is_it && *words; words++) is_it = strstr(text, *words) != NULL;
    if (!is_it) {
        fprintf(stderr, "%s:%d: rank %d: class %d, not %d, or no '%s' in: %s\n", file, line, me, found,
                class_, *words ? *words : "", text);
        MPI_Abort(MPI_COMM_WORLD, 9);
    }
}
#define TOLD(call, class, ...) raises(__FILE__, __LINE__, (call), (class), (const char *const[]){ __VA_ARGS__, NULL })

#endif
