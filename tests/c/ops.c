/* Reduction operations (MPI-5.0 §6.9): every predefined one on every type it is defined for, user
 * operations that commute and that do not, on plain and derived types. */
#include "check.h"
#include <complex.h>
#include <stdbool.h>

#define CASE(TYPE, MPI, OP, MINE, WANT)                                                       \
    do {                                                                                      \
        TYPE in_[17], out_[17], want_;                                                        \
        for (int i_ = 0; i_ < 17; i_++) in_[i_] = (TYPE) (MINE);                              \
        memset(out_, 0, sizeof out_);                                                         \
        CHECK(!MPI_Allreduce(in_, out_, 17, MPI, OP, MPI_COMM_WORLD));                        \
        want_ = (TYPE) (WANT);                                                                \
        for (int i_ = 0; i_ < 17; i_++)                                                       \
            if (out_[i_] != want_) {                                                          \
                fprintf(stderr, "ops.c:%d: rank %d: %s of %s is wrong\n", __LINE__, me, #OP, #MPI); \
                MPI_Abort(MPI_COMM_WORLD, 9);                                                 \
            }                                                                                 \
    } while (0)

static int product, sum, bor, bxor, band;

static void expectations(void)
{
    product = 1, sum = 0, bor = 0, bxor = 0, band = 0xff;
    for (int r = 0; r < ranks; r++) {
        product *= r % 3 + 1;
        sum += r + 1;
        bor |= 1 << r % 7;
        bxor ^= r + 5;
        band &= 0x70 | r;
    }
}

#define ARITHMETIC(TYPE, MPI)                                                                 \
    do {                                                                                      \
        CASE(TYPE, MPI, MPI_SUM, me + 1, sum);                                                \
        CASE(TYPE, MPI, MPI_PROD, me % 3 + 1, product);                                       \
        CASE(TYPE, MPI, MPI_MAX, me + 3, ranks + 2);                                          \
        CASE(TYPE, MPI, MPI_MIN, me + 3, 3);                                                  \
    } while (0)

/* Bits, but no truth values (MPI-5.0 §6.9.2). */
#define MULTI_LANGUAGE(TYPE, MPI)                                                             \
    do {                                                                                      \
        ARITHMETIC(TYPE, MPI);                                                                \
        CASE(TYPE, MPI, MPI_BOR, 1 << me % 7, bor);                                           \
        CASE(TYPE, MPI, MPI_BXOR, me + 5, bxor);                                              \
        CASE(TYPE, MPI, MPI_BAND, 0x70 | me, band);                                           \
    } while (0)

#define INTEGER(TYPE, MPI)                                                                    \
    do {                                                                                      \
        ARITHMETIC(TYPE, MPI);                                                                \
        CASE(TYPE, MPI, MPI_LAND, me + 1, 1);                                                 \
        CASE(TYPE, MPI, MPI_LAND, me, 0);                                                     \
        CASE(TYPE, MPI, MPI_LOR, me == ranks - 1, 1);                                 \
        CASE(TYPE, MPI, MPI_LXOR, me == 0, 1);                                             \
        CASE(TYPE, MPI, MPI_BOR, 1 << me % 7, bor);                                           \
        CASE(TYPE, MPI, MPI_BXOR, me + 5, bxor);                                              \
        CASE(TYPE, MPI, MPI_BAND, 0x70 | me, band);                                           \
    } while (0)

static void predefined(void)
{
    INTEGER(int, MPI_INT);
    INTEGER(long, MPI_LONG);
    INTEGER(short, MPI_SHORT);
    INTEGER(unsigned short, MPI_UNSIGNED_SHORT);
    INTEGER(unsigned, MPI_UNSIGNED);
    INTEGER(unsigned long, MPI_UNSIGNED_LONG);
    INTEGER(long long, MPI_LONG_LONG_INT);
    INTEGER(unsigned long long, MPI_UNSIGNED_LONG_LONG);
    INTEGER(signed char, MPI_SIGNED_CHAR);
    INTEGER(unsigned char, MPI_UNSIGNED_CHAR);
    INTEGER(int8_t, MPI_INT8_T);
    INTEGER(int16_t, MPI_INT16_T);
    INTEGER(int32_t, MPI_INT32_T);
    INTEGER(int64_t, MPI_INT64_T);
    INTEGER(uint8_t, MPI_UINT8_T);
    INTEGER(uint16_t, MPI_UINT16_T);
    INTEGER(uint32_t, MPI_UINT32_T);
    INTEGER(uint64_t, MPI_UINT64_T);
    MULTI_LANGUAGE(MPI_Aint, MPI_AINT);
    MULTI_LANGUAGE(MPI_Offset, MPI_OFFSET);
    MULTI_LANGUAGE(MPI_Count, MPI_COUNT);
    ARITHMETIC(float, MPI_FLOAT);
    ARITHMETIC(double, MPI_DOUBLE);
    ARITHMETIC(long double, MPI_LONG_DOUBLE);
    CASE(float complex, MPI_C_FLOAT_COMPLEX, MPI_SUM, me + 1 + 2 * I, sum + 2 * ranks * I);
    CASE(double complex, MPI_C_DOUBLE_COMPLEX, MPI_SUM, me + 1 - I, sum - ranks * I);
    CASE(double complex, MPI_C_DOUBLE_COMPLEX, MPI_PROD, me ? 1 : I, I);
    CASE(long double complex, MPI_C_LONG_DOUBLE_COMPLEX, MPI_SUM, me + 1, sum);
    CASE(bool, MPI_C_BOOL, MPI_LAND, true, true);
    CASE(bool, MPI_C_BOOL, MPI_LAND, me != 0, false);
    CASE(bool, MPI_C_BOOL, MPI_LOR, me == 0, true);
    CASE(bool, MPI_C_BOOL, MPI_LXOR, me == 0, true);
    CASE(unsigned char, MPI_BYTE, MPI_BOR, 1 << me % 7, bor);
    CASE(unsigned char, MPI_BYTE, MPI_BAND, 0x70 | me, band);
    CASE(unsigned char, MPI_BYTE, MPI_BXOR, me + 5, bxor);
}

/* §6.9.4: value and place; equal values give the lower place. */
#define PLACES(TYPE, MPI)                                                                     \
    do {                                                                                      \
        struct {                                                                              \
            TYPE v;                                                                           \
            int i;                                                                            \
        } in_[2], out_[2];                                                                    \
        memset(in_, 0, sizeof in_);                                                           \
        in_[0].v = (TYPE) (me + 1);                                                           \
        in_[0].i = me;                                                                        \
        in_[1].v = 5;                                                                         \
        in_[1].i = ranks - me;                                                                \
        MPI_Allreduce(in_, out_, 2, MPI, MPI_MAXLOC, MPI_COMM_WORLD);                         \
        CHECK(out_[0].v == (TYPE) ranks && out_[0].i == ranks - 1);                           \
        CHECK(out_[1].v == 5 && out_[1].i == 1);                                              \
        MPI_Allreduce(in_, out_, 2, MPI, MPI_MINLOC, MPI_COMM_WORLD);                         \
        CHECK(out_[0].v == 1 && out_[0].i == 0);                                              \
        CHECK(out_[1].v == 5 && out_[1].i == 1);                                              \
    } while (0)

static void places(void)
{
    PLACES(float, MPI_FLOAT_INT);
    PLACES(double, MPI_DOUBLE_INT);
    PLACES(long, MPI_LONG_INT);
    PLACES(int, MPI_2INT);
    PLACES(short, MPI_SHORT_INT);
    PLACES(long double, MPI_LONG_DOUBLE_INT);
}

/* Products of 2 x 2 matrices: associative, not commutative. */
typedef struct {
    long m[4];
} matrix;

static void multiply(void *in, void *inout, int *n, MPI_Datatype *type)
{
    matrix *x = in, *y = inout;
    (void) type;
    for (int i = 0; i < *n; i++) {
        matrix z;
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < 2; c++)
                z.m[r * 2 + c] = (x[i].m[r * 2] * y[i].m[c] + x[i].m[r * 2 + 1] * y[i].m[2 + c]) % 9973;
        y[i] = z;
    }
}

