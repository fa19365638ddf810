/* What the tests of Portals 3.3 share. A program prints "ok" on rank 0 once all ranks have passed. */
#ifndef FERRY_PORTALS_CHECK_H
#define FERRY_PORTALS_CHECK_H

#include <portals3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

static unsigned me, ranks;
static ptl_handle_ni_t ni;

static const ptl_process_id_t anybody = { PTL_NID_ANY, PTL_PID_ANY };

/* Both sides must be equal. */
#define SAME(a, b)                                                                            \
    do {                                                                                      \
        long long a_ = (long long) (a), b_ = (long long) (b);                                 \
        if (a_ != b_) {                                                                       \
            fprintf(stderr, "%s:%d: rank %u: %s is %lld, not %s = %lld\n", __FILE__,          \
                    __LINE__, me, #a, a_, #b, b_);                                            \
            abort();                                                                          \
        }                                                                                     \
    } while (0)

#define OK(call) SAME(call, PTL_OK)

static ptl_process_id_t rank_id(unsigned rank)
{
    ptl_process_id_t id;
    OK(PtlGetRankId(rank, &id));
    return id;
}

/* A descriptor without end that tells a queue of everything. */
static ptl_md_t memory(void *start, ptl_size_t length, unsigned options, ptl_handle_eq_t eq)
{
    ptl_md_t md = { start, length, PTL_MD_THRESH_INF, 0, options, NULL, eq };
    return md;
}

static void begin(void)
{
    int most = 0;
    OK(PtlInit(&most));
    if (most < 1) abort();
    OK(PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &ni));
    OK(PtlGetRank(&me, &ranks));
}

static int end(void)
{
    OK(PtlBarrier());
    OK(PtlNIFini(ni));
    PtlFini();
    if (me == 0) puts("ok");
    return 0;
}
#endif
