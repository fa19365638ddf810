/* Users' operations (MPI-5.0 §6.9.5): one that does not commute, on structures with gaps, in every
 * reduction; the large-count form; elements that reach over their extent. */
#include "check.h"

typedef struct {
    char pad;
    double m;
    int k;
    char tail[12];
} Item;

/* Composition of maps x -> m x + k modulo 101: associative, but the order counts. */
static void compose(const Item *a, Item *b)
{
    b->k = (a->k * (int) b->m + b->k) % 101;
    b->m = (int) (a->m * b->m) % 101;
}

static void maps(void *in, void *inout, int *len, MPI_Datatype *type)
{
    Item *a = in, *b = inout;
    MPI_Aint lb, extent;
    MPI_Type_get_extent(*type, &lb, &extent);
    SAME(extent, sizeof(Item));
    for (int i = 0; i < *len; i++) compose(&a[i], &b[i]);
}

/* Elements of two ints with one between them that belongs to the next element but one. */
static void combs(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    for (int e = 0; e < *len; e++) {
        int *a = (int *) in + e, *b = (int *) inout + e;
        b[0] += a[0];
        b[2] += a[2];
    }
}

static Item item(int rank, int i)
{
    Item made;
    memset(&made, 0x5a, sizeof made);
    made.m = 1 + (rank + i) % 5;
    made.k = (rank * 3 + i) % 11;
    return made;
}

/* Item i of ranks 0 to last, combined; gaps as they were. */
static void expect(const Item *got, int last, int i)
{
    Item want = item(0, i);
    for (int r = 1; r <= last; r++) {
        Item next = item(r, i);
        compose(&want, &next);
        want = next;
    }
    CHECK(got->m == want.m);
    SAME(got->k, want.k);
    CHECK(got->pad == 0x5a && got->tail[0] == 0x5a && got->tail[11] == 0x5a);
}

static void structures(int n, MPI_Datatype type, MPI_Op op)
{
    size_t all = sizeof(Item) * (size_t) (n * ranks);
    Item *a = get(all), *b = get(all);
    MPI_Request r;
    for (int i = 0; i < n * ranks; i++) a[i] = item(me, i);
    memset(b, 0x5a, all);
    CHECK(!MPI_Allreduce(a, b, n, type, op, MPI_COMM_WORLD));
    for (int i = 0; i < n; i++) expect(&b[i], ranks - 1, i);
    for (int root = 0; root < ranks; root++) {
        memset(b, 0x5a, all);
        CHECK(!MPI_Reduce(a, b, n, type, op, root, MPI_COMM_WORLD));
        for (int i = 0; me == root && i < n; i++) expect(&b[i], ranks - 1, i);
    }
    memcpy(b, a, all);
    CHECK(!MPI_Scan(MPI_IN_PLACE, b, n, type, op, MPI_COMM_WORLD));
    for (int i = 0; i < n; i++) expect(&b[i], me, i);
    memset(b, 0x5a, all);
    CHECK(!MPI_Exscan(a, b, n, type, op, MPI_COMM_WORLD));
    for (int i = 0; me > 0 && i < n; i++) expect(&b[i], me - 1, i);
    memset(b, 0x5a, all);
    CHECK(!MPI_Reduce_scatter_block(a, b, n, type, op, MPI_COMM_WORLD));
    for (int i = 0; i < n; i++) expect(&b[i], ranks - 1, me * n + i);
    memset(b, 0x5a, all);
    CHECK(!MPI_Ireduce_scatter_block(a, b, n, type, op, MPI_COMM_WORLD, &r));
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; i++) expect(&b[i], ranks - 1, me * n + i);
    free(a);
    free(b);
}

#if MPI_VERSION >= 4
static void first(void *in, void *inout, MPI_Count *len, MPI_Datatype *type)
{
    CHECK(*type == MPI_INT);
    memcpy(inout, in, sizeof(int) * (size_t) *len);
}

static void large(int n, MPI_Op op)
{
    int *a = get(sizeof(int) * (size_t) n), *b = get(sizeof(int) * (size_t) n);
    for (int i = 0; i < n; i++) a[i] = me + i;
    CHECK(!MPI_Allreduce_c(a, b, n, MPI_INT, op, MPI_COMM_WORLD));
    for (int i = 0; i < n; i++) SAME(b[i], i);
    memset(b, 0, sizeof(int) * (size_t) n);
    CHECK(!MPI_Reduce_local(a, b, n, MPI_INT, op));
    for (int i = 0; i < n; i++) SAME(b[i], me + i);
    free(a);
    free(b);
}
#endif

static void overlapping(void)
{
    int x[4] = { me, me * 2, me * 3, me * 4 }, y[4] = { 0 };
    MPI_Datatype gap, comb;
    MPI_Op op;
    MPI_Type_vector(2, 1, 2, MPI_INT, &gap);
    MPI_Type_create_resized(gap, 0, sizeof(int), &comb);
    MPI_Type_commit(&comb);
    MPI_Op_create(combs, 1, &op);
    MPI_Allreduce(x, y, 2, comb, op, MPI_COMM_WORLD);
    for (int i = 0; i < 4; i++) SAME(y[i], (i + 1) * ranks * (ranks - 1) / 2);
    MPI_Op_free(&op);
    MPI_Type_free(&gap);
    MPI_Type_free(&comb);
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 1, 5, 400, 9000 };
    int lengths[2] = { 1, 1 }, commutes;
    MPI_Aint places[2] = { offsetof(Item, m), offsetof(Item, k) };
    MPI_Datatype parts[2] = { MPI_DOUBLE, MPI_INT }, bare, type;
    MPI_Op op;
    begin(&argc, &argv);
    MPI_Type_create_struct(2, lengths, places, parts, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(Item), &type);
    MPI_Type_commit(&type);
    MPI_Op_create(maps, 0, &op);
    MPI_Op_commutative(op, &commutes);
    SAME(commutes, 0);
    for (int s = 0; s < 4; s++) {
        structures(sizes[s], type, op);
    }
#if MPI_VERSION >= 4
    MPI_Op op_c;
    MPI_Op_create_c(first, 0, &op_c);
    for (int s = 0; s < 4; s++) large(sizes[s], op_c);
    MPI_Op_free(&op_c);
#endif
    overlapping();
    MPI_Op_free(&op);
    MPI_Type_free(&bare);
    MPI_Type_free(&type);
    return end();
}
