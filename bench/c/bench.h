/* What the benchmark programs share: a clock, agreement on how often to repeat, medians. */
#ifndef FERRY_BENCH_H
#define FERRY_BENCH_H

#include "samples.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All ranks of COMM follow rank 0's plan. */
static plan_t followed(plan_t plan, MPI_Comm comm)
{
    MPI_Bcast(&plan, 2, MPI_INT, 0, comm);
    return plan;
}

/* The same where rank 0 saw that one iteration takes about EACH seconds. */
static plan_t agree(double each, double seconds, MPI_Comm comm)
{
    return followed(planned(each, seconds), comm);
}

/* A touched, page-aligned buffer. */
static char *buffer(size_t size)
{
    void *at = NULL;
    if (posix_memalign(&at, 4096, size ? size : 1)) {
        fprintf(stderr, "no memory for a buffer of %zu bytes\n", size);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    memset(at, 1, size ? size : 1);
    return at;
}

/* Ends the program unless it runs on at least LEAST ranks; gives the own rank. */
static int join(int *argc, char ***argv, int least)
{
    int rank, size;
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < least) {
        fprintf(stderr, "this program needs %d ranks, not %d\n", least, size);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return rank;
}

#endif
