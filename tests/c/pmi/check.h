/* What the tests of PMI share. A program prints "ok" on rank 0 once all have passed. */
#ifndef FERRY_PMI_CHECK_H
#define FERRY_PMI_CHECK_H

#include <pmi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

static int me = -1, ranks;
static char space[1024];

static void check(int holds, const char *file, int line, const char *what)
{
    if (holds) return;
    fprintf(stderr, "%s:%d: rank %d: not %s\n", file, line, me, what);
    abort();
}

#define CHECK(what) check((what) != 0, __FILE__, __LINE__, #what)

#define GIVES(call, code)                                                                     \
    do {                                                                                      \
        int got_ = (call);                                                                    \
        if (got_ != (code)) {                                                                 \
            fprintf(stderr, "%s:%d: rank %d: %s gives %d, not %s = %d\n", __FILE__, __LINE__, \
                    me, #call, got_, #code, code);                                            \
            abort();                                                                          \
        }                                                                                     \
    } while (0)

#define OK(call) GIVES(call, PMI_SUCCESS)

static void begin(void)
{
    int spawned = 7;
    OK(PMI_Init(&spawned));
    CHECK(spawned == 0);
    OK(PMI_Get_rank(&me));
    OK(PMI_Get_size(&ranks));
    OK(PMI_KVS_Get_my_name(space, sizeof space));
}

static int end(void)
{
    OK(PMI_Barrier());
    if (me == 0) puts("ok");
    OK(PMI_Finalize());
    return 0;
}

/* Puts a value that tells round and rank, and reads everybody's. */
static void exchange(int round)
{
    char key[64], value[64], there[64];
    snprintf(key, sizeof key, "card-%d-%d", round, me);
    snprintf(value, sizeof value, "x=%d;%d", me * 3 + round, me);
    OK(PMI_KVS_Put(space, key, value));
    OK(PMI_KVS_Commit(space));
    OK(PMI_Barrier());
    for (int peer = 0; peer < ranks; peer++) {
        snprintf(key, sizeof key, "card-%d-%d", round, peer);
        snprintf(value, sizeof value, "x=%d;%d", peer * 3 + round, peer);
        OK(PMI_KVS_Get(space, key, there, sizeof there));
        CHECK(strcmp(there, value) == 0);
    }
}
#endif
