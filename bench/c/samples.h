/* What benchmark programs of whatever face share: a clock, how often to repeat, medians.
 *
 * Every program prints one line a point on rank 0:
 *     NAME SIZE VALUE UNIT LOW HIGH
 * VALUE is the median of many samples, LOW and HIGH are their quartiles. */
#ifndef FERRY_SAMPLES_H
#define FERRY_SAMPLES_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Not every program uses every helper. */
#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#endif

enum { MOST_SAMPLES = 1001, LEAST_SAMPLES = 5 };

/* How a point is measured: SAMPLES times a timed batch of BATCH iterations. */
typedef struct {
    int batch, samples;
} plan_t;

/* Seconds a point may take: first argument in milliseconds, 200 by default. */
static double budget(int argc, char **argv)
{
    return (argc > 1 ? atof(argv[1]) : 200.0) * 1e-3;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* For an iteration that takes about EACH seconds: so many PARTS of the time are samples. */
static plan_t planned_in(double each, double seconds, int parts)
{
    plan_t plan = { 1, LEAST_SAMPLES };
    if (each < 1e-8) each = 1e-8;
    double batch = seconds / parts / each;
    if (batch > 1) plan.batch = batch > 1e6 ? 1000000 : (int) batch;
    double samples = seconds / (each * plan.batch);
    if (samples > MOST_SAMPLES) samples = MOST_SAMPLES;
    if (samples > plan.samples) plan.samples = (int) samples;
    return plan;
}

static plan_t planned(double each, double seconds)
{
    return planned_in(each, seconds, 100);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

/* Prints a point from its samples, which get sorted. */
static void print_point(const char *name, long size, double *samples, int n, const char *unit)
{
    qsort(samples, (size_t) n, sizeof *samples, ascending);
    printf("%s %ld %.6g %s %.6g %.6g\n", name, size, samples[n / 2], unit, samples[n / 4],
           samples[n - 1 - n / 4]);
    fflush(stdout);
}

#endif
