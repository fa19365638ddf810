/* Fourier transforms of a square that is spread by rows, as FT of the NAS parallel benchmarks does with a cube.
 *
 *     kernel_ft SIZE STEPS [SPOIL]
 *
 * Rows are transformed where they are; for the columns the square is transposed, all ranks with all. A step
 * transforms, moves on in time as if heat were spreading, and transforms back; in the end the steps are undone, and
 * what there was at the beginning has to come back. SIZE is a power of two and a multiple of the ranks. */
#include "kernel.h"

typedef struct { double re, im; } number_t;

static long size, rows, spoil;
static number_t *square, *packed, *root;

static number_t times(number_t a, number_t b)
{
    return (number_t) { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

static void transform_row(number_t *row, int back)
{
    for (long i = 1, j = 0; i < size; i++) {
        long bit = size >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            number_t kept = row[i];
            row[i] = row[j], row[j] = kept;
        }
    }
    for (long half = 1; half < size; half <<= 1)
        for (long at = 0; at < size; at += 2 * half)
            for (long k = 0; k < half; k++) {
                number_t turn = root[k * (size / (2 * half))];
                if (back) turn.im = -turn.im;
                number_t a = row[at + k], b = times(row[at + k + half], turn);
                row[at + k] = (number_t) { a.re + b.re, a.im + b.im };
                row[at + k + half] = (number_t) { a.re - b.re, a.im - b.im };
            }
}

/* Block to block: what goes to a rank is turned on the way into its place. */
static void transpose(void)
{
    int block = (int) (rows * rows * (long) (sizeof(number_t) / sizeof(double)));
    for (long other = 0; other < ranks; other++)
        for (long i = 0; i < rows; i++)
            for (long j = 0; j < rows; j++)
                packed[(other * rows + j) * rows + i] = square[i * size + other * rows + j];
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, packed, block, MPI_DOUBLE, MPI_COMM_WORLD);
    if (spoil > 0) {
        spoil--;
        packed[((rank + 1) % ranks) * rows * rows].re += 1.0;
    }
    for (long other = 0; other < ranks; other++)
        for (long j = 0; j < rows; j++)
            memcpy(square + j * size + other * rows, packed + (other * rows + j) * rows,
                   (size_t) rows * sizeof *square);
}

static void transform(int back)
{
    for (int way = 0; way < 2; way++) {
        for (long i = 0; i < rows; i++) transform_row(square + i * size, back);
        transpose();
    }
    for (long i = 0; back && i < rows * size; i++) {
        square[i].re /= (double) (size * size);
        square[i].im /= (double) (size * size);
    }
}

/* Every wave turns by an angle of its own, STEPS times over. */
static void turn(long steps)
{
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < size; j++) {
            double angle = (double) steps * 1e-3 * (double) ((rank * rows + i) % 97 + j % 89);
            number_t *wave = &square[i * size + j];
            *wave = times(*wave, (number_t) { cos(angle), sin(angle) });
        }
}

static double at_start(long i)
{
    return (double) (mixed(11, (uint64_t) i) % 1000000) * 1e-6;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    size = argument(argc, argv, 1, 256);
    long steps = argument(argc, argv, 2, 4);
    spoil = argument(argc, argv, 3, 0);
    if (size < ranks || size % ranks || size & (size - 1)) wrong("a power of two that the ranks divide is needed");
    rows = size / ranks;
    square = memory((size_t) (rows * size) * sizeof *square);
    packed = memory((size_t) (rows * size) * sizeof *packed);
    root = memory((size_t) size * sizeof *root);
    for (long k = 0; k < size; k++) {
        double angle = -2.0 * acos(-1.0) * (double) k / (double) size;
        root[k] = (number_t) { cos(angle), sin(angle) };
    }
    long start_of_mine = (long) rank * rows * size;
    for (long i = 0; i < rows * size; i++) square[i] = (number_t) { at_start(start_of_mine + i), 0.0 };
    double start = clock_of_all();
    for (long step = 1; step <= steps; step++) {
        transform(0);
        turn(step);
        transform(1);
    }
    transform(0);
    turn(-steps * (steps + 1) / 2);
    transform(1);
    double seconds = clock_of_all() - start;
    double worst = 0.0;
    for (long i = 0; i < rows * size; i++)
        worst = fmax(worst, fmax(fabs(square[i].re - at_start(start_of_mine + i)), fabs(square[i].im)));
    verified(worst < 1e-9 && isfinite(worst), seconds);
    MPI_Finalize();
    return 0;
}
