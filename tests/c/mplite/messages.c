/* Messages from one process to another: all ways to send and receive, and what matches what. */
#include "check.h"

enum { LONG = 3 << 20 };

static void fill(char *bytes, int len, int seed)
{
    for (int i = 0; i < len; i++) bytes[i] = (char) (i * 7 + i / 251 + seed);
}

static int is_filled(const char *bytes, int len, int seed)
{
    for (int i = 0; i < len; i++)
        if (bytes[i] != (char) (i * 7 + i / 251 + seed)) return 0;
    return 1;
}

static void last_is(int source, int tag, int size)
{
    int s, t, n;
    MP_Get_Last_Source(&s), MP_Get_Last_Tag(&t), MP_Get_Last_Size(&n);
    CHECK(s == source && t == tag && n == size);
}

/* Everybody sends first: no send waits for its receiver, whatever its length. */
static void round_about(unsigned len, int tag)
{
    char *out = calloc(1, len + 1), *in = calloc(1, len + 1);
    int next = (me + 1) % nprocs, before = (me + nprocs - 1) % nprocs;
    fill(out, len, me + tag);
    MP_Send(out, len, next, tag);
    memset(out, 0, len);
    MP_Recv(in, len, before, tag);
    CHECK(is_filled(in, len, before + tag));
    last_is(before, tag, (int) len);
    free(out), free(in);
}

static void at_once(int len)
{
    char *out = calloc(1, len + 1), *in = calloc(1, len + 1);
    int next = (me + 1) % nprocs, before = (me + nprocs - 1) % nprocs, ids[2], flag = 0;
    fill(out, len, me);
    MP_ARecv(in, len, -1, -1, &ids[0]);
    MP_ASend(out, len, next, 31, &ids[1]);
    while (!MP_Test(&ids[0], &flag)) CHECK(!flag);
    CHECK(flag && ids[0] == -1 && is_filled(in, len, before));
    last_is(before, 31, len);
    MP_Wait(&ids[0]);
    MP_Wait(&ids[1]);
    CHECK(ids[1] == -1);
    MP_Sync();
    MP_ARecv(in, len, before, 32, &ids[0]);
    MP_ASend(out, len, next, 32, &ids[1]);
    flag = 0;
    while (!flag) MP_Testall(2, ids, &flag);
    CHECK(ids[0] == -1 && ids[1] == -1);
    free(out), free(in);
}

/* A message that is longer than a receive waits for one that has room; a shorter one does not. */
static void by_size(void)
{
    int ids[3];
    char small[8] = "", large[64] = "", any[64] = "";
    if (nprocs < 2 || me > 1) return;
    if (me == 0) {
        MP_Send("longer than eight", 18, 1, 5);
        MP_Send("eight", 6, 1, 5);
        MP_Send("another that is long", 21, 1, 5);
        MP_Sync();
        return;
    }
    MP_Recv(small, 8, 0, 5);
    CHECK(!strcmp(small, "eight"));
    last_is(0, 5, 6);
    MP_Recv(large, 64, 0, 5);
    CHECK(!strcmp(large, "longer than eight"));
    MP_Recv(any, 64, -1, -1);
    CHECK(!strcmp(any, "another that is long"));
    MP_Sync();
    (void) ids;
}

/* The same where the receives are there first. */
static void by_size_posted(void)
{
    int ids[3];
    static char memory[3][64];
    if (nprocs < 2 || me > 1) return;
    if (me == 1) {
        MP_ARecv(memory[0], 4, 0, 6, &ids[0]);
        MP_ARecv(memory[1], 16, 0, 6, &ids[1]);
        MP_ARecv(memory[2], 64, 0, 6, &ids[2]);
        MP_Send(NULL, 0, 0, 7);
        for (int i = 2; i >= 0; i--) MP_Wait(&ids[i]);
        CHECK(!strcmp(memory[0], "abc"));
        CHECK(!strcmp(memory[1], "ten or so"));
        CHECK(!strcmp(memory[2], "twenty or more letters"));
    } else {
        MP_Recv(NULL, 0, 1, 7);
        MP_Send("twenty or more letters", 23, 1, 6);
        MP_Send("ten or so", 10, 1, 6);
        MP_Send("abc", 4, 1, 6);
    }
}

static void probes(void)
{
    int flag = 1;
    double two[2] = { 1.5, 2.5 }, in[2];
    if (nprocs < 2 || me > 1) return;
    if (me == 0) {
        CHECK(!MP_AProbe(100, 1, 8, &flag) && !flag);
        MP_dSend(two, 2, 1, 8);
        return;
    }
    CHECK(!MP_AProbe(8, 0, 9, &flag));
    MP_Probe(16, -1, -1);
    last_is(0, 8, 16);
    CHECK(!MP_AProbe(15, 0, 8, &flag));
    CHECK(MP_AProbe(16, 0, 8, &flag) == 1 && flag == 1);
    MP_dRecv(in, 2, 0, 8);
    CHECK(in[0] == 1.5 && in[1] == 2.5);
}

static void of_types(void)
{
    int i[3] = { me, -2, 3 }, ii[3], ids[2];
    float f[2] = { me + 0.5f, 4 }, ff[2];
    double d = me, dd;
    int next = (me + 1) % nprocs, before = (me + nprocs - 1) % nprocs;
    MP_iSend(i, 3, next, 1), MP_iRecv(ii, 3, before, 1);
    CHECK(ii[0] == before && ii[2] == 3);
    MP_fARecv(ff, 2, before, 2, &ids[0]), MP_fASend(f, 2, next, 2, &ids[1]);
    MP_Wait(&ids[0]), MP_Wait(&ids[1]);
    CHECK(ff[0] == before + 0.5f);
    MP_dASend(&d, 1, next, 3, &ids[0]), MP_dARecv(&dd, 1, before, 3, &ids[1]);
    MP_Block(&ids[0]), MP_Wait(&ids[1]), MP_Wait(&ids[0]);
    CHECK(dd == before);
}

static void synchronously(void)
{
    char word[8] = "";
    if (nprocs < 2 || me > 1) return;
    if (me == 0) MP_SSend("token", 6, 1, 11);
    else MP_SRecv(word, 8, 0, 11), CHECK(!strcmp(word, "token"));
}

/* So many that numbers are used again and senders run out of credit. */
static void many(void)
{
    enum { COUNT = 3000 };
    static int ids[COUNT], numbers[COUNT];
    if (nprocs < 2 || me > 1) return;
    for (int i = 0; i < COUNT; i++) {
        numbers[i] = me == 0 ? i * i : -1;
        if (me == 0) MP_iASend(&numbers[i], 1, 1, i, &ids[i]);
    }
    for (int i = COUNT - 1; i >= 0; i--) {
        if (me == 0) MP_Wait(&ids[i]);
        else MP_iRecv(&numbers[i], 1, 0, i), CHECK(numbers[i] == i * i);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static const unsigned lens[] = { 0, 1, 16, 256, 4096, 65536, 1 << 20, LONG };
    for (int i = 0; i < 8; i++) round_about(lens[i], 3);
    MP_Sync();
    at_once(100);
    at_once(LONG);
    MP_Sync();
    if (nprocs == 2) by_size();
    MP_Sync();
    by_size_posted();
    MP_Sync();
    probes();
    MP_Sync();
    of_types();
    synchronously();
    many();
    return end();
}
