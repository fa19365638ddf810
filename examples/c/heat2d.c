/* Heat flow in a square plate, on any number of ranks.
 *
 *     mpiexec -n 4 ./heat2d [PICTURE.png [POINTS [STEPS]]]
 *
 * The ranks form a grid (MPI_Dims_create, MPI_Cart_create); each owns a block of the plate with a
 * rim of one point. A step exchanges the rims with the four neighbours, rows as they lie in memory
 * and columns through MPI_Type_vector, and then moves every point towards its neighbours' mean.
 * Two hot bars and a cold disc keep their temperature. Now and then all ranks agree on how much
 * still changes (MPI_Allreduce). In the end rank 0 gathers the blocks and writes a picture. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "png.h"

typedef struct {
    MPI_Comm comm;
    int rank, ranks;
    int dims[2], coords[2];     /* rows and columns of the grid of ranks, and my place in it */
    int up, down, left, right;  /* neighbours, MPI_PROC_NULL at the rim of the plate */
    int points;                 /* of the whole plate, along each side */
    int first[2], count[2];     /* my block: first row and column, and how many */
    MPI_Datatype column;
    double *now, *next;         /* (count[0] + 2) x (count[1] + 2) */
} plate_t;

/* Part number I of N points dealt to PARTS. */
static void deal(int n, int parts, int i, int *first, int *count)
{
    *count = n / parts + (i < n % parts);
    *first = i * (n / parts) + (i < n % parts ? i : n % parts);
}

static size_t at(const plate_t *p, int row, int column)
{
    return (size_t) row * (size_t) (p->count[1] + 2) + (size_t) column;
}

static int inside(double x, double y, double x0, double x1, double y0, double y1)
{
    return x >= x0 && x < x1 && y >= y0 && y < y1;
}

/* Whether the temperature at a place of the plate is held, and at what value. */
static int is_held(const plate_t *p, int row, int column, double *value)
{
    double y = (row + 0.5) / p->points, x = (column + 0.5) / p->points;
    double dx = x - 0.68, dy = y - 0.62;
    if (inside(x, y, 0.15, 0.25, 0.1, 0.8) || inside(x, y, 0.4, 0.9, 0.15, 0.22)) {
        *value = 1.0;
        return 1;
    }
    if (dx * dx + dy * dy < 0.012) {
        *value = 0.0;
        return 1;
    }
    return 0;
}

static double *new_block(const plate_t *p)
{
    double *block = calloc((size_t) (p->count[0] + 2) * (size_t) (p->count[1] + 2), sizeof *block);
    if (!block) {
        fprintf(stderr, "rank %d: no memory for its block\n", p->rank);
        MPI_Abort(p->comm, 1);
    }
    return block;
}

static void set_up(plate_t *p, int points)
{
    int open[2] = { 0, 0 };
    memset(p, 0, sizeof *p);
    p->points = points;
    MPI_Comm_size(MPI_COMM_WORLD, &p->ranks);
    MPI_Dims_create(p->ranks, 2, p->dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, p->dims, open, 1, &p->comm);
    MPI_Comm_rank(p->comm, &p->rank);
    MPI_Cart_coords(p->comm, p->rank, 2, p->coords);
    MPI_Cart_shift(p->comm, 0, 1, &p->up, &p->down);
    MPI_Cart_shift(p->comm, 1, 1, &p->left, &p->right);
    for (int d = 0; d < 2; d++) deal(points, p->dims[d], p->coords[d], &p->first[d], &p->count[d]);
    MPI_Type_vector(p->count[0], 1, p->count[1] + 2, MPI_DOUBLE, &p->column);
    MPI_Type_commit(&p->column);
    p->now = new_block(p);
    p->next = new_block(p);
    for (int r = 0; r < p->count[0]; r++)
        for (int c = 0; c < p->count[1]; c++) {
            double value = 0.3;
            is_held(p, p->first[0] + r, p->first[1] + c, &value);
            p->now[at(p, r + 1, c + 1)] = p->next[at(p, r + 1, c + 1)] = value;
        }
}

static void exchange_rims(plate_t *p)
{
    double *t = p->now;
    int rows = p->count[0], columns = p->count[1];
    MPI_Request r[8];
    MPI_Irecv(&t[at(p, 0, 1)], columns, MPI_DOUBLE, p->up, 0, p->comm, &r[0]);
    MPI_Irecv(&t[at(p, rows + 1, 1)], columns, MPI_DOUBLE, p->down, 1, p->comm, &r[1]);
    MPI_Irecv(&t[at(p, 1, 0)], 1, p->column, p->left, 2, p->comm, &r[2]);
    MPI_Irecv(&t[at(p, 1, columns + 1)], 1, p->column, p->right, 3, p->comm, &r[3]);
    MPI_Isend(&t[at(p, rows, 1)], columns, MPI_DOUBLE, p->down, 0, p->comm, &r[4]);
    MPI_Isend(&t[at(p, 1, 1)], columns, MPI_DOUBLE, p->up, 1, p->comm, &r[5]);
    MPI_Isend(&t[at(p, 1, columns)], 1, p->column, p->right, 2, p->comm, &r[6]);
    MPI_Isend(&t[at(p, 1, 1)], 1, p->column, p->left, 3, p->comm, &r[7]);
    MPI_Waitall(8, r, MPI_STATUSES_IGNORE);
}

