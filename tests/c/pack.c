/* Packing (MPI-5.0 §5.2), the external32 form (§14.5.2), and large counts. */
#include "check.h"

static void mixed(void)
{
    int i = 42, n = 3, j = 0, m = 0, position = 0, space;
    double d[3] = { 1.5, -2.5, 3.25 }, e[3] = { 0 };
    char c[8] = "seven..", f[8] = { 0 }, buf[200];
    MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &space);
    CHECK(space >= 4);
    MPI_Pack(&i, 1, MPI_INT, buf, sizeof buf, &position, MPI_COMM_WORLD);
    MPI_Pack(&n, 1, MPI_INT, buf, sizeof buf, &position, MPI_COMM_WORLD);
    MPI_Pack(d, 3, MPI_DOUBLE, buf, sizeof buf, &position, MPI_COMM_WORLD);
    MPI_Pack(c, 8, MPI_CHAR, buf, sizeof buf, &position, MPI_COMM_WORLD);
    int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    char got[200];
    MPI_Status status;
    MPI_Sendrecv(buf, position, MPI_PACKED, right, 1, got, 200, MPI_PACKED, left, 1, MPI_COMM_WORLD,
                 &status);
    int length;
    MPI_Get_count(&status, MPI_PACKED, &length);
    SAME(length, position);
    position = 0;
    MPI_Unpack(got, length, &position, &j, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(got, length, &position, &m, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(got, length, &position, e, m, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Unpack(got, length, &position, f, 8, MPI_CHAR, MPI_COMM_WORLD);
    SAME(position, length);
    SAME(j, 42);
    CHECK(!memcmp(d, e, sizeof d) && !memcmp(c, f, sizeof c));
}

/* Packed data may be received as its type, and typed data as packed. */
static void either_way(void)
{
    int values[4] = { 1, 2, 3, 4 }, got[4] = { 0 }, position = 0;
    char buf[64];
    MPI_Pack(values, 4, MPI_INT, buf, 64, &position, MPI_COMM_SELF);
    MPI_Sendrecv(buf, position, MPI_PACKED, 0, 1, got, 4, MPI_INT, 0, 1, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    CHECK(!memcmp(values, got, sizeof got));
}

static void external32(void)
{
    MPI_Aint size, position = 0;
    int i = 0x01020304, j = 0;
    short s = 0x0506, t = 0;
    double d = 1.0, e = 0;
    long l = -2, k = 0;
    unsigned char buf[64], expected[] = { 1, 2, 3, 4, 5, 6, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0,
                                          0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe };
    MPI_Pack_external_size("external32", 1, MPI_LONG, &size);
    SAME(size, 4); /* Table 14.2: a long has four bytes in external32 */
    MPI_Pack_external("external32", &i, 1, MPI_INT, buf, 64, &position);
    MPI_Pack_external("external32", &s, 1, MPI_SHORT, buf, 64, &position);
    MPI_Pack_external("external32", &d, 1, MPI_DOUBLE, buf, 64, &position);
    MPI_Pack_external("external32", &l, 1, MPI_INT64_T, buf, 64, &position);
    SAME(position, 22);
    CHECK(!memcmp(buf, expected, 22));
    position = 0;
    MPI_Unpack_external("external32", buf, 22, &position, &j, 1, MPI_INT);
    MPI_Unpack_external("external32", buf, 22, &position, &t, 1, MPI_SHORT);
    MPI_Unpack_external("external32", buf, 22, &position, &e, 1, MPI_DOUBLE);
    MPI_Unpack_external("external32", buf, 22, &position, &k, 1, MPI_INT64_T);
    SAME(j, i);
    SAME(t, s);
    CHECK(e == d);
    SAME(k, -2);
}

static void large_counts(void)
{
    enum { N = 1000 };
    int out[N], in[N] = { 0 };
    MPI_Count size = -1, count = -1, lb, extent, position = 0;
    MPI_Datatype t;
    MPI_Status status;
    MPI_Request r;
    for (int i = 0; i < N; i++) out[i] = i * i;
    MPI_Irecv_c(in, (MPI_Count) N, MPI_INT, me, 1, MPI_COMM_WORLD, &r);
    MPI_Send_c(out, (MPI_Count) N, MPI_INT, me, 1, MPI_COMM_WORLD);
    MPI_Wait(&r, &status);
    MPI_Get_count_c(&status, MPI_INT, &count);
    SAME(count, N);
    CHECK(!memcmp(out, in, sizeof in));
    /* A type of 12 GB is only a description. */
    MPI_Type_contiguous_c(3000000000LL, MPI_INT, &t);
    MPI_Type_size_c(t, &size);
    SAME(size, 12000000000LL);
    MPI_Type_get_extent_c(t, &lb, &extent);
    SAME(extent, 12000000000LL);
    int small;
    MPI_Type_size(t, &small);
    SAME(small, MPI_UNDEFINED);
    MPI_Type_size_x(t, &size);
    SAME(size, 12000000000LL);
    MPI_Type_free(&t);
    MPI_Type_vector_c(10, 2, 5000000000LL, MPI_CHAR, &t);
    MPI_Type_get_extent_c(t, &lb, &extent);
    SAME(extent, 45000000002LL);
    MPI_Count ni, na, nl, nd;
    int combiner;
    MPI_Type_get_envelope_c(t, &ni, &na, &nl, &nd, &combiner);
    SAME(combiner, MPI_COMBINER_VECTOR);
    SAME(nl, 3);
    MPI_Count large[3];
    int ints[1];
    MPI_Aint aints[1];
    MPI_Datatype types[1];
    MPI_Type_get_contents_c(t, ni, na, nl, nd, ints, aints, large, types);
    SAME(large[2], 5000000000LL);
    MPI_Type_free(&t);
    char buf[8 * N];
    MPI_Pack_c(out, N, MPI_INT, buf, sizeof buf, &position, MPI_COMM_SELF);
    SAME(position, N * 4);
    MPI_Allreduce_c(out, in, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++) SAME(in[i], out[i] * ranks);
    MPI_Bcast_c(in, N, MPI_INT, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    mixed();
    either_way();
    external32();
    large_counts();
    return end();
}
