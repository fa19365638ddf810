/* Intercommunicators (MPI-5.0 §7.6): create, dup, split, create from a group, merge. */
#include "check.h"

/* Odd ranks and even ones; leaders are not the first of their groups where they need not be. */
static int odd, mine, others;
static MPI_Comm half;

static MPI_Comm bridge(int tag)
{
    MPI_Comm inter;
    int leader = mine - 1, theirs = odd ? 2 * (others - 1) : 2 * others - 1;
    CHECK(!MPI_Intercomm_create(half, leader, MPI_COMM_WORLD, theirs, tag, &inter));
    return inter;
}

/* Every process exchanges a word with every process of the other group. */
static void works(MPI_Comm inter)
{
    int flag, rank, size, there;
    MPI_Comm_test_inter(inter, &flag);
    CHECK(flag);
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &there);
    MPI_Request *r = get(sizeof *r * (size_t) (there + 1));
    int *got = get(sizeof *got * (size_t) (there + 1)), word = 100 * me + rank;
    for (int i = 0; i < there; i++) {
        got[i] = -1;
        MPI_Irecv(&got[i], 1, MPI_INT, i, 7, inter, &r[i]);
    }
    for (int i = 0; i < there; i++) MPI_Send(&word, 1, MPI_INT, i, 7, inter);
    MPI_Waitall(there, r, MPI_STATUSES_IGNORE);
    MPI_Group group, world;
    MPI_Comm_remote_group(inter, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = 0; i < there; i++) {
        int at;
        MPI_Group_translate_ranks(group, 1, &i, world, &at);
        SAME(got[i], 100 * at + i);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    free(got);
    free(r);
}

static void copies(MPI_Comm inter)
{
    MPI_Comm d, e;
    MPI_Request q;
    int result;
    MPI_Comm_dup(inter, &d);
    works(d);
    MPI_Comm_compare(inter, d, &result);
    SAME(result, MPI_CONGRUENT);
    MPI_Comm_compare(inter, half, &result);
    SAME(result, MPI_UNEQUAL);
    MPI_Comm_idup(d, &e, &q);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    works(e);
    MPI_Comm_free(&d);
    MPI_Comm_disconnect(&e);
    CHECK(e == MPI_COMM_NULL);
}

static void merged(MPI_Comm inter)
{
    MPI_Comm all;
    int rank, size;
    for (int high = 0; high < 3; high++) {
        /* Odd first, even first, and equal: then the group of rank 0 comes first. */
        CHECK(!MPI_Intercomm_merge(inter, high == 2 ? 1 : high ? odd : !odd, &all));
        MPI_Comm_rank(all, &rank);
        MPI_Comm_size(all, &size);
        SAME(size, ranks);
        int first = high == 0 ? odd : !odd, place;
        MPI_Comm_rank(half, &place);
        SAME(rank, first ? place : others + place);
        MPI_Comm_free(&all);
    }
}

static void divided(MPI_Comm inter)
{
    MPI_Comm c;
    int rank, size;
    MPI_Comm_rank(inter, &rank);
    /* First ranks of both groups, and the rest, in reverse. */
    MPI_Comm_split(inter, rank == 0, -rank, &c);
    int rest = mine > 1 && others > 1;
    CHECK((c != MPI_COMM_NULL) == (rank == 0 || rest));
    if (c != MPI_COMM_NULL) {
        int now;
        MPI_Comm_rank(c, &now);
        SAME(now, rank == 0 ? 0 : mine - 1 - rank);
        works(c);
        MPI_Comm_free(&c);
    }
    MPI_Comm_split(inter, odd, 0, &c); /* nobody of that colour on the other side */
    CHECK(c == MPI_COMM_NULL);
    MPI_Comm_split(inter, rank ? MPI_UNDEFINED : 0, 0, &c);
    CHECK((c == MPI_COMM_NULL) == (rank != 0));
    if (c != MPI_COMM_NULL) {
        MPI_Comm_size(c, &size);
        SAME(size, 1);
        works(c);
        MPI_Comm_free(&c);
    }
    MPI_Group local, chosen;
    int last = mine - 1;
    MPI_Comm_group(inter, &local);
    MPI_Group_incl(local, 1, &last, &chosen);
    MPI_Comm_create(inter, chosen, &c);
    CHECK((c != MPI_COMM_NULL) == (rank == last));
    if (c != MPI_COMM_NULL) {
        works(c);
        MPI_Comm_free(&c);
    }
    MPI_Group_free(&local);
    MPI_Group_free(&chosen);
}

/* Without a parent: groups that meet under a name, twice under the same one. */
static void named(MPI_Comm inter)
{
    MPI_Group here, there;
    MPI_Comm c, d;
    MPI_Errhandler handler;
    MPI_Comm_group(inter, &here);
    MPI_Comm_remote_group(inter, &there);
    for (int i = 0; i < 3; i++) {
        CHECK(!MPI_Intercomm_create_from_groups(here, mine - 1, there, others - 1, "tea",
                                                MPI_INFO_NULL, MPI_ERRORS_RETURN, &c));
        CHECK(!MPI_Comm_create_from_group(here, "tea", MPI_INFO_NULL, MPI_ERRORS_RETURN, &d));
        works(c);
        MPI_Comm_get_errhandler(c, &handler);
        CHECK(handler == MPI_ERRORS_RETURN);
        MPI_Errhandler_free(&handler);
        int result;
        MPI_Comm_compare(d, half, &result);
        SAME(result, MPI_CONGRUENT);
        MPI_Barrier(d);
        MPI_Comm_free(&c);
        MPI_Comm_free(&d);
    }
    MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "none", MPI_INFO_NULL, MPI_ERRORS_RETURN, &c);
    CHECK(c == MPI_COMM_NULL);
    MPI_Group_free(&here);
    MPI_Group_free(&there);
}

static void wrong(MPI_Comm inter)
{
    MPI_Comm c;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    int n;
    RAISES(MPI_Comm_remote_size(MPI_COMM_WORLD, &n), MPI_ERR_COMM);
    RAISES(MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &c), MPI_ERR_COMM);
    RAISES(MPI_Intercomm_create(MPI_COMM_WORLD, ranks, MPI_COMM_WORLD, 0, 1, &c), MPI_ERR_RANK);
    RAISES(MPI_Send(&n, 1, MPI_INT, others, 0, inter), MPI_ERR_RANK);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    odd = me % 2;
    mine = odd ? ranks / 2 : (ranks + 1) / 2;
    others = ranks - mine;
    MPI_Comm_split(MPI_COMM_WORLD, odd, me, &half);
    MPI_Comm a = bridge(3), b = bridge(4);
    works(a);
    works(b);
    copies(a);
    merged(a);
    divided(b);
    MPI_Comm_free(&a);
    works(b);
    named(b);
    wrong(b);
    MPI_Comm_free(&b);
    MPI_Comm_free(&half);
    end();
    return 0;
}
