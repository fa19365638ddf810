/* Derived datatypes (MPI-5.0 §5.1): constructors, extents, transfer, envelopes and contents. */
#include "check.h"

enum { BIG = 20000 };

/* Sends TYPE from a patterned buffer to itself as bytes, and back: what arrives must sit exactly at
 * the places MAP says (offsets of bytes, N of them) and nowhere else. */
static void transfers(MPI_Datatype type, int count, const int *map, int n)
{
    static unsigned char from[BIG], packed[BIG], into[BIG], expected[BIG];
    MPI_Request r;
    MPI_Status status;
    int bytes = -1, elements = -1;
    fill(from, BIG, 3);
    memset(into, 0xee, BIG);
    memset(expected, 0xee, BIG);
    memset(packed, 0, BIG);

    MPI_Irecv(packed, BIG, MPI_BYTE, me, 1, MPI_COMM_WORLD, &r);
    MPI_Send(from, count, type, me, 1, MPI_COMM_WORLD);
    MPI_Wait(&r, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    SAME(bytes, n);
    for (int i = 0; i < n; i++) SAME(packed[i], from[map[i]]);

    MPI_Irecv(into, count, type, me, 2, MPI_COMM_WORLD, &r);
    MPI_Send(packed, n, MPI_BYTE, me, 2, MPI_COMM_WORLD);
    MPI_Wait(&r, &status);
    MPI_Get_count(&status, type, &elements);
    SAME(elements, n ? count : 0);
    for (int i = 0; i < n; i++) expected[map[i]] = from[map[i]];
    for (int i = 0; i < BIG; i++) SAME(into[i], expected[i]);
}

/* The same between two ranks, for every protocol's size: COUNT elements at once. */
static void crosses(MPI_Datatype type, int count)
{
    if (ranks < 2 || me > 1) return;
    MPI_Aint lb, extent, size_of;
    int size;
    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Type_size(type, &size);
    size_of = extent * count + 4096;
    char *buf = get(size_of), *packed = get((size_t) size * count), *again = get((size_t) size * count);
    int position = 0;
    fill(buf, size_of, 5);
    MPI_Pack(buf, count, type, packed, size * count, &position, MPI_COMM_WORLD);
    if (me == 0) {
        MPI_Send(buf, count, type, 1, 1, MPI_COMM_WORLD);
        memset(buf, 0, size_of);
        MPI_Recv(buf, count, type, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        memset(buf, 0, size_of);
        MPI_Recv(buf, count, type, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ssend(buf, count, type, 0, 2, MPI_COMM_WORLD);
    }
    position = 0;
    MPI_Pack(buf, count, type, again, size * count, &position, MPI_COMM_WORLD);
    CHECK(!memcmp(packed, again, (size_t) size * count));
    free(buf);
    free(packed);
    free(again);
}

static int *map_of;
static int mapped;

static void bytes_at(int offset, int n)
{
    for (int i = 0; i < n; i++) map_of[mapped++] = offset + i;
}

static void is(MPI_Datatype *type, int size, MPI_Aint lb, MPI_Aint extent)
{
    int s;
    MPI_Aint l, e;
    CHECK(!MPI_Type_commit(type));
    MPI_Type_size(*type, &s);
    MPI_Type_get_extent(*type, &l, &e);
    SAME(s, size);
    SAME(l, lb);
    SAME(e, extent);
    mapped = 0;
}

static void contiguous(void)
{
    MPI_Datatype t, u;
    MPI_Type_contiguous(5, MPI_INT, &t);
    is(&t, 20, 0, 20);
    bytes_at(0, 60);
    transfers(t, 3, map_of, mapped);
    MPI_Type_contiguous(0, t, &u);
    is(&u, 0, 0, 0);
    transfers(u, 4, map_of, 0);
    crosses(t, 50000);
    MPI_Type_free(&t);
    CHECK(t == MPI_DATATYPE_NULL);
    MPI_Type_free(&u);
}

static void vector(void)
{
    MPI_Datatype t, h;
    MPI_Type_vector(4, 2, 5, MPI_SHORT, &t);
    is(&t, 16, 0, 34);
    for (int c = 0; c < 3; c++)
        for (int b = 0; b < 4; b++) bytes_at(c * 34 + b * 10, 4);
    transfers(t, 3, map_of, mapped);
    MPI_Type_create_hvector(3, 1, 50, t, &h);
    is(&h, 48, 0, 134);
    for (int o = 0; o < 3; o++)
        for (int b = 0; b < 4; b++) bytes_at(o * 50 + b * 10, 4);
    transfers(h, 1, map_of, mapped);
    crosses(t, 100);
    crosses(t, 30000);
    crosses(h, 20000);
    MPI_Type_free(&h);
    MPI_Type_free(&t);
    MPI_Type_vector(3, 1, -2, MPI_INT, &t);
    is(&t, 12, -16, 20);
    MPI_Type_free(&t);
    MPI_Type_vector(100, 1, 2, MPI_DOUBLE, &t);
    is(&t, 800, 0, 1592);
    crosses(t, 1);
    crosses(t, 3000);
    MPI_Type_free(&t);
}

static void indexed(void)
{
    MPI_Datatype t;
    int lengths[] = { 2, 0, 3, 1 }, places[] = { 4, 100, 10, 1 };
    MPI_Aint far[] = { 16, 400, 40, 4 };
    MPI_Type_indexed(4, lengths, places, MPI_INT, &t);
    is(&t, 24, 4, 48);
    for (int c = 0; c < 2; c++) {
        bytes_at(c * 48 + 16, 8);
        bytes_at(c * 48 + 40, 12);
        bytes_at(c * 48 + 4, 4);
    }
    transfers(t, 2, map_of, mapped);
    crosses(t, 1000);
    MPI_Type_free(&t);
    MPI_Type_create_hindexed(4, lengths, far, MPI_INT, &t);
    is(&t, 24, 4, 48);
    bytes_at(16, 8);
    bytes_at(40, 12);
    bytes_at(4, 4);
    transfers(t, 1, map_of, mapped);
    MPI_Type_free(&t);
    MPI_Type_create_indexed_block(3, 2, places, MPI_INT, &t);
    is(&t, 24, 16, 392);
    bytes_at(16, 8);
    bytes_at(400, 8);
    bytes_at(40, 8);
    transfers(t, 1, map_of, mapped);
    crosses(t, 300);
    MPI_Type_free(&t);
    MPI_Type_create_hindexed_block(3, 2, far, MPI_INT, &t);
    is(&t, 24, 16, 392);
    MPI_Type_free(&t);
}

struct record {
    char c;
    double d;
    int i[3];
    short s;
};

static void structure(void)
{
    MPI_Datatype t, r;
    int lengths[] = { 1, 1, 3, 1 };
    MPI_Aint places[] = { offsetof(struct record, c), offsetof(struct record, d),
                          offsetof(struct record, i), offsetof(struct record, s) };
    MPI_Datatype types[] = { MPI_CHAR, MPI_DOUBLE, MPI_INT, MPI_SHORT };
    MPI_Type_create_struct(4, lengths, places, types, &t);
    is(&t, 23, 0, sizeof(struct record));
    MPI_Type_create_resized(t, 0, 64, &r);
    is(&r, 23, 0, 64);
    for (int c = 0; c < 3; c++) {
        bytes_at(c * 64 + (int) places[0], 1);
        bytes_at(c * 64 + (int) places[1], 8);
        bytes_at(c * 64 + (int) places[2], 12);
        bytes_at(c * 64 + (int) places[3], 2);
    }
    transfers(r, 3, map_of, mapped);
    MPI_Aint lb, extent;
    MPI_Type_get_true_extent(r, &lb, &extent);
    SAME(lb, 0);
    SAME(extent, places[3] + 2);
    crosses(t, 40);
    crosses(t, 50000);
    MPI_Type_free(&t);
    crosses(r, 100);
    MPI_Type_free(&r);
    /* Elements of a partly received struct. */
    MPI_Type_create_struct(4, lengths, places, types, &t);
    MPI_Type_commit(&t);
    struct record all[3] = { { 0 } };
    char bytes[32] = { 0 };
    MPI_Request q;
    MPI_Status status;
    int n = -1;
    MPI_Irecv(all, 3, t, me, 1, MPI_COMM_WORLD, &q);
    MPI_Send(bytes, 32, MPI_BYTE, me, 1, MPI_COMM_WORLD);
    MPI_Wait(&q, &status);
    MPI_Get_count(&status, t, &n);
    SAME(n, MPI_UNDEFINED);
    MPI_Get_elements(&status, t, &n);
    SAME(n, 8);
    MPI_Count nx = -1;
    MPI_Get_elements_x(&status, t, &nx);
    SAME(nx, 8);
#if MPI_VERSION >= 4
    MPI_Get_elements_c(&status, t, &nx);
    SAME(nx, 8);
#endif
    MPI_Type_free(&t);
}

static void subarray(void)
{
    MPI_Datatype t;
    int sizes[] = { 4, 5, 6 }, sub[] = { 2, 3, 2 }, starts[] = { 1, 1, 3 };
    MPI_Type_create_subarray(3, sizes, sub, starts, MPI_ORDER_C, MPI_INT, &t);
    is(&t, 48, 0, 480);
    for (int i = 1; i < 3; i++)
        for (int j = 1; j < 4; j++) bytes_at(((i * 5 + j) * 6 + 3) * 4, 8);
    transfers(t, 1, map_of, mapped);
    crosses(t, 2000);
    MPI_Type_free(&t);
    MPI_Type_create_subarray(3, sizes, sub, starts, MPI_ORDER_FORTRAN, MPI_INT, &t);
    is(&t, 48, 0, 480);
    for (int k = 3; k < 5; k++)
        for (int j = 1; j < 4; j++) bytes_at((1 + 4 * (j + 5 * k)) * 4, 8);
    transfers(t, 1, map_of, mapped);
    MPI_Type_free(&t);
}

static void darray(void)
{
    /* 8 x 6 doubles on a 2 x 2 grid: rows in blocks of 3 dealt out, columns in one block. */
    int sizes[] = { 8, 6 }, grid[] = { 2, 2 }, size, total = 0;
    int how[] = { MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK }, args[] = { 3, MPI_DISTRIBUTE_DFLT_DARG };
    for (int rank = 0; rank < 4; rank++) {
        MPI_Datatype t;
        MPI_Aint lb, extent;
        MPI_Type_create_darray(4, rank, 2, sizes, how, args, grid, MPI_ORDER_C, MPI_DOUBLE, &t);
        MPI_Type_commit(&t);
        MPI_Type_size(t, &size);
        MPI_Type_get_extent(t, &lb, &extent);
        SAME(lb, 0);
        SAME(extent, 8 * 6 * 8);
        mapped = 0;
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 6; j++)
                if (i / 3 % 2 == rank / 2 && j / 3 == rank % 2) bytes_at((i * 6 + j) * 8, 8);
        SAME(size, mapped);
        transfers(t, 1, map_of, mapped);
        total += size;
        MPI_Type_free(&t);
    }
    SAME(total, 8 * 6 * 8);
}

static void dup_and_address(void)
{
    MPI_Datatype t, d;
    int a[10];
    MPI_Aint x, y;
    MPI_Type_vector(2, 1, 3, MPI_INT, &t);
    MPI_Type_commit(&t);
    MPI_Type_dup(t, &d);
    MPI_Type_free(&t);
    mapped = 0;
    bytes_at(0, 4);
    bytes_at(12, 4);
    transfers(d, 1, map_of, mapped);
    MPI_Type_free(&d);
    MPI_Get_address(&a[0], &x);
    MPI_Get_address(&a[7], &y);
    SAME(MPI_Aint_diff(y, x), 28);
    CHECK(MPI_Aint_add(x, 28) == y);
    /* §4.1: absolute addresses with MPI_BOTTOM. */
    int lengths[] = { 1, 1 };
    MPI_Aint places[] = { x, y };
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &t);
    MPI_Type_commit(&t);
    int got[2] = { 0 };
    a[0] = 5;
    a[7] = 6;
    MPI_Sendrecv(MPI_BOTTOM, 1, t, me, 1, got, 2, MPI_INT, me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAME(got[0], 5);
    SAME(got[1], 6);
    MPI_Type_free(&t);
}

static void envelope(MPI_Datatype t, int ni, int na, int nd, int combiner)
{
    int i, a, d, c;
    CHECK(!MPI_Type_get_envelope(t, &i, &a, &d, &c));
    SAME(c, combiner);
    SAME(i, ni);
    SAME(a, na);
    SAME(d, nd);
}

static void contents(void)
{
    MPI_Datatype t, inner;
    int ints[10], lengths[] = { 1, 2 };
    MPI_Aint aints[10], places[] = { 0, 8 };
    MPI_Datatype types[4], members[] = { MPI_INT, MPI_DOUBLE };
    envelope(MPI_INT, 0, 0, 0, MPI_COMBINER_NAMED);
    MPI_Type_vector(3, 2, 7, MPI_FLOAT, &t);
    envelope(t, 3, 0, 1, MPI_COMBINER_VECTOR);
    MPI_Type_get_contents(t, 3, 0, 1, ints, aints, types);
    SAME(ints[0], 3);
    SAME(ints[1], 2);
    SAME(ints[2], 7);
    CHECK(types[0] == MPI_FLOAT);
    MPI_Type_contiguous(2, t, &inner);
    envelope(inner, 1, 0, 1, MPI_COMBINER_CONTIGUOUS);
    MPI_Type_get_contents(inner, 1, 0, 1, ints, aints, types);
    int combiner, x, y, z;
    MPI_Type_get_envelope(types[0], &x, &y, &z, &combiner);
    SAME(combiner, MPI_COMBINER_VECTOR);
    MPI_Type_free(&types[0]);
    MPI_Type_free(&inner);
    MPI_Type_free(&t);
    MPI_Type_create_struct(2, lengths, places, members, &t);
    envelope(t, 3, 2, 2, MPI_COMBINER_STRUCT);
    MPI_Type_get_contents(t, 3, 2, 2, ints, aints, types);
    SAME(ints[0], 2);
    SAME(ints[2], 2);
    SAME(aints[1], 8);
    CHECK(types[0] == MPI_INT && types[1] == MPI_DOUBLE);
    MPI_Type_free(&t);
    MPI_Type_create_resized(MPI_INT, -4, 16, &t);
    envelope(t, 0, 2, 1, MPI_COMBINER_RESIZED);
    MPI_Type_get_contents(t, 0, 2, 1, ints, aints, types);
    SAME(aints[0], -4);
    SAME(aints[1], 16);
    MPI_Type_free(&t);
    MPI_Type_dup(MPI_INT, &t);
    envelope(t, 0, 0, 1, MPI_COMBINER_DUP);
    MPI_Type_free(&t);
    int sizes[] = { 4, 4 }, sub[] = { 2, 2 }, starts[] = { 1, 1 };
    MPI_Type_create_subarray(2, sizes, sub, starts, MPI_ORDER_C, MPI_INT, &t);
    envelope(t, 8, 0, 1, MPI_COMBINER_SUBARRAY);
    MPI_Type_free(&t);
    MPI_Type_create_hvector(2, 1, 32, MPI_INT, &t);
    envelope(t, 2, 1, 1, MPI_COMBINER_HVECTOR);
    MPI_Type_free(&t);
    MPI_Type_create_indexed_block(2, 1, starts, MPI_INT, &t);
    envelope(t, 4, 0, 1, MPI_COMBINER_INDEXED_BLOCK);
    MPI_Type_free(&t);
}

static void named(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length, size;
    MPI_Datatype t;
    MPI_Type_get_name(MPI_DOUBLE, name, &length);
    CHECK(!strcmp(name, "MPI_DOUBLE") && length == 10);
    MPI_Type_contiguous(2, MPI_INT, &t);
    MPI_Type_get_name(t, name, &length);
    SAME(length, 0);
    MPI_Type_set_name(t, "pair");
    MPI_Type_get_name(t, name, &length);
    CHECK(!strcmp(name, "pair") && length == 4);
    MPI_Type_free(&t);
    MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &t);
    MPI_Type_size(t, &size);
    SAME(size, 8);
    MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 4, &t);
    MPI_Type_size(t, &size);
    SAME(size, 4);
    MPI_Type_size(MPI_DOUBLE_INT, &size);
    SAME(size, 12);
    MPI_Type_size(MPI_C_DOUBLE_COMPLEX, &size);
    SAME(size, 16);
    MPI_Type_size(MPI_AINT, &size);
    SAME(size, sizeof(MPI_Aint));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    map_of = get(BIG * sizeof *map_of);
    contiguous();
    vector();
    indexed();
    structure();
    subarray();
    darray();
    dup_and_address();
    contents();
    named();
    free(map_of);
    return end();
}
