/* mpi4py asks for process failures by the names that the next standard gives them; Ferry has them by MPIX_ names. */
#include <mpi-ext.h>

#define MPI_ERR_REVOKED MPIX_ERR_REVOKED
#define MPI_ERR_PROC_FAILED MPIX_ERR_PROC_FAILED
#define MPI_ERR_PROC_FAILED_PENDING MPIX_ERR_PROC_FAILED_PENDING
#define MPI_Comm_revoke MPIX_Comm_revoke
#define MPI_Comm_is_revoked MPIX_Comm_is_revoked
#define MPI_Comm_get_failed MPIX_Comm_get_failed
#define MPI_Comm_ack_failed MPIX_Comm_ack_failed
#define MPI_Comm_agree MPIX_Comm_agree
#define MPI_Comm_iagree MPIX_Comm_iagree
#define MPI_Comm_shrink MPIX_Comm_shrink
#define MPI_Comm_ishrink MPIX_Comm_ishrink

#define PyMPI_HAVE_MPI_ERR_REVOKED 1
#define PyMPI_HAVE_MPI_ERR_PROC_FAILED 1
#define PyMPI_HAVE_MPI_ERR_PROC_FAILED_PENDING 1
#define PyMPI_HAVE_MPI_Comm_revoke 1
#define PyMPI_HAVE_MPI_Comm_is_revoked 1
#define PyMPI_HAVE_MPI_Comm_get_failed 1
#define PyMPI_HAVE_MPI_Comm_ack_failed 1
#define PyMPI_HAVE_MPI_Comm_agree 1
#define PyMPI_HAVE_MPI_Comm_iagree 1
#define PyMPI_HAVE_MPI_Comm_shrink 1
#define PyMPI_HAVE_MPI_Comm_ishrink 1
