/* The names of MPI-1 that are no more (MPI-5.0 §17). A library for the standard ABI has the functions;
 * where the header lacks them they are declared here. */
#include "check.h"

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

#ifndef MPI_UB
typedef void MPI_Handler_function(MPI_Comm *, int *, ...);
int MPI_Address(void *location, MPI_Aint *address);
int MPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *errhandler);
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler);
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler);
int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent);
int MPI_Type_hindexed(int count, int lengths[], MPI_Aint places[], MPI_Datatype old,
                      MPI_Datatype *made);
int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement);
int MPI_Type_struct(int count, int lengths[], MPI_Aint places[], MPI_Datatype types[],
                    MPI_Datatype *made);
int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement);
#endif

static void bounds(MPI_Datatype type, MPI_Aint lb, MPI_Aint ub)
{
    MPI_Aint low, high, extent;
    MPI_Type_lb(type, &low);
    MPI_Type_ub(type, &high);
    MPI_Type_extent(type, &extent);
    SAME(low, lb);
    SAME(high, ub);
    SAME(extent, ub - lb);
}

struct part {
    char letter;
    double number;
    int rest;
};

/* A structure with its bounds where the program wants them, to oneself and back. */
static void structures(void)
{
    struct part a[3], b[3];
    MPI_Aint base, places[3];
    int lengths[3] = {1, 1, 1};
    MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT}, type;
    MPI_Address(&a[0], &base);
    MPI_Address(&a[0].letter, &places[0]);
    MPI_Address(&a[0].number, &places[1]);
    MPI_Address(&a[0].rest, &places[2]);
    for (int i = 0; i < 3; i++) places[i] -= base;
    CHECK(!MPI_Type_struct(3, lengths, places, types, &type));
    CHECK(!MPI_Type_commit(&type));
    bounds(type, 0, sizeof(struct part));
    memset(b, 0, sizeof b);
    for (int i = 0; i < 3; i++) {
        a[i].letter = (char) ('a' + i);
        a[i].number = i + 0.5;
        a[i].rest = -i;
    }
    MPI_Sendrecv(a, 3, type, 0, 1, b, 3, type, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++)
        CHECK(b[i].letter == a[i].letter && b[i].number == a[i].number && b[i].rest == -i);
    MPI_Type_free(&type);
}

static void vectors(void)
{
    MPI_Datatype type;
    int lengths[2] = {2, 1}, in[6] = {1, 2, 3, 4, 5, 6}, out[6] = {0};
    MPI_Aint places[2] = {4, 16};
    CHECK(!MPI_Type_hvector(3, 1, 8, MPI_INT, &type));
    bounds(type, 0, 20);
    MPI_Type_free(&type);
    CHECK(!MPI_Type_hindexed(2, lengths, places, MPI_INT, &type));
    bounds(type, 4, 20);
    MPI_Type_commit(&type);
    MPI_Sendrecv(in, 1, type, 0, 2, out, 3, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    CHECK(out[0] == 2 && out[1] == 3 && out[2] == 5 && out[3] == 0);
    MPI_Type_free(&type);
}

static int called;

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void) comm;
    (void) code;
    called++;
}

static void handlers(void)
{
    MPI_Errhandler mine, found;
    CHECK(!MPI_Errhandler_create(handle, &mine));
    CHECK(!MPI_Errhandler_set(MPI_COMM_WORLD, mine));
    CHECK(!MPI_Errhandler_get(MPI_COMM_WORLD, &found));
    CHECK(found == mine);
    MPI_Send(NULL, 0, MPI_INT, ranks, 0, MPI_COMM_WORLD);
    SAME(called, 1);
    MPI_Errhandler_free(&mine);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

#ifdef MPI_UB
static MPI_Datatype marked(int n, MPI_Aint places[], MPI_Datatype types[])
{
    int lengths[3] = {1, 1, 1};
    MPI_Datatype type;
    CHECK(!MPI_Type_struct(n, lengths, places, types, &type));
    return type;
}

/* The examples of MPI-1 §3.12.2 and §3.12.3, and one marker alone. */
static void markers(void)
{
    MPI_Aint places[3] = {-3, 0, 6};
    MPI_Datatype types[3] = {MPI_LB, MPI_INT, MPI_UB}, one, two, parts[3];
    int size, integers, addresses, datatypes, combiner, i[4];
    MPI_Aint a[3];
    one = marked(3, places, types);
    bounds(one, -3, 6);
    MPI_Type_size(one, &size);
    SAME(size, 4);
    MPI_Type_contiguous(2, one, &two);
    bounds(two, -3, 15);
    MPI_Type_free(&two);
    /* The markers of a part outweigh what has none. */
    two = marked(2, (MPI_Aint[]) {10, 50}, (MPI_Datatype[]) {one, MPI_DOUBLE});
    bounds(two, 7, 16);
    MPI_Type_free(&two);
    /* They are told as they were given. */
    MPI_Type_get_envelope(one, &integers, &addresses, &datatypes, &combiner);
    SAME(datatypes, 3);
    MPI_Type_get_contents(one, 4, 3, 3, i, a, parts);
    CHECK(parts[0] == MPI_LB && parts[1] == MPI_INT && parts[2] == MPI_UB);
    MPI_Type_free(&one);
    one = marked(2, (MPI_Aint[]) {0, 12}, (MPI_Datatype[]) {MPI_INT, MPI_UB});
    bounds(one, 0, 12);
    /* What lies between the elements stays untouched. */
    MPI_Type_commit(&one);
    int in[2] = {5, 6}, out[6] = {0};
    MPI_Sendrecv(in, 2, MPI_INT, 0, 3, out, 2, one, 0, 3, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    CHECK(out[0] == 5 && out[1] == 0 && out[2] == 0 && out[3] == 6);
    MPI_Type_free(&one);
    one = marked(2, (MPI_Aint[]) {0, 2}, (MPI_Datatype[]) {MPI_INT, MPI_UB});
    bounds(one, 0, 2);
    MPI_Type_free(&one);
    one = marked(2, (MPI_Aint[]) {-4, 0}, (MPI_Datatype[]) {MPI_LB, MPI_INT});
    bounds(one, -4, 4);
    MPI_Type_free(&one);
    MPI_Type_size(MPI_UB, &size);
    SAME(size, 0);
}
#endif

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    structures();
    vectors();
    handlers();
#ifdef MPI_UB
    markers();
#endif
    return end();
}
