/* What ends a program, by the argument. */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
    int id = 4711, dims[1] = { 4711 }, mask[64] = { 0 };
    char byte;
    const char *how = argc > 1 ? argv[1] : "";
    if (!strcmp(how, "early")) MP_Sync();
    begin(&argc, &argv);
    if (!strcmp(how, "twice")) MP_Init(&argc, &argv);
    if (!strcmp(how, "late")) MP_Finalize(), MP_Sync();
    if (!strcmp(how, "node")) MP_Send(&byte, 1, 4711, 0);
    if (!strcmp(how, "nobody")) MP_Send(&byte, 1, -1, 0);
    if (!strcmp(how, "length")) MP_Send(&byte, -5, 0, 0);
    if (!strcmp(how, "pointer")) MP_Send(NULL, 5, 0, 0);
    if (!strcmp(how, "message")) MP_Wait(&id);
    if (!strcmp(how, "self")) MP_Recv(&byte, 1, me, 0);
    if (!strcmp(how, "grid")) MP_Cart_Create(1, dims);
    if (!strcmp(how, "gridless")) MP_Cart_Coords(0, dims);
    if (!strcmp(how, "operation")) MP_Global(&id, 1, 9, mask);
    if (!strcmp(how, "root")) mask[me] = mask[(me + 1) % nprocs] = 1, MP_Bcast_masked(&byte, 1, 2, mask);
    int win, four = 0;
    if (!strcmp(how, "window")) MP_Win_fence(4711);
    if (!strcmp(how, "unit")) MP_Win_create(&four, sizeof four, 0, &win);
    MP_Win_create(&four, sizeof four, 1, &win);
    if (!strcmp(how, "outside")) MP_Put(&id, 2, 0, 3, win);
    if (!strcmp(how, "before")) MP_Get(&id, 1, 0, -1, win);
    if (!strcmp(how, "half")) MP_Accumulate(&id, 4, 0, 0, 0, win);
    if (!strcmp(how, "kind")) MP_Accumulate(&id, 4, 0, 0, 12, win);
    if (!strcmp(how, "lock")) MP_Win_lock(3, 0, win);
    if (!strcmp(how, "locked")) MP_Win_lock_shared(2, win);
    if (!strcmp(how, "stall") && me == 0) MP_Recv(&byte, 1, 1, 42);
    if (!strcmp(how, "stall")) sleep(60);
    if (!strcmp(how, "gone") && me == 1) abort();
    MP_Sync();
    return end();
}
