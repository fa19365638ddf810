/* What the standard asks of datatypes beyond their layout: lifetimes, large forms, Fortran's
 * parametrised types, counts that a program sets, and errors (MPI-5.0 §5.1, §13.3, §19.1.5). */
#include "check.h"

/* A freed datatype lives on in operations under way and in datatypes made from it. */
static void freed(void)
{
    int from[12], into[12];
    MPI_Datatype t, pair, twice;
    MPI_Request r;
    for (int i = 0; i < 12; i++) {
        from[i] = i;
        into[i] = -1;
    }
    MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
    MPI_Type_contiguous(2, pair, &twice);
    MPI_Type_free(&pair);
    CHECK(pair == MPI_DATATYPE_NULL);
    MPI_Type_commit(&twice);
    MPI_Irecv(into, 1, twice, me, 7, MPI_COMM_WORLD, &r);
    MPI_Type_dup(twice, &t);
    MPI_Type_free(&twice);
    MPI_Send(from, 4, MPI_INT, me, 7, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    int expected[] = { 0, -1, 1, 2, -1, 3, -1 };
    for (int i = 0; i < 7; i++) SAME(into[i], expected[i]);
    /* The copy of a committed datatype is committed. */
    MPI_Sendrecv(from, 1, t, me, 8, into, 4, MPI_INT, me, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(into[1], 2);
    SAME(into[2], 3);
    SAME(into[3], 5);
    /* Committing again does nothing, to predefined datatypes too. */
    MPI_Type_commit(&t);
    MPI_Type_free(&t);
    t = MPI_INT;
    MPI_Type_commit(&t);
    CHECK(t == MPI_INT);
}

/* Handles of derived parts are the caller's to free; making them does not disturb the datatype. */
static void parts(void)
{
    MPI_Datatype inner, outer, told[2], members[2];
    int lengths[] = { 1, 2 }, integers[3];
    MPI_Aint places[] = { 0, 64 }, addresses[2];
    MPI_Type_contiguous(3, MPI_INT, &inner);
    members[0] = inner;
    members[1] = MPI_FLOAT;
    MPI_Type_create_struct(2, lengths, places, members, &outer);
    MPI_Type_free(&inner);
    for (int i = 0; i < 3; i++) {
        int size;
        MPI_Type_get_contents(outer, 3, 2, 2, integers, addresses, told);
        CHECK(told[1] == MPI_FLOAT);
        MPI_Type_size(told[0], &size);
        SAME(size, 12);
        MPI_Type_free(&told[0]);
    }
    SAME(integers[0], 2);
    SAME(integers[2], 2);
    SAME(addresses[1], 64);
    MPI_Type_free(&outer);
}

static void large_forms(void)
{
    MPI_Datatype t, part, all[2] = { MPI_INT, MPI_CHAR };
    MPI_Count ni, na, nl, nd, counts[8], lengths[] = { 2, 1 }, places[] = { 0, 16 };
    int combiner, i, a, d, integers[4];
    MPI_Aint addresses[4];
    MPI_Type_vector_c(3, 2, -7, MPI_INT, &t);
    MPI_Type_get_envelope_c(t, &ni, &na, &nl, &nd, &combiner);
    SAME(combiner, MPI_COMBINER_VECTOR);
    SAME(ni, 0);
    SAME(na, 0);
    SAME(nl, 3);
    SAME(nd, 1);
    MPI_Type_get_contents_c(t, 0, 0, 3, 1, integers, addresses, counts, &part);
    SAME(counts[0], 3);
    SAME(counts[1], 2);
    SAME(counts[2], -7);
    CHECK(part == MPI_INT);
    RAISES(MPI_Type_get_envelope(t, &i, &a, &d, &combiner), MPI_ERR_TYPE);
    RAISES(MPI_Type_get_contents(t, 4, 4, 1, integers, addresses, &part), MPI_ERR_TYPE);
    RAISES(MPI_Type_get_contents_c(t, 0, 0, 2, 1, integers, addresses, counts, &part), MPI_ERR_ARG);
    MPI_Type_free(&t);

    MPI_Type_create_struct_c(2, lengths, places, all, &t);
    MPI_Type_get_envelope_c(t, &ni, &na, &nl, &nd, &combiner);
    SAME(nl, 5);
    SAME(nd, 2);
    MPI_Type_get_contents_c(t, 0, 0, 5, 2, integers, addresses, counts, all);
    SAME(counts[0], 2);
    SAME(counts[1], 2);
    SAME(counts[4], 16);
    MPI_Type_free(&t);

    /* The _c forms also tell of what the int forms made. */
    MPI_Type_create_hvector(2, 1, 32, MPI_INT, &t);
    MPI_Type_get_envelope_c(t, &ni, &na, &nl, &nd, &combiner);
    SAME(ni, 2);
    SAME(na, 1);
    SAME(nl, 0);
    MPI_Type_free(&t);
    MPI_Type_create_resized_c(MPI_INT, -4, 16, &t);
    MPI_Type_get_envelope_c(t, &ni, &na, &nl, &nd, &combiner);
    SAME(na, 0);
    SAME(nl, 2);
    MPI_Type_free(&t);
}

static void fortran(void)
{
    MPI_Datatype a, b, t;
    int i, n, d, combiner, integers[2], one = 3, sum = 0;
    double x = 1.5, y = 0;
    MPI_Type_create_f90_real(15, 307, &a);
    MPI_Type_create_f90_real(15, 307, &b);
    CHECK(a == b);
    MPI_Type_get_envelope(a, &i, &n, &d, &combiner);
    SAME(combiner, MPI_COMBINER_F90_REAL);
    SAME(i, 2);
    SAME(d, 0);
    MPI_Type_get_contents(a, 2, 0, 0, integers, NULL, NULL);
    SAME(integers[0], 15);
    SAME(integers[1], 307);
    RAISES(MPI_Type_free(&b), MPI_ERR_TYPE);
    MPI_Allreduce(&x, &y, 1, a, MPI_SUM, MPI_COMM_WORLD);
    CHECK(y == 1.5 * ranks);
    /* As a part it is told by its own handle, which nobody frees. */
    MPI_Type_contiguous(2, a, &t);
    MPI_Type_get_contents(t, 1, 0, 1, integers, NULL, &b);
    CHECK(b == a);
    MPI_Type_free(&t);
    MPI_Type_create_f90_integer(9, &a);
    MPI_Type_size(a, &n);
    SAME(n, 4);
    MPI_Allreduce(&one, &sum, 1, a, MPI_SUM, MPI_COMM_WORLD);
    SAME(sum, 3 * ranks);
    MPI_Type_create_f90_complex(6, MPI_UNDEFINED, &a);
    MPI_Type_size(a, &n);
    SAME(n, 8);
    RAISES(MPI_Type_create_f90_real(1000, 5, &a), MPI_ERR_ARG);
    MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &a);
    CHECK(a == MPI_DOUBLE_INT);
    MPI_Type_get_value_index(MPI_CHAR, MPI_DOUBLE, &a);
    CHECK(a == MPI_DATATYPE_NULL);
}

static void set_counts(void)
{
    MPI_Datatype t, members[] = { MPI_INT, MPI_DOUBLE };
    int lengths[] = { 2, 1 }, n;
    MPI_Aint places[] = { 0, 8 };
    MPI_Count big;
    MPI_Status s;
    MPI_Type_create_struct(2, lengths, places, members, &t);
    for (int k = 0; k < 10; k++) {
        MPI_Status_set_elements(&s, t, k);
        MPI_Get_elements(&s, t, &n);
        SAME(n, k);
        MPI_Get_count(&s, t, &n);
        SAME(n, k % 3 ? MPI_UNDEFINED : k / 3);
    }
    MPI_Status_set_elements_x(&s, MPI_CHAR, 5000000000LL);
    MPI_Get_count(&s, MPI_CHAR, &n);
    SAME(n, MPI_UNDEFINED);
    MPI_Get_count_c(&s, MPI_CHAR, &big);
    SAME(big, 5000000000LL);
    MPI_Type_free(&t);
}

static void errors(void)
{
    MPI_Datatype t = MPI_DATATYPE_NULL, made;
    int value = 0, position = 0, size = 0, length, lengths[] = { 1, -1 }, places[] = { 0, 4 };
    MPI_Aint at = 0;
    char buf[8], name[MPI_MAX_OBJECT_NAME], longer[300];
    RAISES(MPI_Type_commit(&t), MPI_ERR_TYPE);
    RAISES(MPI_Type_contiguous(2, MPI_DATATYPE_NULL, &made), MPI_ERR_TYPE);
    RAISES(MPI_Type_contiguous(-2, MPI_INT, &made), MPI_ERR_COUNT);
    RAISES(MPI_Type_indexed(2, lengths, places, MPI_INT, &made), MPI_ERR_ARG);
    t = MPI_INT;
    RAISES(MPI_Type_free(&t), MPI_ERR_TYPE);
    CHECK(t == MPI_INT);
    RAISES(MPI_Type_get_contents(MPI_INT, 0, 0, 0, NULL, NULL, NULL), MPI_ERR_TYPE);
    RAISES(MPI_Type_match_size(MPI_TYPECLASS_REAL, 3, &made), MPI_ERR_ARG);

    MPI_Type_contiguous(2, MPI_INT, &t);
    RAISES(MPI_Send(buf, 1, t, me, 1, MPI_COMM_WORLD), MPI_ERR_TYPE);
    RAISES(MPI_Pack(buf, 1, t, buf, 8, &position, MPI_COMM_WORLD), MPI_ERR_TYPE);
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = 0;
    MPI_Type_set_name(t, longer);
    MPI_Type_get_name(t, name, &length);
    SAME(length, MPI_MAX_OBJECT_NAME - 1);
    SAME(strlen(name), MPI_MAX_OBJECT_NAME - 1);
    MPI_Datatype stale = t;
    MPI_Type_free(&t);
    RAISES(MPI_Type_size(stale, &size), MPI_ERR_TYPE);
    MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length);
    CHECK(!strcmp(name, "MPI_DATATYPE_NULL"));

    position = 6;
    RAISES(MPI_Pack(&value, 1, MPI_INT, buf, 8, &position, MPI_COMM_WORLD), MPI_ERR_TRUNCATE);
    SAME(position, 6);
    RAISES(MPI_Unpack(buf, 8, &position, &value, 1, MPI_INT, MPI_COMM_WORLD), MPI_ERR_TRUNCATE);
    position = 9;
    RAISES(MPI_Pack(&value, 1, MPI_INT, buf, 8, &position, MPI_COMM_WORLD), MPI_ERR_ARG);
    position = 0;
    RAISES(MPI_Pack(&value, 1, MPI_INT, buf, 8, &position, MPI_COMM_NULL), MPI_ERR_COMM);
    RAISES(MPI_Pack_external("native", &value, 1, MPI_INT, buf, 8, &at), MPI_ERR_UNSUPPORTED_DATAREP);
    long wide = 1L << 40;
    if (sizeof wide == 8)
        RAISES(MPI_Pack_external("external32", &wide, 1, MPI_LONG, buf, 8, &at), MPI_ERR_CONVERSION);
    SAME(at, 0);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    freed();
    parts();
    large_forms();
    fortran();
    set_counts();
    errors();
    return end();
}
