/* Grids, and the times of blocks. The argument names the file of the times. */
#include "check.h"

static void grids(void)
{
    int dims[2] = { 0, 0 }, coord[2], got[2], rank, source, dest;
    MP_Cart_Create(2, dims);
    CHECK(dims[0] * dims[1] == nprocs && dims[0] >= dims[1]);
    MP_Cart_Get(got, coord);
    CHECK(got[0] == dims[0] && coord[0] == me % dims[0] && coord[1] == me / dims[0]);
    MP_Cart_Rank(coord, &rank);
    CHECK(rank == me);
    MP_Cart_Shift(0, 1, &source, &dest);
    MP_Cart_Coords(dest, got);
    CHECK(got[0] == (coord[0] + 1) % dims[0] && got[1] == coord[1]);
    coord[1] += 5 * dims[1];
    MP_Cart_Rank(coord, &rank);
    CHECK(rank == me);
    int there = me, here = -1;
    MP_SShift(&there, dest, &here, source, sizeof here);
    CHECK(here == source);
}

static void times(char *file)
{
    char by_step[1024];
    double before = MP_Time();
    MP_Enter("all of it");
    for (int i = 0; i < 3; i++) {
        MP_Enter("work|as Fortran has it");
        volatile double sum = 0;
        for (int j = 0; j < 100000; j++) sum += j;
        MP_Leave(100000);
    }
    MP_Enter("move");
    MP_Leave(-5000);
    MP_Leave(0);
    CHECK(MP_Get_Flops("work") == 300000 && MP_Myflops() == 300000);
    CHECK(MP_Get_Time("all of it") >= MP_Get_Time("work"));
    CHECK(MP_Get_Time("nothing") == 0);
    CHECK(MP_Time() >= before);
    MP_Time_Report(file);
    snprintf(by_step, sizeof by_step, "%s.steps", file);
    MD_Time_Report(by_step, 4);
    MP_Zero_Time("work");
    CHECK(MP_Get_Time("work") == 0);
    MP_Reset_Time();
    CHECK(MP_Get_Time("all of it") == 0);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MP_Set("debug", 2), MP_Sync();
    MP_Set("debug", 3), MP_Sync();
    MP_Set("debug", 0), MP_Sync();
    /* The level by its own call: at 2 calls are told of again, at 0 no more. */
    MP_Set_Debug(2), MP_Sync();
    MP_Set_Debug(0), MP_Sync();
    MP_Set("nothing", 1);
    int number = 7, other = 8, remapped;
    MP_memmove(&other, &number, sizeof other);
    MP_Remap_Setup(1, nprocs, &remapped);
    CHECK(other == 7 && remapped == me && MP_Remap(me) == me);
    grids();
    if (argc > 1) times(argv[1]);
    return end();
}
