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

int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int *num_acked);
int MPIX_Comm_agree(MPI_Comm comm, int *flag);
int MPIX_Comm_failure_ack(MPI_Comm comm);
int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *group);
int MPIX_Comm_get_acked(MPI_Comm comm, MPI_Group *group);
int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group *group);
int MPIX_Comm_iagree(MPI_Comm comm, int *flag, MPI_Request *request);
int MPIX_Comm_is_revoked(MPI_Comm comm, int *flag);
int MPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
int MPIX_Comm_revoke(MPI_Comm comm);
int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm);
int MPIX_File_get_failed(MPI_File fh, MPI_Group *group);
int MPIX_File_is_revoked(MPI_File fh, int *flag);
int MPIX_File_revoke(MPI_File fh);
int MPIX_Win_get_failed(MPI_Win win, MPI_Group *group);
int MPIX_Win_is_revoked(MPI_Win win, int *flag);
int MPIX_Win_revoke(MPI_Win win);

int PMPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int *num_acked);
int PMPIX_Comm_agree(MPI_Comm comm, int *flag);
int PMPIX_Comm_failure_ack(MPI_Comm comm);
int PMPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *group);
int PMPIX_Comm_get_acked(MPI_Comm comm, MPI_Group *group);
int PMPIX_Comm_get_failed(MPI_Comm comm, MPI_Group *group);
int PMPIX_Comm_iagree(MPI_Comm comm, int *flag, MPI_Request *request);
int PMPIX_Comm_is_revoked(MPI_Comm comm, int *flag);
int PMPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
int PMPIX_Comm_revoke(MPI_Comm comm);
int PMPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm);
int PMPIX_File_get_failed(MPI_File fh, MPI_Group *group);
int PMPIX_File_is_revoked(MPI_File fh, int *flag);
int PMPIX_File_revoke(MPI_File fh);
int PMPIX_Win_get_failed(MPI_Win win, MPI_Group *group);
int PMPIX_Win_is_revoked(MPI_Win win, int *flag);
int PMPIX_Win_revoke(MPI_Win win);

#ifdef __cplusplus
}
#endif

#endif
