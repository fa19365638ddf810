/* What the tests of Nexus share. A program prints "ok" on node 0 once all have passed. */
#ifndef FERRY_NEXUS_CHECK_H
#define FERRY_NEXUS_CHECK_H

#include <nexus.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

/* Nothing takes so many milliseconds unless it hangs. */
enum { PATIENCE = 60000 };

static int me = -1, nodes;

static void check(int holds, const char *file, int line, const char *what)
{
    if (holds) return;
    fprintf(stderr, "%s:%d: node %d: not %s (%s)\n", file, line, me, what, nexus_error_text());
    abort();
}

#define CHECK(what) check((what) != 0, __FILE__, __LINE__, #what)

#define GIVES(call, code)                                                                         \
    do {                                                                                          \
        int got_ = (call);                                                                        \
        if (got_ != (code)) {                                                                     \
            fprintf(stderr, "%s:%d: node %d: %s gives %d, not %s = %d (%s)\n", __FILE__,          \
                    __LINE__, me, #call, got_, #code, code, nexus_error_text());                  \
            abort();                                                                              \
        }                                                                                         \
    } while (0)

#define OK(call) GIVES(call, NEXUS_SUCCESS)

static void begin(int *argc, char ***argv)
{
    OK(nexus_init(argc, argv));
    OK(nexus_node_id(&me));
    OK(nexus_node_count(&nodes));
}

static int end(void)
{
    OK(nexus_shutdown());
    if (me == 0) puts("ok");
    return 0;
}

struct count {
    _Atomic int *at;
    int wanted;
};

static int has_come(void *argument)
{
    struct count *count = argument;
    return atomic_load(count->at) >= count->wanted;
}

/* Lets handlers run until a counter has come so far. */
static void until(_Atomic int *counter, int wanted)
{
    struct count count = { counter, wanted };
    int became;
    OK(nexus_wait_until(has_come, &count, PATIENCE, &became));
    CHECK(became);
}
#endif
