/* Collective operations, of all and of masks. */
#include "check.h"

static int *mask;
static int members, place;

/* Every other process, and the last. */
static void make_mask(void)
{
    mask = calloc(nprocs, sizeof *mask);
    for (int i = 0; i < nprocs; i++) mask[i] = i % 2 == 0 || i == nprocs - 1;
    for (int i = 0; i < nprocs; i++) members += mask[i];
    for (int i = 0; i < me; i++) place += mask[i];
}

static void broadcasts(void)
{
    double d[2] = { me, me + 0.5 };
    char text[100000];
    for (int root = 0; root < nprocs; root++) {
        memset(text, me == root ? 'r' : 'n', sizeof text);
        MP_Bcast(text, sizeof text, root);
        CHECK(text[0] == 'r' && text[99999] == 'r');
        int i = me;
        MP_iBcast(&i, 1, root);
        CHECK(i == root);
    }
    MP_dBroadcast(d, 2);
    CHECK(d[0] == 0 && d[1] == 0.5);
    float f = (float) me;
    MP_fBcast_masked(&f, 1, nprocs - 1, mask);
    CHECK(f == (mask[me] ? nprocs - 1 : me));
}

static void reductions(void)
{
    int all[2] = { me + 1, -me };
    MP_iSum(all, 2);
    CHECK(all[0] == nprocs * (nprocs + 1) / 2 && all[1] == -nprocs * (nprocs - 1) / 2);
    double d = me * 0.5;
    MP_dMax(&d, 1);
    CHECK(d == (nprocs - 1) * 0.5);
    float f = (float) me;
    MP_fMin(&f, 1);
    CHECK(f == 0);
    int count = 1, largest = me;
    MP_iSum_masked(&count, 1, mask);
    CHECK(count == (mask[me] ? members : 1));
    MP_Global(&largest, 1, 4, mask);
    CHECK(largest == (mask[me] ? nprocs - 1 : me));
    static double many[50000];
    for (int i = 0; i < 50000; i++) many[i] = 1.0 / (i + me + 1);
    MP_dSum(many, 50000);
    double first[2] = { many[777], -many[777] };
    MP_dMax(first, 2);
    CHECK(first[0] == -first[1]);
}

static void gathers(void)
{
    int *all = calloc(2 * nprocs, sizeof *all);
    all[2 * me] = me, all[2 * me + 1] = 10 * me;
    MP_iGather(all, 2);
    for (int i = 0; i < nprocs; i++) CHECK(all[2 * i] == i && all[2 * i + 1] == 10 * i);
    double *some = calloc(members + 1, sizeof *some);
    if (mask[me]) some[place] = me + 0.25;
    MP_dGather_masked(some, 1, mask);
    for (int i = 0, at = 0; mask[me] && i < nprocs; i++)
        if (mask[i]) CHECK(some[at] == i + 0.25), at++;
    free(all), free(some);
}

static void shifts(void)
{
    enum { LEN = 2500000 };
    char *out = malloc(LEN), *in = calloc(1, LEN);
    int next = (me + 1) % nprocs, before = (me + nprocs - 1) % nprocs;
    memset(out, 'a' + me, LEN);
    MP_SShift(out, next, in, before, LEN);
    CHECK(in[0] == 'a' + before && in[LEN - 1] == 'a' + before);
    free(out), free(in);
}

/* Nobody leaves before all have come. */
static void meetings(void)
{
    for (int i = 0; i < 100; i++) {
        int number = me == i % nprocs ? i : 0, flag;
        if (me == i % nprocs && nprocs > 1) MP_iSend(&number, 1, (me + 1) % nprocs, i);
        MP_Sync();
        if (me == (i + 1) % nprocs && nprocs > 1) {
            CHECK(MP_AProbe(4, -1, i, &flag));
            MP_iRecv(&number, 1, -1, i);
            CHECK(number == i);
        }
    }
    MP_Bedcheck();
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_mask();
    broadcasts();
    reductions();
    gathers();
    shifts();
    meetings();
    return end();
}
