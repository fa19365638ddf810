/* Groups (MPI-5.0 §7.3). */
#include "check.h"

static MPI_Group world;

static MPI_Group of(int n, const int *list)
{
    MPI_Group g;
    CHECK(!MPI_Group_incl(world, n, list, &g));
    return g;
}

/* The group consists of exactly these world ranks, in this order. */
static void is(MPI_Group g, int n, const int *list)
{
    int size, own[16], there[16];
    MPI_Group_size(g, &size);
    SAME(size, n);
    for (int i = 0; i < n; i++) own[i] = i;
    MPI_Group_translate_ranks(g, n, own, world, there);
    for (int i = 0; i < n; i++) SAME(there[i], list[i]);
}

static int compared(MPI_Group a, MPI_Group b)
{
    int result;
    MPI_Group_compare(a, b, &result);
    return result;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(ranks >= 6);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int n, rank;
    MPI_Group_size(world, &n);
    SAME(n, ranks);
    MPI_Group_rank(world, &rank);
    SAME(rank, me);
    MPI_Group_size(MPI_GROUP_EMPTY, &n);
    SAME(n, 0);

    MPI_Group a = of(4, (int[]) { 3, 1, 0, 5 }), b = of(3, (int[]) { 5, 2, 3 }), g;
    is(a, 4, (int[]) { 3, 1, 0, 5 });
    MPI_Group_rank(a, &rank);
    SAME(rank, me == 3 ? 0 : me == 1 ? 1 : me == 0 ? 2 : me == 5 ? 3 : MPI_UNDEFINED);
    MPI_Group_union(a, b, &g);
    is(g, 5, (int[]) { 3, 1, 0, 5, 2 });
    MPI_Group_free(&g);
    CHECK(g == MPI_GROUP_NULL);
    MPI_Group_intersection(a, b, &g);
    is(g, 2, (int[]) { 3, 5 });
    MPI_Group_free(&g);
    MPI_Group_difference(a, b, &g);
    is(g, 2, (int[]) { 1, 0 });
    MPI_Group_free(&g);
    MPI_Group_difference(a, a, &g);
    SAME(compared(g, MPI_GROUP_EMPTY), MPI_IDENT);
    if (g != MPI_GROUP_EMPTY) MPI_Group_free(&g);

    MPI_Group_excl(a, 2, (int[]) { 0, 2 }, &g);
    is(g, 2, (int[]) { 1, 5 });
    MPI_Group_free(&g);
    int triplets[2][3] = { { 0, 4, 2 }, { 5, 3, -2 } };
    MPI_Group_range_incl(world, 2, triplets, &g);
    is(g, 5, (int[]) { 0, 2, 4, 5, 3 });
    MPI_Group_free(&g);
    int out[1][3] = { { 1, 3, 2 } };
    MPI_Group_range_excl(a, 1, out, &g);
    is(g, 2, (int[]) { 3, 0 });
    MPI_Group_free(&g);

    MPI_Group same = of(4, (int[]) { 3, 1, 0, 5 }), other = of(4, (int[]) { 0, 1, 3, 5 });
    SAME(compared(a, same), MPI_IDENT);
    SAME(compared(a, other), MPI_SIMILAR);
    SAME(compared(a, b), MPI_UNEQUAL);
    int there[4];
    MPI_Group_translate_ranks(a, 4, (int[]) { 0, 1, MPI_PROC_NULL, 3 }, b, there);
    SAME(there[0], 2);
    SAME(there[1], MPI_UNDEFINED);
    SAME(there[2], MPI_PROC_NULL);
    SAME(there[3], 0);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    RAISES(MPI_Group_incl(world, 1, (int[]) { ranks }, &g), MPI_ERR_RANK);
    RAISES(MPI_Group_size(MPI_GROUP_NULL, &n), MPI_ERR_GROUP);
    MPI_Group_free(&same);
    MPI_Group_free(&other);
    MPI_Group_free(&a);
    MPI_Group_free(&b);
    MPI_Group_free(&world);
    return end();
}
