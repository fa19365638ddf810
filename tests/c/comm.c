/* Communicators (MPI-5.0 §7.4): dup, create, split, compare, names, and their separateness. */
#include "check.h"

static int compared(MPI_Comm a, MPI_Comm b)
{
    int result = -1;
    CHECK(!MPI_Comm_compare(a, b, &result));
    return result;
}

/* The communicator works: a sum over its ranks and a message around its ring. */
static void works(MPI_Comm comm)
{
    int rank, size, sum = -1, x, y = -1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    SAME(sum, size * (size - 1) / 2);
    x = rank * 10;
    MPI_Status status;
    MPI_Sendrecv(&x, 1, MPI_INT, (rank + 1) % size, 1, &y, 1, MPI_INT, (rank + size - 1) % size, 1,
                 comm, &status);
    SAME(y, (rank + size - 1) % size * 10);
    SAME(status.MPI_SOURCE, (rank + size - 1) % size);
}

static void predefined(void)
{
    int n, result;
    MPI_Comm_size(MPI_COMM_SELF, &n);
    SAME(n, 1);
    MPI_Comm_rank(MPI_COMM_SELF, &n);
    SAME(n, 0);
    SAME(compared(MPI_COMM_WORLD, MPI_COMM_WORLD), MPI_IDENT);
    result = compared(MPI_COMM_WORLD, MPI_COMM_SELF);
    SAME(result, ranks == 1 ? MPI_CONGRUENT : MPI_UNEQUAL);
    works(MPI_COMM_WORLD);
    works(MPI_COMM_SELF);
    MPI_Comm_test_inter(MPI_COMM_WORLD, &n);
    SAME(n, 0);
}

static void dup(void)
{
    MPI_Comm d, e;
    CHECK(!MPI_Comm_dup(MPI_COMM_WORLD, &d));
    SAME(compared(d, MPI_COMM_WORLD), MPI_CONGRUENT);
    works(d);
    MPI_Comm_dup(d, &e);
    works(e);
    /* A message in one is not seen in the other. */
    int x = 1, y = 0, flag = 1;
    MPI_Request r;
    MPI_Isend(&x, 1, MPI_INT, me, 5, d, &r);
    for (int i = 0; i < 100; i++) MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, e, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Recv(&y, 1, MPI_INT, me, 5, d, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Comm_free(&d);
    CHECK(d == MPI_COMM_NULL);
    works(e);
    MPI_Comm_free(&e);
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "false");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &d);
    MPI_Info_free(&info);
    works(d);
    MPI_Comm_free(&d);
    MPI_Request q;
    MPI_Comm_idup(MPI_COMM_WORLD, &d, &q);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    works(d);
    MPI_Comm_free(&d);
}

static void split(void)
{
    MPI_Comm c;
    int rank, size;
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &c);
    MPI_Comm_size(c, &size);
    SAME(size, (ranks + (me % 2 == 0)) / 2);
    MPI_Comm_rank(c, &rank);
    SAME(rank, size - 1 - me / 2); /* keys reverse the order */
    works(c);
    MPI_Comm_free(&c);
    MPI_Comm_split(MPI_COMM_WORLD, me == 0 ? MPI_UNDEFINED : 3, 0, &c);
    CHECK((c == MPI_COMM_NULL) == (me == 0));
    if (me) {
        MPI_Comm_rank(c, &rank);
        SAME(rank, me - 1);
        works(c);
        MPI_Comm_free(&c);
    }
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, me, MPI_INFO_NULL, &c);
    MPI_Comm_size(c, &size);
    CHECK(size >= 1 && size <= ranks);
    works(c);
    MPI_Comm_free(&c);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, me, MPI_INFO_NULL, &c);
    CHECK(c == MPI_COMM_NULL);
    /* Nested. */
    MPI_Comm a, b;
    MPI_Comm_split(MPI_COMM_WORLD, me / 2, me, &a);
    MPI_Comm_split(a, 0, me, &b);
    works(b);
    MPI_Comm_free(&a);
    works(b);
    MPI_Comm_free(&b);
}

