/* Conjugate gradients on a sparse symmetric matrix, as CG of the NAS parallel benchmarks does.
 *
 *     kernel_cg ROWS_OF_A_RANK STEPS [SPOIL]
 *
 * Entries lie anywhere in a row, so that every rank needs what every other has: pieces of the vector travel between
 * all pairs, and each step has two sums over all. The right side is what the vector of ones gives; the solution has
 * to be that. */
#include "kernel.h"

enum { PER_ROW = 6 };

static long mine, rows, first, spoil;
static long (*column)[PER_ROW];
static double (*entry)[PER_ROW];
static double *diagonal;
static MPI_Request *requests;

/* The matrix is the sum of permutations' cycles: row i is joined with i + s and i - s for a few strides s, which is
 * symmetric; the diagonal outweighs the others. */
static void make_matrix(void)
{
    for (long i = 0; i < mine; i++) {
        diagonal[i] = 1.0;
        for (int k = 0; k < PER_ROW / 2; k++) {
            long stride = 1 + (long) (mixed(7, (uint64_t) k) % (uint64_t) (rows - 1)), row = first + i;
            double weight = 0.25 + 0.5 * k;
            column[i][2 * k] = (row + stride) % rows;
            column[i][2 * k + 1] = (row + rows - stride) % rows;
            entry[i][2 * k] = entry[i][2 * k + 1] = -weight;
            diagonal[i] += 2.0 * weight;
        }
    }
}

/* Everybody's pieces of the vector. */
static void gather(const double *piece, double *whole)
{
    int n = 0;
    for (int other = 0; other < ranks; other++)
        if (other != rank)
            MPI_Irecv(whole + other * mine, (int) mine, MPI_DOUBLE, other, 1, MPI_COMM_WORLD, &requests[n++]);
    for (int away = 1; away < ranks; away++)
        MPI_Isend(piece, (int) mine, MPI_DOUBLE, (rank + away) % ranks, 1, MPI_COMM_WORLD, &requests[n++]);
    memcpy(whole + first, piece, (size_t) mine * sizeof *piece);
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
    if (spoil > 0 && ranks > 1) {
        spoil--;
        whole[(rank + 1) % ranks * mine] += 1.0;
    }
}

static void multiply(const double *whole, double *product)
{
    for (long i = 0; i < mine; i++) {
        double sum = diagonal[i] * whole[first + i];
        for (int k = 0; k < PER_ROW; k++) sum += entry[i][k] * whole[column[i][k]];
        product[i] = sum;
    }
}

static double dot(const double *a, const double *b)
{
    double own = 0.0, all;
    for (long i = 0; i < mine; i++) own += a[i] * b[i];
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    mine = argument(argc, argv, 1, 1000);
    long steps = argument(argc, argv, 2, 25);
    spoil = argument(argc, argv, 3, 0);
    rows = mine * ranks, first = mine * rank;
    if (rows < 2) wrong("two rows are needed");
    size_t bytes = (size_t) mine * sizeof(double);
    double *x = memory(bytes), *r = memory(bytes), *p = memory(bytes), *q = memory(bytes);
    double *whole = memory(bytes * (size_t) ranks);
    diagonal = memory(bytes);
    column = memory((size_t) mine * sizeof *column);
    entry = memory((size_t) mine * sizeof *entry);
    requests = memory(2 * (size_t) ranks * sizeof *requests);
    make_matrix();
    for (long i = 0; i < rows; i++) whole[i] = 1.0;
    multiply(whole, r);
    for (long i = 0; i < mine; i++) {
        x[i] = 0.0;
        /* The vector of ones alone would be found at once. */
        r[i] += (double) (mixed(3, (uint64_t) (first + i)) % 1000) * 1e-3;
        p[i] = r[i];
    }
    memcpy(q, r, bytes);
    double *right = memory(bytes);
    memcpy(right, r, bytes);
    double start = clock_of_all(), rho = dot(r, r), before = rho;
    for (long step = 0; step < steps && rho > 0.0; step++) {
        gather(p, whole);
        multiply(whole, q);
        double alpha = rho / dot(p, q);
        for (long i = 0; i < mine; i++) x[i] += alpha * p[i], r[i] -= alpha * q[i];
        double next = dot(r, r), beta = next / rho;
        for (long i = 0; i < mine; i++) p[i] = r[i] + beta * p[i];
        rho = next;
    }
    double seconds = clock_of_all() - start;
    /* What the recurrence believes is left must be what is left, and little of what there was. */
    spoil = 0;
    gather(x, whole);
    multiply(whole, q);
    for (long i = 0; i < mine; i++) q[i] = right[i] - q[i];
    double left = sqrt(dot(q, q) / before);
    verified(left < 1e-6 && isfinite(left), seconds);
    MPI_Finalize();
    return 0;
}
