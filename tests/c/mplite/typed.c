/* Every function that has a form for each type, in each. */
#include "check.h"

enum { SLOTS = 8 };

static int *mask;
static int members, place, lowest = -1, highest, next, before;

/* All but process 1. */
static void make_mask(void)
{
    mask = calloc((size_t) nprocs, sizeof *mask);
    for (int i = 0; i < nprocs; i++) {
        mask[i] = i != 1;
        if (!mask[i]) continue;
        if (lowest < 0) lowest = i;
        highest = i;
        members++;
        if (i < me) place++;
    }
}

/* Sum of 1 to n. */
static int sum_to(int n)
{
    return n * (n + 1) / 2;
}

static int sum_of_members(void)
{
    return sum_to(nprocs) - (nprocs > 1 ? 2 : 0);
}

#define MESSAGES(t, type)                                                                     \
    static void t##messages(void)                                                             \
    {                                                                                         \
        type out[3] = { (type) me, 2, 3 }, in[3] = { 0, 0, 0 };                               \
        int ids[2];                                                                           \
        MP_##t##ARecv(in, 3, before, 1, &ids[0]);                                             \
        MP_##t##ASend(out, 3, next, 1, &ids[1]);                                              \
        MP_Wait(&ids[0]), MP_Wait(&ids[1]);                                                   \
        CHECK(in[0] == (type) before && in[1] == 2 && in[2] == 3);                            \
        MP_##t##Send(out, 1, next, 2);                                                        \
        MP_##t##Recv(in, 1, before, 2);                                                       \
        int size;                                                                             \
        MP_Get_Last_Size(&size);                                                              \
        CHECK(size == sizeof(type) && in[0] == (type) before);                                \
    }

#define TOGETHER(t, type, first)                                                              \
    static void t##together(void)                                                             \
    {                                                                                         \
        type x = (type) (me + 1), *all = calloc((size_t) nprocs, sizeof *all);                \
        MP_##t##Broadcast(&x, 1);                                                             \
        CHECK(x == 1);                                                                        \
        x = (type) (me + 1);                                                                  \
        MP_##t##Bcast(&x, 1, nprocs - 1);                                                     \
        CHECK(x == (type) nprocs);                                                            \
        x = (type) (me + 1);                                                                  \
        MP_##t##Bcast_masked(&x, 1, highest, mask);                                           \
        CHECK(x == (type) ((mask[me] ? highest : me) + 1));                                   \
        all[me] = (type) (me + 1);                                                            \
        MP_##t##Gather(all, 1);                                                               \
        for (int i = 0; i < nprocs; i++) CHECK(all[i] == (type) (i + 1));                     \
        memset(all, 0, (size_t) nprocs * sizeof *all);                                        \
        if (mask[me]) all[place] = (type) (me + 1);                                           \
        MP_##t##Gather_masked(all, 1, mask);                                                  \
        for (int i = 0, at = 0; mask[me] && i < nprocs; i++)                                  \
            if (mask[i]) CHECK(all[at++] == (type) (i + 1));                                  \
        type of_all[3], of_some[3], globally[3];                                              \
        for (int i = 0; i < 3; i++) of_all[i] = of_some[i] = globally[i] = (type) (me + 1);   \
        MP_##t##Sum(&of_all[0], 1), MP_##t##Max(&of_all[1], 1), MP_##t##Min(&of_all[2], 1);   \
        CHECK(of_all[0] == (type) sum_to(nprocs) && of_all[1] == (type) nprocs && of_all[2] == 1); \
        MP_##t##Sum_masked(&of_some[0], 1, mask);                                             \
        MP_##t##Max_masked(&of_some[1], 1, mask);                                             \
        MP_##t##Min_masked(&of_some[2], 1, mask);                                             \
        for (int i = 0; i < 3; i++) MP_Global(&globally[i], 1, first + 3 * i, mask);          \
        CHECK(of_some[0] == (type) (mask[me] ? sum_of_members() : me + 1));                   \
        CHECK(of_some[1] == (type) ((mask[me] ? highest : me) + 1));                          \
        CHECK(of_some[2] == (type) ((mask[me] ? lowest : me) + 1));                           \
        for (int i = 0; i < 3; i++) CHECK(globally[i] == of_some[i]);                         \
        free(all);                                                                            \
    }

/* Each process adds to its neighbour; what begins is waited for, and does as what does not. */
#define ACCUMULATIONS(t, type)                                                                \
    static void t##accumulations(void)                                                        \
    {                                                                                         \
        static type memory[SLOTS];                                                            \
        type x = (type) (me + 1), low = (type) -(me + 1);                                     \
        int win, id;                                                                          \
        for (int i = 0; i < SLOTS; i++) memory[i] = (type) 1;                                 \
        MP_Win_create(memory, sizeof memory, sizeof(type), &win);                             \
        MP_Win_fence(win);                                                                    \
        MP_##t##SumAccumulate(&x, 1, next, 0, win);                                           \
        MP_A##t##SumAccumulate(&x, 1, next, 1, win, &id), MP_Wait(&id);                       \
        MP_##t##MaxAccumulate(&x, 1, next, 2, win);                                           \
        MP_A##t##MaxAccumulate(&x, 1, next, 3, win, &id), MP_Wait(&id);                       \
        MP_##t##MinAccumulate(&low, 1, next, 4, win);                                         \
        MP_A##t##MinAccumulate(&low, 1, next, 5, win, &id), MP_Wait(&id);                     \
        MP_##t##ReplaceAccumulate(&low, 1, next, 6, win);                                     \
        MP_A##t##ReplaceAccumulate(&low, 1, next, 7, win, &id), MP_Wait(&id);                 \
        MP_Win_fence(win);                                                                    \
        for (int i = 0; i < 2; i++) {                                                         \
            CHECK(memory[i] == (type) (before + 2));                                          \
            CHECK(memory[2 + i] == (type) (before + 1));                                      \
            CHECK(memory[4 + i] == (type) -(before + 1));                                     \
            CHECK(memory[6 + i] == (type) -(before + 1));                                     \
        }                                                                                     \
        MP_Win_free(&win);                                                                    \
    }

#define TYPE(t, type, first) MESSAGES(t, type) TOGETHER(t, type, first) ACCUMULATIONS(t, type)

TYPE(d, double, 0)
TYPE(i, int, 1)
TYPE(f, float, 2)

static void of_bytes(void)
{
    char text[4] = "no", copy[4] = "";
    if (me == 0) MP_memcpy(text, "yes", 4);
    MP_Broadcast(text, 4);
    MP_memmove(copy, text, 4);
    CHECK(!strcmp(copy, "yes"));
    memset(text, 0, sizeof text);
    char *all = calloc((size_t) nprocs, 1);
    all[me] = (char) ('a' + me);
    MP_Gather(all, 1);
    for (int i = 0; i < nprocs; i++) CHECK(all[i] == 'a' + i);
    memset(all, 0, (size_t) nprocs);
    if (mask[me]) all[place] = (char) ('a' + me);
    MP_Gather_masked(all, 1, mask);
    for (int i = 0, at = 0; mask[me] && i < nprocs; i++)
        if (mask[i]) CHECK(all[at++] == 'a' + i);
    free(all);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    next = (me + 1) % nprocs, before = (me + nprocs - 1) % nprocs;
    make_mask();
    dmessages(), imessages(), fmessages();
    dtogether(), itogether(), ftogether();
    daccumulations(), iaccumulations(), faccumulations();
    of_bytes();
    free(mask);
    return end();
}
