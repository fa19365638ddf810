/* What the kernels share: each computes something that can be verified, spread over all ranks, prints the time that it
 * took, and ends the job where the result is wrong. The last argument of each, unless 0, is how many messages to spoil,
 * to see that the verification notices. */
#ifndef FERRY_KERNEL_H
#define FERRY_KERNEL_H

#include "experiment.h"
#include <math.h>
#include <stdint.h>

static int rank, ranks;

/* A sequence that is the same everywhere: element I of row SEED (splitmix64). */
static uint64_t mixed(uint64_t seed, uint64_t i)
{
    uint64_t z = seed * 0x9e3779b97f4a7c15u + i * 0xbf58476d1ce4e5b9u + 0x94d049bb133111ebu;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

static double clock_of_all(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

/* All ranks must find their part right. */
static void verified(int right, double seconds)
{
    if (!right) wrong("the result does not verify");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        say("kernel", seconds, "s");
        say("verified", 1, "n");
    }
}

#endif
