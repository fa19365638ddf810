/* PMI beside Portals in one process, whichever comes first; the argument says which. */
#include "check.h"
#include <portals3.h>

static void begin_portals(void)
{
    int most;
    uint32_t rank, size;
    CHECK(PtlInit(&most) == PTL_OK);
    CHECK(PtlGetRank(&rank, &size) == PTL_OK);
    CHECK(me == -1 || ((int) rank == me && (int) size == ranks));
    me = (int) rank, ranks = (int) size;
}

int main(int argc, char **argv)
{
    const char *first = argc > 1 ? argv[1] : "pmi";
    if (strcmp(first, "pmi") == 0) {
        begin();
        exchange(0);
        begin_portals();
    } else {
        int rank;
        begin_portals();
        rank = me;
        begin();
        CHECK(rank == me);
    }
    CHECK(PtlBarrier() == PTL_OK);
    exchange(1);
    CHECK(PtlBarrier() == PTL_OK);
    /* The first to leave does not take the other's connection. */
    if (argc > 2) {
        PtlFini();
        exchange(2);
        return end();
    }
    OK(PMI_Barrier());
    OK(PMI_Finalize());
    CHECK(PtlBarrier() == PTL_OK);
    if (me == 0) puts("ok");
    fflush(stdout);
    PtlFini();
    return 0;
}
