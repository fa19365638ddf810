/* What Ferry has beyond the standard: process failures, as they are pending for the next one.
   Written by `cargo xtask codegen`; do not edit. */
#ifndef FERRY_MPI_EXT_H
#define FERRY_MPI_EXT_H

#include <mpi.h>

/* Says that the functions below are there. */
#define MPIX_HAVE_ULFM 1

/* A process that the operation depends on has failed. */
#define MPIX_ERR_PROC_FAILED           MPI_ERR_PROC_ABORTED
/* A receive from MPI_ANY_SOURCE goes on, but its sender may have failed. */
#define MPIX_ERR_PROC_FAILED_PENDING   8001
/* The communicator, window or file was revoked. */
#define MPIX_ERR_REVOKED               8002

#ifdef __cplusplus
extern "C" {
#endif

@PROTOTYPES@
#ifdef __cplusplus
}
#endif

#endif
