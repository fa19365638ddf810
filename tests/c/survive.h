/* What programs share of whose ranks some die (`mpiexec --keep-going`), beside check.h. Whoever has the lowest rank of
 * those that live says "ok". */
#ifndef FERRY_SURVIVE_H
#define FERRY_SURVIVE_H

#include "check.h"
#include <mpi-ext.h>
#include <signal.h>

static void die(void)
{
    raise(SIGKILL);
}

/* All others have come so far before the victim goes on. */
static void meet_victim(MPI_Comm comm, int victim)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank != victim) {
        CHECK(!MPI_Send(NULL, 0, MPI_INT, victim, 77, comm));
        return;
    }
    for (int i = 1; i < size; i++)
        CHECK(!MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 77, comm, MPI_STATUS_IGNORE));
}

/* All survivors meet in a new communicator of the right size, and it works. */
static MPI_Comm survivors(MPI_Comm comm, int expected)
{
    MPI_Comm made;
    int size, rank, value, sum;
    CHECK(!MPIX_Comm_shrink(comm, &made));
    MPI_Comm_size(made, &size);
    MPI_Comm_rank(made, &rank);
    SAME(size, expected);
    MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
    value = rank + 1;
    CHECK(!MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, made));
    SAME(sum, size * (size + 1) / 2);
    return made;
}

static void leave(MPI_Comm left)
{
    int rank;
    MPI_Comm_rank(left, &rank);
    CHECK(!MPI_Barrier(left));
    if (rank == 0) {
        puts("ok");
        fflush(stdout);
    }
    MPI_Comm_free(&left);
    MPI_Finalize();
}

#endif