static matrix of_rank(int r, int i)
{
    return (matrix) { { r + 1, i % 5, 1, r + 2 } };
}

static matrix product_up_to(int last, int i)
{
    int one = 1;
    matrix p = of_rank(last, i);
    for (int r = last - 1; r >= 0; r--) {
        matrix x = of_rank(r, i);
        multiply(&x, &p, &one, NULL);
    }
    return p;
}

static void noncommutative(int n)
{
    MPI_Datatype type;
    MPI_Op op;
    int commutes = -1;
    MPI_Type_contiguous(4, MPI_LONG, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(multiply, 0, &op);
    MPI_Op_commutative(op, &commutes);
    SAME(commutes, 0);
    matrix *in = get(sizeof(matrix) * (size_t) n * ranks), *out = get(sizeof(matrix) * (size_t) n * ranks);
    for (int i = 0; i < n * ranks; i++) in[i] = of_rank(me, i);
    for (int root = 0; root < ranks; root++) {
        MPI_Reduce(in, out, n, type, op, root, MPI_COMM_WORLD);
        for (int i = 0; me == root && i < n; i++) {
            matrix want = product_up_to(ranks - 1, i);
            CHECK(!memcmp(&out[i], &want, sizeof want));
        }
    }
    MPI_Allreduce(in, out, n, type, op, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) {
        matrix want = product_up_to(ranks - 1, i);
        CHECK(!memcmp(&out[i], &want, sizeof want));
    }
    MPI_Scan(in, out, n, type, op, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) {
        matrix want = product_up_to(me, i);
        CHECK(!memcmp(&out[i], &want, sizeof want));
    }
    MPI_Exscan(in, out, n, type, op, MPI_COMM_WORLD);
    for (int i = 0; me > 0 && i < n; i++) {
        matrix want = product_up_to(me - 1, i);
        CHECK(!memcmp(&out[i], &want, sizeof want));
    }
    MPI_Reduce_scatter_block(in, out, n, type, op, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) {
        matrix want = product_up_to(ranks - 1, me * n + i);
        CHECK(!memcmp(&out[i], &want, sizeof want));
    }
    free(in);
    free(out);
    MPI_Op_free(&op);
    CHECK(op == MPI_OP_NULL);
    MPI_Type_free(&type);
}

/* A commutative operation on a type with a hole, which must stay untouched. */
typedef struct {
    int value, hole;
} holed;

static void add_holed(void *in, void *inout, int *n, MPI_Datatype *type)
{
    holed *x = in, *y = inout;
    (void) type;
    for (int i = 0; i < *n; i++) y[i].value += x[i].value;
}

static void with_holes(void)
{
    enum { N = 3000 };
    MPI_Datatype type;
    MPI_Op op;
    holed *in = get(sizeof(holed) * N), *out = get(sizeof(holed) * N);
    MPI_Type_create_resized(MPI_INT, 0, sizeof(holed), &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add_holed, 1, &op);
    for (int i = 0; i < N; i++) {
        in[i] = (holed) { me + i, 77 };
        out[i] = (holed) { -1, 88 };
    }
    MPI_Allreduce(in, out, N, type, op, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++) {
        SAME(out[i].value, ranks * i + ranks * (ranks - 1) / 2);
        SAME(out[i].hole, 88);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    free(in);
    free(out);
}

static void local(void)
{
    int x[3] = { 1, 2, 3 }, y[3] = { 10, 20, 30 }, commutes = 0;
    MPI_Reduce_local(x, y, 3, MPI_INT, MPI_SUM);
    SAME(y[0], 11);
    SAME(y[2], 33);
    MPI_Op_commutative(MPI_SUM, &commutes);
    SAME(commutes, 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    expectations();
    predefined();
    places();
    noncommutative(1);
    noncommutative(7);
    noncommutative(3000);
    with_holes();
    local();
    return end();
}