static void create(void)
{
    MPI_Group world, half;
    MPI_Comm c;
    int n = (ranks + 1) / 2, *list = get(sizeof(int) * (size_t) ranks);
    for (int i = 0; i < n; i++) list[i] = n - 1 - i; /* first half, backwards */
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, n, list, &half);
    MPI_Comm_create(MPI_COMM_WORLD, half, &c);
    CHECK((c != MPI_COMM_NULL) == (me < n));
    if (c != MPI_COMM_NULL) {
        int rank;
        MPI_Comm_rank(c, &rank);
        SAME(rank, n - 1 - me);
        works(c);
        MPI_Comm_free(&c);
    }
    if (me < n) {
        MPI_Comm_create_group(MPI_COMM_WORLD, half, 17, &c);
        works(c);
        MPI_Comm_free(&c);
    }
    /* Without some: similar, but not congruent, to its reverse. */
    MPI_Group backwards, got;
    for (int i = 0; i < ranks; i++) list[i] = ranks - 1 - i;
    MPI_Group_incl(world, ranks, list, &backwards);
    MPI_Comm_create(MPI_COMM_WORLD, backwards, &c);
    SAME(compared(c, MPI_COMM_WORLD), ranks == 1 ? MPI_CONGRUENT : MPI_SIMILAR);
    MPI_Comm_group(c, &got);
    int result;
    MPI_Group_compare(got, backwards, &result);
    SAME(result, MPI_IDENT);
    works(c);
    MPI_Comm_free(&c);
    MPI_Group_free(&got);
    MPI_Group_free(&backwards);
    MPI_Group_free(&half);
    MPI_Group_free(&world);
    MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &c);
    CHECK(c == MPI_COMM_NULL);
    free(list);
}

static void names(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Comm d;
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    CHECK(!strcmp(name, "MPI_COMM_WORLD") && length == 14);
    MPI_Comm_get_name(MPI_COMM_SELF, name, &length);
    CHECK(!strcmp(name, "MPI_COMM_SELF"));
    MPI_Comm_dup(MPI_COMM_WORLD, &d);
    MPI_Comm_get_name(d, name, &length);
    SAME(length, 0);
    MPI_Comm_set_name(d, "a copy");
    MPI_Comm_get_name(d, name, &length);
    CHECK(!strcmp(name, "a copy") && length == 6);
    MPI_Comm_free(&d);
}

/* Many, made and freed: contexts are given back. */
static void many(void)
{
    MPI_Comm held[100];
    for (int i = 0; i < 3000; i++) {
        MPI_Comm d;
        MPI_Comm_dup(MPI_COMM_WORLD, &d);
        if (i % 500 == 0) works(d);
        MPI_Comm_free(&d);
    }
    for (int i = 0; i < 100; i++) MPI_Comm_dup(i ? held[i - 1] : MPI_COMM_WORLD, &held[i]);
    for (int i = 0; i < 100; i++) {
        works(held[i]);
        MPI_Comm_free(&held[i]);
    }
}

/* Pending traffic outlives MPI_Comm_free (§7.4.3). */
static void freed_early(void)
{
    MPI_Comm d;
    int x = me, y = -1;
    MPI_Request r[2];
    MPI_Comm_dup(MPI_COMM_WORLD, &d);
    MPI_Irecv(&y, 1, MPI_INT, (me + ranks - 1) % ranks, 1, d, &r[0]);
    MPI_Isend(&x, 1, MPI_INT, (me + 1) % ranks, 1, d, &r[1]);
    MPI_Comm_free(&d);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    SAME(y, (me + ranks - 1) % ranks);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    predefined();
    dup();
    split();
    create();
    names();
    many();
    freed_early();
    return end();
}
