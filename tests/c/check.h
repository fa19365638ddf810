/* What the test programs share: a check that names its place, and patterns that no error leaves
 * intact. A program prints "ok" on rank 0 once all ranks have passed. */
#ifndef FERRY_CHECK_H
#define FERRY_CHECK_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

static int me, ranks;

#define CHECK(what)                                                                           \
    do {                                                                                      \
        if (!(what)) {                                                                        \
            fprintf(stderr, "%s:%d: rank %d: not so: %s\n", __FILE__, __LINE__, me, #what);   \
            MPI_Abort(MPI_COMM_WORLD, 9);                                                     \
            abort();                                                                          \
        }                                                                                     \
    } while (0)

/* A comparison that shows both sides. */
#define SAME(a, b)                                                                            \
    do {                                                                                      \
        long long a_ = (long long) (a), b_ = (long long) (b);                                 \
        if (a_ != b_) {                                                                       \
            fprintf(stderr, "%s:%d: rank %d: %s is %lld, not %s = %lld\n", __FILE__,          \
                    __LINE__, me, #a, a_, #b, b_);                                            \
            MPI_Abort(MPI_COMM_WORLD, 9);                                                     \
            abort();                                                                          \
        }                                                                                     \
    } while (0)

/* The call must raise an error of this class. */
#define RAISES(call, class)                                                                   \
    do {                                                                                      \
        int code_ = (call), class_ = MPI_SUCCESS;                                             \
        MPI_Error_class(code_, &class_);                                                      \
        if (class_ != (class)) {                                                              \
            fprintf(stderr, "%s:%d: rank %d: %s gave error class %d, not %s = %d\n",          \
                    __FILE__, __LINE__, me, #call, class_, #class, class);                    \
            MPI_Abort(MPI_COMM_WORLD, 9);                                                     \
            abort();                                                                          \
        }                                                                                     \
    } while (0)

static void begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

static int end(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) {
        puts("ok");
        fflush(stdout);
    }
    MPI_Finalize();
    return 0;
}

/* Bytes that tell seed and place. */
static void fill(void *at, size_t n, unsigned seed)
{
    unsigned char *p = at;
    for (size_t i = 0; i < n; i++) p[i] = (unsigned char) (seed * 37 + i * 11 + (i >> 8) * 5 + 1);
}

/* Place of the first byte that differs from the pattern, or -1. */
static long differs(const void *at, size_t n, unsigned seed)
{
    const unsigned char *p = at;
    for (size_t i = 0; i < n; i++)
        if (p[i] != (unsigned char) (seed * 37 + i * 11 + (i >> 8) * 5 + 1)) return (long) i;
    return -1;
}

static void *get(size_t n)
{
    void *at = malloc(n ? n : 1);
    CHECK(at != NULL);
    return at;
}

#endif