/* One step; the largest change within this block. */
static double relax(plate_t *p)
{
    double largest = 0;
    for (int r = 1; r <= p->count[0]; r++)
        for (int c = 1; c <= p->count[1]; c++) {
            size_t i = at(p, r, c);
            double held;
            if (is_held(p, p->first[0] + r - 1, p->first[1] + c - 1, &held)) continue;
            p->next[i] = 0.25 * (p->now[at(p, r - 1, c)] + p->now[at(p, r + 1, c)] +
                                 p->now[i - 1] + p->now[i + 1]);
            double change = fabs(p->next[i] - p->now[i]);
            if (change > largest) largest = change;
        }
    double *swap = p->now;
    p->now = p->next;
    p->next = swap;
    return largest;
}

/* Rank 0 gets the whole plate; the others get NULL. */
static double *gather(plate_t *p)
{
    int n = p->count[0] * p->count[1];
    double *mine = malloc(sizeof(double) * (size_t) (n ? n : 1)), *all = NULL, *whole = NULL;
    int *counts = malloc(sizeof(int) * (size_t) p->ranks), *places = malloc(sizeof(int) * (size_t) p->ranks);
    for (int r = 0; r < p->count[0]; r++)
        memcpy(mine + r * p->count[1], &p->now[at(p, r + 1, 1)], sizeof(double) * (size_t) p->count[1]);
    MPI_Gather(&n, 1, MPI_INT, counts, 1, MPI_INT, 0, p->comm);
    if (p->rank == 0) {
        all = malloc(sizeof(double) * (size_t) p->points * (size_t) p->points);
        whole = malloc(sizeof(double) * (size_t) p->points * (size_t) p->points);
        for (int r = 0, total = 0; r < p->ranks; total += counts[r++]) places[r] = total;
    }
    MPI_Gatherv(mine, n, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0, p->comm);
    for (int r = 0; p->rank == 0 && r < p->ranks; r++) {
        int coords[2], first[2], count[2];
        MPI_Cart_coords(p->comm, r, 2, coords);
        for (int d = 0; d < 2; d++) deal(p->points, p->dims[d], coords[d], &first[d], &count[d]);
        for (int row = 0; row < count[0]; row++)
            memcpy(whole + (size_t) (first[0] + row) * (size_t) p->points + first[1],
                   all + places[r] + row * count[1], sizeof(double) * (size_t) count[1]);
    }
    free(mine);
    free(all);
    free(counts);
    free(places);
    return whole;
}

int main(int argc, char **argv)
{
    plate_t plate;
    MPI_Init(&argc, &argv);
    const char *picture = argc > 1 ? argv[1] : "heat2d.png";
    int points = argc > 2 ? atoi(argv[2]) : 384, steps = argc > 3 ? atoi(argv[3]) : 6000;
    if (points < 8 || points > 8192 || steps < 1) {
        fprintf(stderr, "usage: heat2d [PICTURE.png [POINTS (8 to 8192) [STEPS]]]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    set_up(&plate, points);
    if (plate.rank == 0)
        printf("%d x %d points on a grid of %d x %d ranks\n", points, points, plate.dims[0],
               plate.dims[1]);
    double start = MPI_Wtime();
    for (int step = 1, every = steps / 20 ? steps / 20 : 1; step <= steps; step++) {
        exchange_rims(&plate);
        double change = relax(&plate), largest;
        if (step % every && step != steps) continue;
        MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, plate.comm);
        if (plate.rank == 0) {
            printf("step %d of %d, change %.2e\n", step, steps, largest);
            fflush(stdout);
        }
    }
    double *whole = gather(&plate);
    if (plate.rank == 0) {
        printf("%d steps in %.2f s\n", steps, MPI_Wtime() - start);
        if (write_png(picture, whole, points, points)) {
            perror(picture);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        printf("picture: %s\n", picture);
    }
    free(whole);
    free(plate.now);
    free(plate.next);
    MPI_Type_free(&plate.column);
    MPI_Comm_free(&plate.comm);
    MPI_Finalize();
    return 0;
}
