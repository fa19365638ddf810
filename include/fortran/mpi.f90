! The module `mpi` (MPI-5.0 section 19.1.3). Written by `cargo xtask codegen`; do not edit.
!
! It holds declarations alone. Choice buffers take any type and rank;
! a section that does not lie in a row is copied by the compiler for the time of the call.
module mpi
  use, intrinsic :: iso_c_binding, only: c_ptr
  use :: mpi_f08_types, only: MPI_Status, MPI_Comm, MPI_Group, MPI_Datatype, MPI_Op, MPI_Request, &
      MPI_Message, MPI_Info, MPI_Errhandler, MPI_Win, MPI_File, MPI_Session, operator(==), operator(/=)
  implicit none
  private :: c_ptr
  include 'mpif.h'

  interface MPI_Sizeof
    subroutine MPI_Sizeof_f08ts(x, size, ierror) bind(C, name="mpi_sizeof_f08ts_")
      implicit none
      type(*), dimension(..) :: x
      integer, intent(out) :: size
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Abi_get_fortran_booleans
    subroutine MPI_Abi_get_fortran_booleans( &
        logical_size, &
        logical_true, &
        logical_false, &
        is_set, &
        ierror)
      import
      implicit none
      integer :: logical_size
      logical :: logical_true
      logical :: logical_false
      logical :: is_set
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Abi_get_fortran_booleans
    subroutine PMPI_Abi_get_fortran_booleans( &
        logical_size, &
        logical_true, &
        logical_false, &
        is_set, &
        ierror)
      import
      implicit none
      integer :: logical_size
      logical :: logical_true
      logical :: logical_false
      logical :: is_set
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Abi_get_fortran_info
    subroutine MPI_Abi_get_fortran_info( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Abi_get_fortran_info
    subroutine PMPI_Abi_get_fortran_info( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Abi_get_info
    subroutine MPI_Abi_get_info( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Abi_get_info
    subroutine PMPI_Abi_get_info( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Abi_get_version
    subroutine MPI_Abi_get_version( &
        abi_major, &
        abi_minor, &
        ierror)
      import
      implicit none
      integer :: abi_major
      integer :: abi_minor
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Abi_get_version
    subroutine PMPI_Abi_get_version( &
        abi_major, &
        abi_minor, &
        ierror)
      import
      implicit none
      integer :: abi_major
      integer :: abi_minor
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Abi_set_fortran_booleans
    subroutine MPI_Abi_set_fortran_booleans( &
        logical_size, &
        logical_true, &
        logical_false, &
        ierror)
      import
      implicit none
      integer :: logical_size
      logical :: logical_true
      logical :: logical_false
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Abi_set_fortran_booleans
    subroutine PMPI_Abi_set_fortran_booleans( &
        logical_size, &
        logical_true, &
        logical_false, &
        ierror)
      import
      implicit none
      integer :: logical_size
      logical :: logical_true
      logical :: logical_false
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Abi_set_fortran_info
    subroutine MPI_Abi_set_fortran_info( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Abi_set_fortran_info
    subroutine PMPI_Abi_set_fortran_info( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Abort
    subroutine MPI_Abort( &
        comm, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Abort
    subroutine PMPI_Abort( &
        comm, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Accumulate
    subroutine MPI_Accumulate( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        op, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Accumulate
    subroutine PMPI_Accumulate( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        op, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Add_error_class
    subroutine MPI_Add_error_class( &
        errorclass, &
        ierror)
      import
      implicit none
      integer :: errorclass
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Add_error_class
    subroutine PMPI_Add_error_class( &
        errorclass, &
        ierror)
      import
      implicit none
      integer :: errorclass
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Add_error_code
    subroutine MPI_Add_error_code( &
        errorclass, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: errorclass
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Add_error_code
    subroutine PMPI_Add_error_code( &
        errorclass, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: errorclass
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Add_error_string
    subroutine MPI_Add_error_string( &
        errorcode, &
        string, &
        ierror)
      import
      implicit none
      integer :: errorcode
      character(len=*) :: string
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Add_error_string
    subroutine PMPI_Add_error_string( &
        errorcode, &
        string, &
        ierror)
      import
      implicit none
      integer :: errorcode
      character(len=*) :: string
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Allgather
    subroutine MPI_Allgather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Allgather
    subroutine PMPI_Allgather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Allgather_init
    subroutine MPI_Allgather_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Allgather_init
    subroutine PMPI_Allgather_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Allgatherv
    subroutine MPI_Allgatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Allgatherv
    subroutine PMPI_Allgatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Allgatherv_init
    subroutine MPI_Allgatherv_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Allgatherv_init
    subroutine PMPI_Allgatherv_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Alloc_mem
    subroutine MPI_Alloc_mem( &
        size, &
        info, &
        baseptr, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: info
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: ierror
    end subroutine
    subroutine MPI_Alloc_mem_cptr( &
        size, &
        info, &
        baseptr, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: info
      type(c_ptr) :: baseptr
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Alloc_mem
    subroutine PMPI_Alloc_mem( &
        size, &
        info, &
        baseptr, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: info
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: ierror
    end subroutine
    subroutine PMPI_Alloc_mem_cptr( &
        size, &
        info, &
        baseptr, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: info
      type(c_ptr) :: baseptr
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Allreduce
    subroutine MPI_Allreduce( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Allreduce
    subroutine PMPI_Allreduce( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Allreduce_init
    subroutine MPI_Allreduce_init( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Allreduce_init
    subroutine PMPI_Allreduce_init( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Alltoall
    subroutine MPI_Alltoall( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoall
    subroutine PMPI_Alltoall( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Alltoall_init
    subroutine MPI_Alltoall_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoall_init
    subroutine PMPI_Alltoall_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Alltoallv
    subroutine MPI_Alltoallv( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoallv
    subroutine PMPI_Alltoallv( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Alltoallv_init
    subroutine MPI_Alltoallv_init( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoallv_init
    subroutine PMPI_Alltoallv_init( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Alltoallw
    subroutine MPI_Alltoallw( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoallw
    subroutine PMPI_Alltoallw( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Alltoallw_init
    subroutine MPI_Alltoallw_init( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Alltoallw_init
    subroutine PMPI_Alltoallw_init( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Attr_delete
    subroutine MPI_Attr_delete( &
        comm, &
        keyval, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: keyval
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Attr_delete
    subroutine PMPI_Attr_delete( &
        comm, &
        keyval, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: keyval
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Attr_get
    subroutine MPI_Attr_get( &
        comm, &
        keyval, &
        attribute_val, &
        flag, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: keyval
      integer :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Attr_get
    subroutine PMPI_Attr_get( &
        comm, &
        keyval, &
        attribute_val, &
        flag, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: keyval
      integer :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Attr_put
    subroutine MPI_Attr_put( &
        comm, &
        keyval, &
        attribute_val, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: keyval
      integer :: attribute_val
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Attr_put
    subroutine PMPI_Attr_put( &
        comm, &
        keyval, &
        attribute_val, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: keyval
      integer :: attribute_val
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Barrier
    subroutine MPI_Barrier( &
        comm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Barrier
    subroutine PMPI_Barrier( &
        comm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Barrier_init
    subroutine MPI_Barrier_init( &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Barrier_init
    subroutine PMPI_Barrier_init( &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Bcast
    subroutine MPI_Bcast( &
        buffer, &
        count, &
        datatype, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Bcast
    subroutine PMPI_Bcast( &
        buffer, &
        count, &
        datatype, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Bcast_init
    subroutine MPI_Bcast_init( &
        buffer, &
        count, &
        datatype, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Bcast_init
    subroutine PMPI_Bcast_init( &
        buffer, &
        count, &
        datatype, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Bsend
    subroutine MPI_Bsend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Bsend
    subroutine PMPI_Bsend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Bsend_init
    subroutine MPI_Bsend_init( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Bsend_init
    subroutine PMPI_Bsend_init( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Buffer_attach
    subroutine MPI_Buffer_attach( &
        buffer, &
        size, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_attach
    subroutine PMPI_Buffer_attach( &
        buffer, &
        size, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Buffer_detach
    subroutine MPI_Buffer_detach( &
        buffer_addr, &
        size, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
!$PRAGMA IGNORE_TKR buffer_addr
      type(*) :: buffer_addr(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_detach
    subroutine PMPI_Buffer_detach( &
        buffer_addr, &
        size, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
!$PRAGMA IGNORE_TKR buffer_addr
      type(*) :: buffer_addr(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Buffer_flush
    subroutine MPI_Buffer_flush( &
        ierror)
      import
      implicit none
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_flush
    subroutine PMPI_Buffer_flush( &
        ierror)
      import
      implicit none
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Buffer_iflush
    subroutine MPI_Buffer_iflush( &
        request, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Buffer_iflush
    subroutine PMPI_Buffer_iflush( &
        request, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Cancel
    subroutine MPI_Cancel( &
        request, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Cancel
    subroutine PMPI_Cancel( &
        request, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Cart_coords
    subroutine MPI_Cart_coords( &
        comm, &
        rank, &
        maxdims, &
        coords, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: rank
      integer :: maxdims
      integer :: coords(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_coords
    subroutine PMPI_Cart_coords( &
        comm, &
        rank, &
        maxdims, &
        coords, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: rank
      integer :: maxdims
      integer :: coords(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Cart_create
    subroutine MPI_Cart_create( &
        comm_old, &
        ndims, &
        dims, &
        periods, &
        reorder, &
        comm_cart, &
        ierror)
      import
      implicit none
      integer :: comm_old
      integer :: ndims
      integer :: dims(*)
      logical :: periods(*)
      logical :: reorder
      integer :: comm_cart
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_create
    subroutine PMPI_Cart_create( &
        comm_old, &
        ndims, &
        dims, &
        periods, &
        reorder, &
        comm_cart, &
        ierror)
      import
      implicit none
      integer :: comm_old
      integer :: ndims
      integer :: dims(*)
      logical :: periods(*)
      logical :: reorder
      integer :: comm_cart
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Cart_get
    subroutine MPI_Cart_get( &
        comm, &
        maxdims, &
        dims, &
        periods, &
        coords, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: maxdims
      integer :: dims(*)
      logical :: periods(*)
      integer :: coords(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_get
    subroutine PMPI_Cart_get( &
        comm, &
        maxdims, &
        dims, &
        periods, &
        coords, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: maxdims
      integer :: dims(*)
      logical :: periods(*)
      integer :: coords(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Cart_map
    subroutine MPI_Cart_map( &
        comm, &
        ndims, &
        dims, &
        periods, &
        newrank, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ndims
      integer :: dims(*)
      logical :: periods(*)
      integer :: newrank
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_map
    subroutine PMPI_Cart_map( &
        comm, &
        ndims, &
        dims, &
        periods, &
        newrank, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ndims
      integer :: dims(*)
      logical :: periods(*)
      integer :: newrank
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Cart_rank
    subroutine MPI_Cart_rank( &
        comm, &
        coords, &
        rank, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: coords(*)
      integer :: rank
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_rank
    subroutine PMPI_Cart_rank( &
        comm, &
        coords, &
        rank, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: coords(*)
      integer :: rank
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Cart_shift
    subroutine MPI_Cart_shift( &
        comm, &
        direction, &
        disp, &
        rank_source, &
        rank_dest, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: direction
      integer :: disp
      integer :: rank_source
      integer :: rank_dest
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_shift
    subroutine PMPI_Cart_shift( &
        comm, &
        direction, &
        disp, &
        rank_source, &
        rank_dest, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: direction
      integer :: disp
      integer :: rank_source
      integer :: rank_dest
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Cart_sub
    subroutine MPI_Cart_sub( &
        comm, &
        remain_dims, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      logical :: remain_dims(*)
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Cart_sub
    subroutine PMPI_Cart_sub( &
        comm, &
        remain_dims, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      logical :: remain_dims(*)
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Cartdim_get
    subroutine MPI_Cartdim_get( &
        comm, &
        ndims, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ndims
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Cartdim_get
    subroutine PMPI_Cartdim_get( &
        comm, &
        ndims, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ndims
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Close_port
    subroutine MPI_Close_port( &
        port_name, &
        ierror)
      import
      implicit none
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Close_port
    subroutine PMPI_Close_port( &
        port_name, &
        ierror)
      import
      implicit none
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_accept
    subroutine MPI_Comm_accept( &
        port_name, &
        info, &
        root, &
        comm, &
        newcomm, &
        ierror)
      import
      implicit none
      character(len=*) :: port_name
      integer :: info
      integer :: root
      integer :: comm
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_accept
    subroutine PMPI_Comm_accept( &
        port_name, &
        info, &
        root, &
        comm, &
        newcomm, &
        ierror)
      import
      implicit none
      character(len=*) :: port_name
      integer :: info
      integer :: root
      integer :: comm
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_attach_buffer
    subroutine MPI_Comm_attach_buffer( &
        comm, &
        buffer, &
        size, &
        ierror)
      import
      implicit none
      integer :: comm
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_attach_buffer
    subroutine PMPI_Comm_attach_buffer( &
        comm, &
        buffer, &
        size, &
        ierror)
      import
      implicit none
      integer :: comm
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_call_errhandler
    subroutine MPI_Comm_call_errhandler( &
        comm, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_call_errhandler
    subroutine PMPI_Comm_call_errhandler( &
        comm, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_compare
    subroutine MPI_Comm_compare( &
        comm1, &
        comm2, &
        result, &
        ierror)
      import
      implicit none
      integer :: comm1
      integer :: comm2
      integer :: result
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_compare
    subroutine PMPI_Comm_compare( &
        comm1, &
        comm2, &
        result, &
        ierror)
      import
      implicit none
      integer :: comm1
      integer :: comm2
      integer :: result
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_connect
    subroutine MPI_Comm_connect( &
        port_name, &
        info, &
        root, &
        comm, &
        newcomm, &
        ierror)
      import
      implicit none
      character(len=*) :: port_name
      integer :: info
      integer :: root
      integer :: comm
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_connect
    subroutine PMPI_Comm_connect( &
        port_name, &
        info, &
        root, &
        comm, &
        newcomm, &
        ierror)
      import
      implicit none
      character(len=*) :: port_name
      integer :: info
      integer :: root
      integer :: comm
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create
    subroutine MPI_Comm_create( &
        comm, &
        group, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: group
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create
    subroutine PMPI_Comm_create( &
        comm, &
        group, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: group
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_errhandler
    subroutine MPI_Comm_create_errhandler( &
        comm_errhandler_fn, &
        errhandler, &
        ierror)
      import
      implicit none
      external :: comm_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_errhandler
    subroutine PMPI_Comm_create_errhandler( &
        comm_errhandler_fn, &
        errhandler, &
        ierror)
      import
      implicit none
      external :: comm_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_from_group
    subroutine MPI_Comm_create_from_group( &
        group, &
        stringtag, &
        info, &
        errhandler, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: group
      character(len=*) :: stringtag
      integer :: info
      integer :: errhandler
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_from_group
    subroutine PMPI_Comm_create_from_group( &
        group, &
        stringtag, &
        info, &
        errhandler, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: group
      character(len=*) :: stringtag
      integer :: info
      integer :: errhandler
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_group
    subroutine MPI_Comm_create_group( &
        comm, &
        group, &
        tag, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: group
      integer :: tag
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_group
    subroutine PMPI_Comm_create_group( &
        comm, &
        group, &
        tag, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: group
      integer :: tag
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_create_keyval
    subroutine MPI_Comm_create_keyval( &
        comm_copy_attr_fn, &
        comm_delete_attr_fn, &
        comm_keyval, &
        extra_state, &
        ierror)
      import
      implicit none
      external :: comm_copy_attr_fn
      external :: comm_delete_attr_fn
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_create_keyval
    subroutine PMPI_Comm_create_keyval( &
        comm_copy_attr_fn, &
        comm_delete_attr_fn, &
        comm_keyval, &
        extra_state, &
        ierror)
      import
      implicit none
      external :: comm_copy_attr_fn
      external :: comm_delete_attr_fn
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_delete_attr
    subroutine MPI_Comm_delete_attr( &
        comm, &
        comm_keyval, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: comm_keyval
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_delete_attr
    subroutine PMPI_Comm_delete_attr( &
        comm, &
        comm_keyval, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: comm_keyval
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_detach_buffer
    subroutine MPI_Comm_detach_buffer( &
        comm, &
        buffer_addr, &
        size, &
        ierror)
      import
      implicit none
      integer :: comm
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
!$PRAGMA IGNORE_TKR buffer_addr
      type(*) :: buffer_addr(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_detach_buffer
    subroutine PMPI_Comm_detach_buffer( &
        comm, &
        buffer_addr, &
        size, &
        ierror)
      import
      implicit none
      integer :: comm
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
!$PRAGMA IGNORE_TKR buffer_addr
      type(*) :: buffer_addr(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_disconnect
    subroutine MPI_Comm_disconnect( &
        comm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_disconnect
    subroutine PMPI_Comm_disconnect( &
        comm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_dup
    subroutine MPI_Comm_dup( &
        comm, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_dup
    subroutine PMPI_Comm_dup( &
        comm, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_dup_with_info
    subroutine MPI_Comm_dup_with_info( &
        comm, &
        info, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: info
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_dup_with_info
    subroutine PMPI_Comm_dup_with_info( &
        comm, &
        info, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: info
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_flush_buffer
    subroutine MPI_Comm_flush_buffer( &
        comm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_flush_buffer
    subroutine PMPI_Comm_flush_buffer( &
        comm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_free
    subroutine MPI_Comm_free( &
        comm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_free
    subroutine PMPI_Comm_free( &
        comm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_free_keyval
    subroutine MPI_Comm_free_keyval( &
        comm_keyval, &
        ierror)
      import
      implicit none
      integer :: comm_keyval
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_free_keyval
    subroutine PMPI_Comm_free_keyval( &
        comm_keyval, &
        ierror)
      import
      implicit none
      integer :: comm_keyval
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_attr
    subroutine MPI_Comm_get_attr( &
        comm, &
        comm_keyval, &
        attribute_val, &
        flag, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_attr
    subroutine PMPI_Comm_get_attr( &
        comm, &
        comm_keyval, &
        attribute_val, &
        flag, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_errhandler
    subroutine MPI_Comm_get_errhandler( &
        comm, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_errhandler
    subroutine PMPI_Comm_get_errhandler( &
        comm, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_info
    subroutine MPI_Comm_get_info( &
        comm, &
        info_used, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: info_used
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_info
    subroutine PMPI_Comm_get_info( &
        comm, &
        info_used, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: info_used
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_name
    subroutine MPI_Comm_get_name( &
        comm, &
        comm_name, &
        resultlen, &
        ierror)
      import
      implicit none
      integer :: comm
      character(len=*) :: comm_name
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_name
    subroutine PMPI_Comm_get_name( &
        comm, &
        comm_name, &
        resultlen, &
        ierror)
      import
      implicit none
      integer :: comm
      character(len=*) :: comm_name
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_get_parent
    subroutine MPI_Comm_get_parent( &
        parent, &
        ierror)
      import
      implicit none
      integer :: parent
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_get_parent
    subroutine PMPI_Comm_get_parent( &
        parent, &
        ierror)
      import
      implicit none
      integer :: parent
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_group
    subroutine MPI_Comm_group( &
        comm, &
        group, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: group
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_group
    subroutine PMPI_Comm_group( &
        comm, &
        group, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: group
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_idup
    subroutine MPI_Comm_idup( &
        comm, &
        newcomm, &
        request, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: newcomm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_idup
    subroutine PMPI_Comm_idup( &
        comm, &
        newcomm, &
        request, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: newcomm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_idup_with_info
    subroutine MPI_Comm_idup_with_info( &
        comm, &
        info, &
        newcomm, &
        request, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: info
      integer :: newcomm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_idup_with_info
    subroutine PMPI_Comm_idup_with_info( &
        comm, &
        info, &
        newcomm, &
        request, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: info
      integer :: newcomm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_iflush_buffer
    subroutine MPI_Comm_iflush_buffer( &
        comm, &
        request, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_iflush_buffer
    subroutine PMPI_Comm_iflush_buffer( &
        comm, &
        request, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_join
    subroutine MPI_Comm_join( &
        fd, &
        intercomm, &
        ierror)
      import
      implicit none
      integer :: fd
      integer :: intercomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_join
    subroutine PMPI_Comm_join( &
        fd, &
        intercomm, &
        ierror)
      import
      implicit none
      integer :: fd
      integer :: intercomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_rank
    subroutine MPI_Comm_rank( &
        comm, &
        rank, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: rank
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_rank
    subroutine PMPI_Comm_rank( &
        comm, &
        rank, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: rank
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_remote_group
    subroutine MPI_Comm_remote_group( &
        comm, &
        group, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: group
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_remote_group
    subroutine PMPI_Comm_remote_group( &
        comm, &
        group, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: group
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_remote_size
    subroutine MPI_Comm_remote_size( &
        comm, &
        size, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_remote_size
    subroutine PMPI_Comm_remote_size( &
        comm, &
        size, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_attr
    subroutine MPI_Comm_set_attr( &
        comm, &
        comm_keyval, &
        attribute_val, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_attr
    subroutine PMPI_Comm_set_attr( &
        comm, &
        comm_keyval, &
        attribute_val, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_errhandler
    subroutine MPI_Comm_set_errhandler( &
        comm, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_errhandler
    subroutine PMPI_Comm_set_errhandler( &
        comm, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_info
    subroutine MPI_Comm_set_info( &
        comm, &
        info, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_info
    subroutine PMPI_Comm_set_info( &
        comm, &
        info, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_name
    subroutine MPI_Comm_set_name( &
        comm, &
        comm_name, &
        ierror)
      import
      implicit none
      integer :: comm
      character(len=*) :: comm_name
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_set_name
    subroutine PMPI_Comm_set_name( &
        comm, &
        comm_name, &
        ierror)
      import
      implicit none
      integer :: comm
      character(len=*) :: comm_name
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_size
    subroutine MPI_Comm_size( &
        comm, &
        size, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_size
    subroutine PMPI_Comm_size( &
        comm, &
        size, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_spawn
    subroutine MPI_Comm_spawn( &
        command, &
        argv, &
        maxprocs, &
        info, &
        root, &
        comm, &
        intercomm, &
        array_of_errcodes, &
        ierror)
      import
      implicit none
      character(len=*) :: command
      character(len=*) :: argv(*)
      integer :: maxprocs
      integer :: info
      integer :: root
      integer :: comm
      integer :: intercomm
      integer :: array_of_errcodes(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_spawn
    subroutine PMPI_Comm_spawn( &
        command, &
        argv, &
        maxprocs, &
        info, &
        root, &
        comm, &
        intercomm, &
        array_of_errcodes, &
        ierror)
      import
      implicit none
      character(len=*) :: command
      character(len=*) :: argv(*)
      integer :: maxprocs
      integer :: info
      integer :: root
      integer :: comm
      integer :: intercomm
      integer :: array_of_errcodes(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_spawn_multiple
    subroutine MPI_Comm_spawn_multiple( &
        count, &
        array_of_commands, &
        array_of_argv, &
        array_of_maxprocs, &
        array_of_info, &
        root, &
        comm, &
        intercomm, &
        array_of_errcodes, &
        ierror)
      import
      implicit none
      integer :: count
      character(len=*) :: array_of_commands(*)
      character(len=*) :: array_of_argv(count, *)
      integer :: array_of_maxprocs(*)
      integer :: array_of_info(*)
      integer :: root
      integer :: comm
      integer :: intercomm
      integer :: array_of_errcodes(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_spawn_multiple
    subroutine PMPI_Comm_spawn_multiple( &
        count, &
        array_of_commands, &
        array_of_argv, &
        array_of_maxprocs, &
        array_of_info, &
        root, &
        comm, &
        intercomm, &
        array_of_errcodes, &
        ierror)
      import
      implicit none
      integer :: count
      character(len=*) :: array_of_commands(*)
      character(len=*) :: array_of_argv(count, *)
      integer :: array_of_maxprocs(*)
      integer :: array_of_info(*)
      integer :: root
      integer :: comm
      integer :: intercomm
      integer :: array_of_errcodes(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_split
    subroutine MPI_Comm_split( &
        comm, &
        color, &
        key, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: color
      integer :: key
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_split
    subroutine PMPI_Comm_split( &
        comm, &
        color, &
        key, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: color
      integer :: key
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_split_type
    subroutine MPI_Comm_split_type( &
        comm, &
        split_type, &
        key, &
        info, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: split_type
      integer :: key
      integer :: info
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_split_type
    subroutine PMPI_Comm_split_type( &
        comm, &
        split_type, &
        key, &
        info, &
        newcomm, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: split_type
      integer :: key
      integer :: info
      integer :: newcomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Comm_test_inter
    subroutine MPI_Comm_test_inter( &
        comm, &
        flag, &
        ierror)
      import
      implicit none
      integer :: comm
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Comm_test_inter
    subroutine PMPI_Comm_test_inter( &
        comm, &
        flag, &
        ierror)
      import
      implicit none
      integer :: comm
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Compare_and_swap
    subroutine MPI_Compare_and_swap( &
        origin_addr, &
        compare_addr, &
        result_addr, &
        datatype, &
        target_rank, &
        target_disp, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: compare_addr
!DIR$ IGNORE_TKR compare_addr
!$PRAGMA IGNORE_TKR compare_addr
      type(*) :: compare_addr(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
!$PRAGMA IGNORE_TKR result_addr
      type(*) :: result_addr(*)
      integer :: datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Compare_and_swap
    subroutine PMPI_Compare_and_swap( &
        origin_addr, &
        compare_addr, &
        result_addr, &
        datatype, &
        target_rank, &
        target_disp, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: compare_addr
!DIR$ IGNORE_TKR compare_addr
!$PRAGMA IGNORE_TKR compare_addr
      type(*) :: compare_addr(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
!$PRAGMA IGNORE_TKR result_addr
      type(*) :: result_addr(*)
      integer :: datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Dims_create
    subroutine MPI_Dims_create( &
        nnodes, &
        ndims, &
        dims, &
        ierror)
      import
      implicit none
      integer :: nnodes
      integer :: ndims
      integer :: dims(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Dims_create
    subroutine PMPI_Dims_create( &
        nnodes, &
        ndims, &
        dims, &
        ierror)
      import
      implicit none
      integer :: nnodes
      integer :: ndims
      integer :: dims(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_create
    subroutine MPI_Dist_graph_create( &
        comm_old, &
        n, &
        sources, &
        degrees, &
        destinations, &
        weights, &
        info, &
        reorder, &
        comm_dist_graph, &
        ierror)
      import
      implicit none
      integer :: comm_old
      integer :: n
      integer :: sources(*)
      integer :: degrees(*)
      integer :: destinations(*)
      integer :: weights(*)
      integer :: info
      logical :: reorder
      integer :: comm_dist_graph
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_create
    subroutine PMPI_Dist_graph_create( &
        comm_old, &
        n, &
        sources, &
        degrees, &
        destinations, &
        weights, &
        info, &
        reorder, &
        comm_dist_graph, &
        ierror)
      import
      implicit none
      integer :: comm_old
      integer :: n
      integer :: sources(*)
      integer :: degrees(*)
      integer :: destinations(*)
      integer :: weights(*)
      integer :: info
      logical :: reorder
      integer :: comm_dist_graph
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_create_adjacent
    subroutine MPI_Dist_graph_create_adjacent( &
        comm_old, &
        indegree, &
        sources, &
        sourceweights, &
        outdegree, &
        destinations, &
        destweights, &
        info, &
        reorder, &
        comm_dist_graph, &
        ierror)
      import
      implicit none
      integer :: comm_old
      integer :: indegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer :: outdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer :: info
      logical :: reorder
      integer :: comm_dist_graph
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_create_adjacent
    subroutine PMPI_Dist_graph_create_adjacent( &
        comm_old, &
        indegree, &
        sources, &
        sourceweights, &
        outdegree, &
        destinations, &
        destweights, &
        info, &
        reorder, &
        comm_dist_graph, &
        ierror)
      import
      implicit none
      integer :: comm_old
      integer :: indegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer :: outdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer :: info
      logical :: reorder
      integer :: comm_dist_graph
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_neighbors
    subroutine MPI_Dist_graph_neighbors( &
        comm, &
        maxindegree, &
        sources, &
        sourceweights, &
        maxoutdegree, &
        destinations, &
        destweights, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: maxindegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer :: maxoutdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_neighbors
    subroutine PMPI_Dist_graph_neighbors( &
        comm, &
        maxindegree, &
        sources, &
        sourceweights, &
        maxoutdegree, &
        destinations, &
        destweights, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: maxindegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer :: maxoutdegree
      integer :: destinations(*)
      integer :: destweights(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Dist_graph_neighbors_count
    subroutine MPI_Dist_graph_neighbors_count( &
        comm, &
        indegree, &
        outdegree, &
        weighted, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: indegree
      integer :: outdegree
      logical :: weighted
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Dist_graph_neighbors_count
    subroutine PMPI_Dist_graph_neighbors_count( &
        comm, &
        indegree, &
        outdegree, &
        weighted, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: indegree
      integer :: outdegree
      logical :: weighted
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Errhandler_free
    subroutine MPI_Errhandler_free( &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Errhandler_free
    subroutine PMPI_Errhandler_free( &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Error_class
    subroutine MPI_Error_class( &
        errorcode, &
        errorclass, &
        ierror)
      import
      implicit none
      integer :: errorcode
      integer :: errorclass
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Error_class
    subroutine PMPI_Error_class( &
        errorcode, &
        errorclass, &
        ierror)
      import
      implicit none
      integer :: errorcode
      integer :: errorclass
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Error_string
    subroutine MPI_Error_string( &
        errorcode, &
        string, &
        resultlen, &
        ierror)
      import
      implicit none
      integer :: errorcode
      character(len=*) :: string
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Error_string
    subroutine PMPI_Error_string( &
        errorcode, &
        string, &
        resultlen, &
        ierror)
      import
      implicit none
      integer :: errorcode
      character(len=*) :: string
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Exscan
    subroutine MPI_Exscan( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Exscan
    subroutine PMPI_Exscan( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Exscan_init
    subroutine MPI_Exscan_init( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Exscan_init
    subroutine PMPI_Exscan_init( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_F_sync_reg
    subroutine MPI_F_sync_reg( &
        buf)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
    end subroutine
  end interface
  interface PMPI_F_sync_reg
    subroutine PMPI_F_sync_reg( &
        buf)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
    end subroutine
  end interface
  interface MPI_Fetch_and_op
    subroutine MPI_Fetch_and_op( &
        origin_addr, &
        result_addr, &
        datatype, &
        target_rank, &
        target_disp, &
        op, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
!$PRAGMA IGNORE_TKR result_addr
      type(*) :: result_addr(*)
      integer :: datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: op
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Fetch_and_op
    subroutine PMPI_Fetch_and_op( &
        origin_addr, &
        result_addr, &
        datatype, &
        target_rank, &
        target_disp, &
        op, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
!$PRAGMA IGNORE_TKR result_addr
      type(*) :: result_addr(*)
      integer :: datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: op
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_call_errhandler
    subroutine MPI_File_call_errhandler( &
        fh, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_call_errhandler
    subroutine PMPI_File_call_errhandler( &
        fh, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_close
    subroutine MPI_File_close( &
        fh, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_close
    subroutine PMPI_File_close( &
        fh, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_create_errhandler
    subroutine MPI_File_create_errhandler( &
        file_errhandler_fn, &
        errhandler, &
        ierror)
      import
      implicit none
      external :: file_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_create_errhandler
    subroutine PMPI_File_create_errhandler( &
        file_errhandler_fn, &
        errhandler, &
        ierror)
      import
      implicit none
      external :: file_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_delete
    subroutine MPI_File_delete( &
        filename, &
        info, &
        ierror)
      import
      implicit none
      character(len=*) :: filename
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_delete
    subroutine PMPI_File_delete( &
        filename, &
        info, &
        ierror)
      import
      implicit none
      character(len=*) :: filename
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_amode
    subroutine MPI_File_get_amode( &
        fh, &
        amode, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: amode
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_amode
    subroutine PMPI_File_get_amode( &
        fh, &
        amode, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: amode
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_atomicity
    subroutine MPI_File_get_atomicity( &
        fh, &
        flag, &
        ierror)
      import
      implicit none
      integer :: fh
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_atomicity
    subroutine PMPI_File_get_atomicity( &
        fh, &
        flag, &
        ierror)
      import
      implicit none
      integer :: fh
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_byte_offset
    subroutine MPI_File_get_byte_offset( &
        fh, &
        offset, &
        disp, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_byte_offset
    subroutine PMPI_File_get_byte_offset( &
        fh, &
        offset, &
        disp, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_errhandler
    subroutine MPI_File_get_errhandler( &
        file, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: file
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_errhandler
    subroutine PMPI_File_get_errhandler( &
        file, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: file
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_group
    subroutine MPI_File_get_group( &
        fh, &
        group, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: group
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_group
    subroutine PMPI_File_get_group( &
        fh, &
        group, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: group
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_info
    subroutine MPI_File_get_info( &
        fh, &
        info_used, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: info_used
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_info
    subroutine PMPI_File_get_info( &
        fh, &
        info_used, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: info_used
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_position
    subroutine MPI_File_get_position( &
        fh, &
        offset, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_position
    subroutine PMPI_File_get_position( &
        fh, &
        offset, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_position_shared
    subroutine MPI_File_get_position_shared( &
        fh, &
        offset, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_position_shared
    subroutine PMPI_File_get_position_shared( &
        fh, &
        offset, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_size
    subroutine MPI_File_get_size( &
        fh, &
        size, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_size
    subroutine PMPI_File_get_size( &
        fh, &
        size, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_type_extent
    subroutine MPI_File_get_type_extent( &
        fh, &
        datatype, &
        extent, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_type_extent
    subroutine PMPI_File_get_type_extent( &
        fh, &
        datatype, &
        extent, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_get_view
    subroutine MPI_File_get_view( &
        fh, &
        disp, &
        etype, &
        filetype, &
        datarep, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer :: etype
      integer :: filetype
      character(len=*) :: datarep
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_get_view
    subroutine PMPI_File_get_view( &
        fh, &
        disp, &
        etype, &
        filetype, &
        datarep, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer :: etype
      integer :: filetype
      character(len=*) :: datarep
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_iread
    subroutine MPI_File_iread( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_iread
    subroutine PMPI_File_iread( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_iread_all
    subroutine MPI_File_iread_all( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_iread_all
    subroutine PMPI_File_iread_all( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_iread_at
    subroutine MPI_File_iread_at( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_iread_at
    subroutine PMPI_File_iread_at( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_iread_at_all
    subroutine MPI_File_iread_at_all( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_iread_at_all
    subroutine PMPI_File_iread_at_all( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_iread_shared
    subroutine MPI_File_iread_shared( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_iread_shared
    subroutine PMPI_File_iread_shared( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_iwrite
    subroutine MPI_File_iwrite( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_iwrite
    subroutine PMPI_File_iwrite( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_iwrite_all
    subroutine MPI_File_iwrite_all( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_iwrite_all
    subroutine PMPI_File_iwrite_all( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_iwrite_at
    subroutine MPI_File_iwrite_at( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_iwrite_at
    subroutine PMPI_File_iwrite_at( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_iwrite_at_all
    subroutine MPI_File_iwrite_at_all( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_iwrite_at_all
    subroutine PMPI_File_iwrite_at_all( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_iwrite_shared
    subroutine MPI_File_iwrite_shared( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_iwrite_shared
    subroutine PMPI_File_iwrite_shared( &
        fh, &
        buf, &
        count, &
        datatype, &
        request, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_open
    subroutine MPI_File_open( &
        comm, &
        filename, &
        amode, &
        info, &
        fh, &
        ierror)
      import
      implicit none
      integer :: comm
      character(len=*) :: filename
      integer :: amode
      integer :: info
      integer :: fh
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_open
    subroutine PMPI_File_open( &
        comm, &
        filename, &
        amode, &
        info, &
        fh, &
        ierror)
      import
      implicit none
      integer :: comm
      character(len=*) :: filename
      integer :: amode
      integer :: info
      integer :: fh
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_preallocate
    subroutine MPI_File_preallocate( &
        fh, &
        size, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_preallocate
    subroutine PMPI_File_preallocate( &
        fh, &
        size, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read
    subroutine MPI_File_read( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read
    subroutine PMPI_File_read( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_all
    subroutine MPI_File_read_all( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_all
    subroutine PMPI_File_read_all( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_all_begin
    subroutine MPI_File_read_all_begin( &
        fh, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_all_begin
    subroutine PMPI_File_read_all_begin( &
        fh, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_all_end
    subroutine MPI_File_read_all_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_all_end
    subroutine PMPI_File_read_all_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_at
    subroutine MPI_File_read_at( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_at
    subroutine PMPI_File_read_at( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_at_all
    subroutine MPI_File_read_at_all( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_at_all
    subroutine PMPI_File_read_at_all( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_at_all_begin
    subroutine MPI_File_read_at_all_begin( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_at_all_begin
    subroutine PMPI_File_read_at_all_begin( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_at_all_end
    subroutine MPI_File_read_at_all_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_at_all_end
    subroutine PMPI_File_read_at_all_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_ordered
    subroutine MPI_File_read_ordered( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_ordered
    subroutine PMPI_File_read_ordered( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_ordered_begin
    subroutine MPI_File_read_ordered_begin( &
        fh, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_ordered_begin
    subroutine PMPI_File_read_ordered_begin( &
        fh, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_ordered_end
    subroutine MPI_File_read_ordered_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_ordered_end
    subroutine PMPI_File_read_ordered_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_read_shared
    subroutine MPI_File_read_shared( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_read_shared
    subroutine PMPI_File_read_shared( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_seek
    subroutine MPI_File_seek( &
        fh, &
        offset, &
        whence, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: whence
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_seek
    subroutine PMPI_File_seek( &
        fh, &
        offset, &
        whence, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: whence
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_seek_shared
    subroutine MPI_File_seek_shared( &
        fh, &
        offset, &
        whence, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: whence
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_seek_shared
    subroutine PMPI_File_seek_shared( &
        fh, &
        offset, &
        whence, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: whence
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_set_atomicity
    subroutine MPI_File_set_atomicity( &
        fh, &
        flag, &
        ierror)
      import
      implicit none
      integer :: fh
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_atomicity
    subroutine PMPI_File_set_atomicity( &
        fh, &
        flag, &
        ierror)
      import
      implicit none
      integer :: fh
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_set_errhandler
    subroutine MPI_File_set_errhandler( &
        file, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: file
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_errhandler
    subroutine PMPI_File_set_errhandler( &
        file, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: file
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_set_info
    subroutine MPI_File_set_info( &
        fh, &
        info, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_info
    subroutine PMPI_File_set_info( &
        fh, &
        info, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_set_size
    subroutine MPI_File_set_size( &
        fh, &
        size, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_size
    subroutine PMPI_File_set_size( &
        fh, &
        size, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_set_view
    subroutine MPI_File_set_view( &
        fh, &
        disp, &
        etype, &
        filetype, &
        datarep, &
        info, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer :: etype
      integer :: filetype
      character(len=*) :: datarep
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_set_view
    subroutine PMPI_File_set_view( &
        fh, &
        disp, &
        etype, &
        filetype, &
        datarep, &
        info, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer :: etype
      integer :: filetype
      character(len=*) :: datarep
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_sync
    subroutine MPI_File_sync( &
        fh, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_sync
    subroutine PMPI_File_sync( &
        fh, &
        ierror)
      import
      implicit none
      integer :: fh
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write
    subroutine MPI_File_write( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write
    subroutine PMPI_File_write( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_all
    subroutine MPI_File_write_all( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_all
    subroutine PMPI_File_write_all( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_all_begin
    subroutine MPI_File_write_all_begin( &
        fh, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_all_begin
    subroutine PMPI_File_write_all_begin( &
        fh, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_all_end
    subroutine MPI_File_write_all_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_all_end
    subroutine PMPI_File_write_all_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_at
    subroutine MPI_File_write_at( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_at
    subroutine PMPI_File_write_at( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_at_all
    subroutine MPI_File_write_at_all( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_at_all
    subroutine PMPI_File_write_at_all( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_at_all_begin
    subroutine MPI_File_write_at_all_begin( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_at_all_begin
    subroutine PMPI_File_write_at_all_begin( &
        fh, &
        offset, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_at_all_end
    subroutine MPI_File_write_at_all_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_at_all_end
    subroutine PMPI_File_write_at_all_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_ordered
    subroutine MPI_File_write_ordered( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_ordered
    subroutine PMPI_File_write_ordered( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_ordered_begin
    subroutine MPI_File_write_ordered_begin( &
        fh, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_ordered_begin
    subroutine PMPI_File_write_ordered_begin( &
        fh, &
        buf, &
        count, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_ordered_end
    subroutine MPI_File_write_ordered_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_ordered_end
    subroutine PMPI_File_write_ordered_end( &
        fh, &
        buf, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_File_write_shared
    subroutine MPI_File_write_shared( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_File_write_shared
    subroutine PMPI_File_write_shared( &
        fh, &
        buf, &
        count, &
        datatype, &
        status, &
        ierror)
      import
      implicit none
      integer :: fh
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Finalize
    subroutine MPI_Finalize( &
        ierror)
      import
      implicit none
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Finalize
    subroutine PMPI_Finalize( &
        ierror)
      import
      implicit none
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Finalized
    subroutine MPI_Finalized( &
        flag, &
        ierror)
      import
      implicit none
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Finalized
    subroutine PMPI_Finalized( &
        flag, &
        ierror)
      import
      implicit none
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Free_mem
    subroutine MPI_Free_mem( &
        base, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
!$PRAGMA IGNORE_TKR base
      type(*) :: base(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Free_mem
    subroutine PMPI_Free_mem( &
        base, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
!$PRAGMA IGNORE_TKR base
      type(*) :: base(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Gather
    subroutine MPI_Gather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Gather
    subroutine PMPI_Gather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Gather_init
    subroutine MPI_Gather_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Gather_init
    subroutine PMPI_Gather_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Gatherv
    subroutine MPI_Gatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Gatherv
    subroutine PMPI_Gatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Gatherv_init
    subroutine MPI_Gatherv_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Gatherv_init
    subroutine PMPI_Gatherv_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Get
    subroutine MPI_Get( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Get
    subroutine PMPI_Get( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Get_accumulate
    subroutine MPI_Get_accumulate( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        result_addr, &
        result_count, &
        result_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        op, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
!$PRAGMA IGNORE_TKR result_addr
      type(*) :: result_addr(*)
      integer :: result_count
      integer :: result_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Get_accumulate
    subroutine PMPI_Get_accumulate( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        result_addr, &
        result_count, &
        result_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        op, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
!$PRAGMA IGNORE_TKR result_addr
      type(*) :: result_addr(*)
      integer :: result_count
      integer :: result_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Get_address
    subroutine MPI_Get_address( &
        location, &
        address, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: location
!DIR$ IGNORE_TKR location
!$PRAGMA IGNORE_TKR location
      type(*) :: location(*)
      integer(kind=MPI_ADDRESS_KIND) :: address
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Get_address
    subroutine PMPI_Get_address( &
        location, &
        address, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: location
!DIR$ IGNORE_TKR location
!$PRAGMA IGNORE_TKR location
      type(*) :: location(*)
      integer(kind=MPI_ADDRESS_KIND) :: address
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Get_count
    subroutine MPI_Get_count( &
        status, &
        datatype, &
        count, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: datatype
      integer :: count
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Get_count
    subroutine PMPI_Get_count( &
        status, &
        datatype, &
        count, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: datatype
      integer :: count
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Get_elements
    subroutine MPI_Get_elements( &
        status, &
        datatype, &
        count, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: datatype
      integer :: count
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Get_elements
    subroutine PMPI_Get_elements( &
        status, &
        datatype, &
        count, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: datatype
      integer :: count
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Get_elements_x
    subroutine MPI_Get_elements_x( &
        status, &
        datatype, &
        count, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Get_elements_x
    subroutine PMPI_Get_elements_x( &
        status, &
        datatype, &
        count, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Get_hw_resource_info
    subroutine MPI_Get_hw_resource_info( &
        hw_info, &
        ierror)
      import
      implicit none
      integer :: hw_info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Get_hw_resource_info
    subroutine PMPI_Get_hw_resource_info( &
        hw_info, &
        ierror)
      import
      implicit none
      integer :: hw_info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Get_library_version
    subroutine MPI_Get_library_version( &
        version, &
        resultlen, &
        ierror)
      import
      implicit none
      character(len=*) :: version
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Get_library_version
    subroutine PMPI_Get_library_version( &
        version, &
        resultlen, &
        ierror)
      import
      implicit none
      character(len=*) :: version
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Get_processor_name
    subroutine MPI_Get_processor_name( &
        name, &
        resultlen, &
        ierror)
      import
      implicit none
      character(len=*) :: name
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Get_processor_name
    subroutine PMPI_Get_processor_name( &
        name, &
        resultlen, &
        ierror)
      import
      implicit none
      character(len=*) :: name
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Get_version
    subroutine MPI_Get_version( &
        version, &
        subversion, &
        ierror)
      import
      implicit none
      integer :: version
      integer :: subversion
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Get_version
    subroutine PMPI_Get_version( &
        version, &
        subversion, &
        ierror)
      import
      implicit none
      integer :: version
      integer :: subversion
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Graph_create
    subroutine MPI_Graph_create( &
        comm_old, &
        nnodes, &
        index, &
        edges, &
        reorder, &
        comm_graph, &
        ierror)
      import
      implicit none
      integer :: comm_old
      integer :: nnodes
      integer :: index(*)
      integer :: edges(*)
      logical :: reorder
      integer :: comm_graph
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_create
    subroutine PMPI_Graph_create( &
        comm_old, &
        nnodes, &
        index, &
        edges, &
        reorder, &
        comm_graph, &
        ierror)
      import
      implicit none
      integer :: comm_old
      integer :: nnodes
      integer :: index(*)
      integer :: edges(*)
      logical :: reorder
      integer :: comm_graph
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Graph_get
    subroutine MPI_Graph_get( &
        comm, &
        maxindex, &
        maxedges, &
        index, &
        edges, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: maxindex
      integer :: maxedges
      integer :: index(*)
      integer :: edges(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_get
    subroutine PMPI_Graph_get( &
        comm, &
        maxindex, &
        maxedges, &
        index, &
        edges, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: maxindex
      integer :: maxedges
      integer :: index(*)
      integer :: edges(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Graph_map
    subroutine MPI_Graph_map( &
        comm, &
        nnodes, &
        index, &
        edges, &
        newrank, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: nnodes
      integer :: index(*)
      integer :: edges(*)
      integer :: newrank
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_map
    subroutine PMPI_Graph_map( &
        comm, &
        nnodes, &
        index, &
        edges, &
        newrank, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: nnodes
      integer :: index(*)
      integer :: edges(*)
      integer :: newrank
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Graph_neighbors
    subroutine MPI_Graph_neighbors( &
        comm, &
        rank, &
        maxneighbors, &
        neighbors, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: rank
      integer :: maxneighbors
      integer :: neighbors(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_neighbors
    subroutine PMPI_Graph_neighbors( &
        comm, &
        rank, &
        maxneighbors, &
        neighbors, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: rank
      integer :: maxneighbors
      integer :: neighbors(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Graph_neighbors_count
    subroutine MPI_Graph_neighbors_count( &
        comm, &
        rank, &
        nneighbors, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: rank
      integer :: nneighbors
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Graph_neighbors_count
    subroutine PMPI_Graph_neighbors_count( &
        comm, &
        rank, &
        nneighbors, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: rank
      integer :: nneighbors
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Graphdims_get
    subroutine MPI_Graphdims_get( &
        comm, &
        nnodes, &
        nedges, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: nnodes
      integer :: nedges
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Graphdims_get
    subroutine PMPI_Graphdims_get( &
        comm, &
        nnodes, &
        nedges, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: nnodes
      integer :: nedges
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Grequest_complete
    subroutine MPI_Grequest_complete( &
        request, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Grequest_complete
    subroutine PMPI_Grequest_complete( &
        request, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Grequest_start
    subroutine MPI_Grequest_start( &
        query_fn, &
        free_fn, &
        cancel_fn, &
        extra_state, &
        request, &
        ierror)
      import
      implicit none
      external :: query_fn
      external :: free_fn
      external :: cancel_fn
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Grequest_start
    subroutine PMPI_Grequest_start( &
        query_fn, &
        free_fn, &
        cancel_fn, &
        extra_state, &
        request, &
        ierror)
      import
      implicit none
      external :: query_fn
      external :: free_fn
      external :: cancel_fn
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_compare
    subroutine MPI_Group_compare( &
        group1, &
        group2, &
        result, &
        ierror)
      import
      implicit none
      integer :: group1
      integer :: group2
      integer :: result
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_compare
    subroutine PMPI_Group_compare( &
        group1, &
        group2, &
        result, &
        ierror)
      import
      implicit none
      integer :: group1
      integer :: group2
      integer :: result
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_difference
    subroutine MPI_Group_difference( &
        group1, &
        group2, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_difference
    subroutine PMPI_Group_difference( &
        group1, &
        group2, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_excl
    subroutine MPI_Group_excl( &
        group, &
        n, &
        ranks, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: n
      integer :: ranks(*)
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_excl
    subroutine PMPI_Group_excl( &
        group, &
        n, &
        ranks, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: n
      integer :: ranks(*)
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_free
    subroutine MPI_Group_free( &
        group, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_free
    subroutine PMPI_Group_free( &
        group, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_from_session_pset
    subroutine MPI_Group_from_session_pset( &
        session, &
        pset_name, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: session
      character(len=*) :: pset_name
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_from_session_pset
    subroutine PMPI_Group_from_session_pset( &
        session, &
        pset_name, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: session
      character(len=*) :: pset_name
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_incl
    subroutine MPI_Group_incl( &
        group, &
        n, &
        ranks, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: n
      integer :: ranks(*)
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_incl
    subroutine PMPI_Group_incl( &
        group, &
        n, &
        ranks, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: n
      integer :: ranks(*)
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_intersection
    subroutine MPI_Group_intersection( &
        group1, &
        group2, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_intersection
    subroutine PMPI_Group_intersection( &
        group1, &
        group2, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_range_excl
    subroutine MPI_Group_range_excl( &
        group, &
        n, &
        ranges, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: n
      integer :: ranges(3, *)
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_range_excl
    subroutine PMPI_Group_range_excl( &
        group, &
        n, &
        ranges, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: n
      integer :: ranges(3, *)
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_range_incl
    subroutine MPI_Group_range_incl( &
        group, &
        n, &
        ranges, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: n
      integer :: ranges(3, *)
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_range_incl
    subroutine PMPI_Group_range_incl( &
        group, &
        n, &
        ranges, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: n
      integer :: ranges(3, *)
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_rank
    subroutine MPI_Group_rank( &
        group, &
        rank, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: rank
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_rank
    subroutine PMPI_Group_rank( &
        group, &
        rank, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: rank
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_size
    subroutine MPI_Group_size( &
        group, &
        size, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_size
    subroutine PMPI_Group_size( &
        group, &
        size, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_translate_ranks
    subroutine MPI_Group_translate_ranks( &
        group1, &
        n, &
        ranks1, &
        group2, &
        ranks2, &
        ierror)
      import
      implicit none
      integer :: group1
      integer :: n
      integer :: ranks1(*)
      integer :: group2
      integer :: ranks2(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_translate_ranks
    subroutine PMPI_Group_translate_ranks( &
        group1, &
        n, &
        ranks1, &
        group2, &
        ranks2, &
        ierror)
      import
      implicit none
      integer :: group1
      integer :: n
      integer :: ranks1(*)
      integer :: group2
      integer :: ranks2(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Group_union
    subroutine MPI_Group_union( &
        group1, &
        group2, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Group_union
    subroutine PMPI_Group_union( &
        group1, &
        group2, &
        newgroup, &
        ierror)
      import
      implicit none
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Iallgather
    subroutine MPI_Iallgather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Iallgather
    subroutine PMPI_Iallgather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Iallgatherv
    subroutine MPI_Iallgatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Iallgatherv
    subroutine PMPI_Iallgatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Iallreduce
    subroutine MPI_Iallreduce( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Iallreduce
    subroutine PMPI_Iallreduce( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ialltoall
    subroutine MPI_Ialltoall( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ialltoall
    subroutine PMPI_Ialltoall( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ialltoallv
    subroutine MPI_Ialltoallv( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ialltoallv
    subroutine PMPI_Ialltoallv( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ialltoallw
    subroutine MPI_Ialltoallw( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ialltoallw
    subroutine PMPI_Ialltoallw( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ibarrier
    subroutine MPI_Ibarrier( &
        comm, &
        request, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ibarrier
    subroutine PMPI_Ibarrier( &
        comm, &
        request, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ibcast
    subroutine MPI_Ibcast( &
        buffer, &
        count, &
        datatype, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ibcast
    subroutine PMPI_Ibcast( &
        buffer, &
        count, &
        datatype, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ibsend
    subroutine MPI_Ibsend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ibsend
    subroutine PMPI_Ibsend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Iexscan
    subroutine MPI_Iexscan( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Iexscan
    subroutine PMPI_Iexscan( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Igather
    subroutine MPI_Igather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Igather
    subroutine PMPI_Igather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Igatherv
    subroutine MPI_Igatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Igatherv
    subroutine PMPI_Igatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Improbe
    subroutine MPI_Improbe( &
        source, &
        tag, &
        comm, &
        flag, &
        message, &
        status, &
        ierror)
      import
      implicit none
      integer :: source
      integer :: tag
      integer :: comm
      logical :: flag
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Improbe
    subroutine PMPI_Improbe( &
        source, &
        tag, &
        comm, &
        flag, &
        message, &
        status, &
        ierror)
      import
      implicit none
      integer :: source
      integer :: tag
      integer :: comm
      logical :: flag
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Imrecv
    subroutine MPI_Imrecv( &
        buf, &
        count, &
        datatype, &
        message, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: message
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Imrecv
    subroutine PMPI_Imrecv( &
        buf, &
        count, &
        datatype, &
        message, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: message
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ineighbor_allgather
    subroutine MPI_Ineighbor_allgather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ineighbor_allgather
    subroutine PMPI_Ineighbor_allgather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ineighbor_allgatherv
    subroutine MPI_Ineighbor_allgatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ineighbor_allgatherv
    subroutine PMPI_Ineighbor_allgatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ineighbor_alltoall
    subroutine MPI_Ineighbor_alltoall( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ineighbor_alltoall
    subroutine PMPI_Ineighbor_alltoall( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ineighbor_alltoallv
    subroutine MPI_Ineighbor_alltoallv( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ineighbor_alltoallv
    subroutine PMPI_Ineighbor_alltoallv( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ineighbor_alltoallw
    subroutine MPI_Ineighbor_alltoallw( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ineighbor_alltoallw
    subroutine PMPI_Ineighbor_alltoallw( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_create
    subroutine MPI_Info_create( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_create
    subroutine PMPI_Info_create( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_create_env
    subroutine MPI_Info_create_env( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_create_env
    subroutine PMPI_Info_create_env( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_delete
    subroutine MPI_Info_delete( &
        info, &
        key, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: key
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_delete
    subroutine PMPI_Info_delete( &
        info, &
        key, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: key
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_dup
    subroutine MPI_Info_dup( &
        info, &
        newinfo, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: newinfo
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_dup
    subroutine PMPI_Info_dup( &
        info, &
        newinfo, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: newinfo
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_free
    subroutine MPI_Info_free( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_free
    subroutine PMPI_Info_free( &
        info, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_get
    subroutine MPI_Info_get( &
        info, &
        key, &
        valuelen, &
        value, &
        flag, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: key
      integer :: valuelen
      character(len=*) :: value
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get
    subroutine PMPI_Info_get( &
        info, &
        key, &
        valuelen, &
        value, &
        flag, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: key
      integer :: valuelen
      character(len=*) :: value
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_nkeys
    subroutine MPI_Info_get_nkeys( &
        info, &
        nkeys, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: nkeys
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_nkeys
    subroutine PMPI_Info_get_nkeys( &
        info, &
        nkeys, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: nkeys
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_nthkey
    subroutine MPI_Info_get_nthkey( &
        info, &
        n, &
        key, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: n
      character(len=*) :: key
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_nthkey
    subroutine PMPI_Info_get_nthkey( &
        info, &
        n, &
        key, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: n
      character(len=*) :: key
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_string
    subroutine MPI_Info_get_string( &
        info, &
        key, &
        buflen, &
        value, &
        flag, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: key
      integer :: buflen
      character(len=*) :: value
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_string
    subroutine PMPI_Info_get_string( &
        info, &
        key, &
        buflen, &
        value, &
        flag, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: key
      integer :: buflen
      character(len=*) :: value
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_get_valuelen
    subroutine MPI_Info_get_valuelen( &
        info, &
        key, &
        valuelen, &
        flag, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: key
      integer :: valuelen
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_get_valuelen
    subroutine PMPI_Info_get_valuelen( &
        info, &
        key, &
        valuelen, &
        flag, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: key
      integer :: valuelen
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Info_set
    subroutine MPI_Info_set( &
        info, &
        key, &
        value, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: key
      character(len=*) :: value
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Info_set
    subroutine PMPI_Info_set( &
        info, &
        key, &
        value, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: key
      character(len=*) :: value
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Init
    subroutine MPI_Init( &
        ierror)
      import
      implicit none
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Init
    subroutine PMPI_Init( &
        ierror)
      import
      implicit none
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Init_thread
    subroutine MPI_Init_thread( &
        required, &
        provided, &
        ierror)
      import
      implicit none
      integer :: required
      integer :: provided
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Init_thread
    subroutine PMPI_Init_thread( &
        required, &
        provided, &
        ierror)
      import
      implicit none
      integer :: required
      integer :: provided
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Initialized
    subroutine MPI_Initialized( &
        flag, &
        ierror)
      import
      implicit none
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Initialized
    subroutine PMPI_Initialized( &
        flag, &
        ierror)
      import
      implicit none
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Intercomm_create
    subroutine MPI_Intercomm_create( &
        local_comm, &
        local_leader, &
        peer_comm, &
        remote_leader, &
        tag, &
        newintercomm, &
        ierror)
      import
      implicit none
      integer :: local_comm
      integer :: local_leader
      integer :: peer_comm
      integer :: remote_leader
      integer :: tag
      integer :: newintercomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Intercomm_create
    subroutine PMPI_Intercomm_create( &
        local_comm, &
        local_leader, &
        peer_comm, &
        remote_leader, &
        tag, &
        newintercomm, &
        ierror)
      import
      implicit none
      integer :: local_comm
      integer :: local_leader
      integer :: peer_comm
      integer :: remote_leader
      integer :: tag
      integer :: newintercomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Intercomm_create_from_groups
    subroutine MPI_Intercomm_create_from_groups( &
        local_group, &
        local_leader, &
        remote_group, &
        remote_leader, &
        stringtag, &
        info, &
        errhandler, &
        newintercomm, &
        ierror)
      import
      implicit none
      integer :: local_group
      integer :: local_leader
      integer :: remote_group
      integer :: remote_leader
      character(len=*) :: stringtag
      integer :: info
      integer :: errhandler
      integer :: newintercomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Intercomm_create_from_groups
    subroutine PMPI_Intercomm_create_from_groups( &
        local_group, &
        local_leader, &
        remote_group, &
        remote_leader, &
        stringtag, &
        info, &
        errhandler, &
        newintercomm, &
        ierror)
      import
      implicit none
      integer :: local_group
      integer :: local_leader
      integer :: remote_group
      integer :: remote_leader
      character(len=*) :: stringtag
      integer :: info
      integer :: errhandler
      integer :: newintercomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Intercomm_merge
    subroutine MPI_Intercomm_merge( &
        intercomm, &
        high, &
        newintracomm, &
        ierror)
      import
      implicit none
      integer :: intercomm
      logical :: high
      integer :: newintracomm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Intercomm_merge
    subroutine PMPI_Intercomm_merge( &
        intercomm, &
        high, &
        newintracomm, &
        ierror)
      import
      implicit none
      integer :: intercomm
      logical :: high
      integer :: newintracomm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Iprobe
    subroutine MPI_Iprobe( &
        source, &
        tag, &
        comm, &
        flag, &
        status, &
        ierror)
      import
      implicit none
      integer :: source
      integer :: tag
      integer :: comm
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Iprobe
    subroutine PMPI_Iprobe( &
        source, &
        tag, &
        comm, &
        flag, &
        status, &
        ierror)
      import
      implicit none
      integer :: source
      integer :: tag
      integer :: comm
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Irecv
    subroutine MPI_Irecv( &
        buf, &
        count, &
        datatype, &
        source, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Irecv
    subroutine PMPI_Irecv( &
        buf, &
        count, &
        datatype, &
        source, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ireduce
    subroutine MPI_Ireduce( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ireduce
    subroutine PMPI_Ireduce( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ireduce_scatter
    subroutine MPI_Ireduce_scatter( &
        sendbuf, &
        recvbuf, &
        recvcounts, &
        datatype, &
        op, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ireduce_scatter
    subroutine PMPI_Ireduce_scatter( &
        sendbuf, &
        recvbuf, &
        recvcounts, &
        datatype, &
        op, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ireduce_scatter_block
    subroutine MPI_Ireduce_scatter_block( &
        sendbuf, &
        recvbuf, &
        recvcount, &
        datatype, &
        op, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ireduce_scatter_block
    subroutine PMPI_Ireduce_scatter_block( &
        sendbuf, &
        recvbuf, &
        recvcount, &
        datatype, &
        op, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Irsend
    subroutine MPI_Irsend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Irsend
    subroutine PMPI_Irsend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Is_thread_main
    subroutine MPI_Is_thread_main( &
        flag, &
        ierror)
      import
      implicit none
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Is_thread_main
    subroutine PMPI_Is_thread_main( &
        flag, &
        ierror)
      import
      implicit none
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Iscan
    subroutine MPI_Iscan( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Iscan
    subroutine PMPI_Iscan( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Iscatter
    subroutine MPI_Iscatter( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Iscatter
    subroutine PMPI_Iscatter( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Iscatterv
    subroutine MPI_Iscatterv( &
        sendbuf, &
        sendcounts, &
        displs, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: displs(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Iscatterv
    subroutine PMPI_Iscatterv( &
        sendbuf, &
        sendcounts, &
        displs, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: displs(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Isend
    subroutine MPI_Isend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Isend
    subroutine PMPI_Isend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Isendrecv
    subroutine MPI_Isendrecv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        dest, &
        sendtag, &
        recvbuf, &
        recvcount, &
        recvtype, &
        source, &
        recvtag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
      integer :: dest
      integer :: sendtag
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Isendrecv
    subroutine PMPI_Isendrecv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        dest, &
        sendtag, &
        recvbuf, &
        recvcount, &
        recvtype, &
        source, &
        recvtag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
      integer :: dest
      integer :: sendtag
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Isendrecv_replace
    subroutine MPI_Isendrecv_replace( &
        buf, &
        count, &
        datatype, &
        dest, &
        sendtag, &
        source, &
        recvtag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Isendrecv_replace
    subroutine PMPI_Isendrecv_replace( &
        buf, &
        count, &
        datatype, &
        dest, &
        sendtag, &
        source, &
        recvtag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Issend
    subroutine MPI_Issend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Issend
    subroutine PMPI_Issend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Keyval_create
    subroutine MPI_Keyval_create( &
        copy_fn, &
        delete_fn, &
        keyval, &
        extra_state, &
        ierror)
      import
      implicit none
      external :: copy_fn
      external :: delete_fn
      integer :: keyval
      integer :: extra_state
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Keyval_create
    subroutine PMPI_Keyval_create( &
        copy_fn, &
        delete_fn, &
        keyval, &
        extra_state, &
        ierror)
      import
      implicit none
      external :: copy_fn
      external :: delete_fn
      integer :: keyval
      integer :: extra_state
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Keyval_free
    subroutine MPI_Keyval_free( &
        keyval, &
        ierror)
      import
      implicit none
      integer :: keyval
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Keyval_free
    subroutine PMPI_Keyval_free( &
        keyval, &
        ierror)
      import
      implicit none
      integer :: keyval
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Lookup_name
    subroutine MPI_Lookup_name( &
        service_name, &
        info, &
        port_name, &
        ierror)
      import
      implicit none
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Lookup_name
    subroutine PMPI_Lookup_name( &
        service_name, &
        info, &
        port_name, &
        ierror)
      import
      implicit none
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Mprobe
    subroutine MPI_Mprobe( &
        source, &
        tag, &
        comm, &
        message, &
        status, &
        ierror)
      import
      implicit none
      integer :: source
      integer :: tag
      integer :: comm
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Mprobe
    subroutine PMPI_Mprobe( &
        source, &
        tag, &
        comm, &
        message, &
        status, &
        ierror)
      import
      implicit none
      integer :: source
      integer :: tag
      integer :: comm
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Mrecv
    subroutine MPI_Mrecv( &
        buf, &
        count, &
        datatype, &
        message, &
        status, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Mrecv
    subroutine PMPI_Mrecv( &
        buf, &
        count, &
        datatype, &
        message, &
        status, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_allgather
    subroutine MPI_Neighbor_allgather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_allgather
    subroutine PMPI_Neighbor_allgather( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_allgather_init
    subroutine MPI_Neighbor_allgather_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_allgather_init
    subroutine PMPI_Neighbor_allgather_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_allgatherv
    subroutine MPI_Neighbor_allgatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_allgatherv
    subroutine PMPI_Neighbor_allgatherv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_allgatherv_init
    subroutine MPI_Neighbor_allgatherv_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_allgatherv_init
    subroutine PMPI_Neighbor_allgatherv_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        displs, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoall
    subroutine MPI_Neighbor_alltoall( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoall
    subroutine PMPI_Neighbor_alltoall( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoall_init
    subroutine MPI_Neighbor_alltoall_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoall_init
    subroutine PMPI_Neighbor_alltoall_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallv
    subroutine MPI_Neighbor_alltoallv( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallv
    subroutine PMPI_Neighbor_alltoallv( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallv_init
    subroutine MPI_Neighbor_alltoallv_init( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallv_init
    subroutine PMPI_Neighbor_alltoallv_init( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtype, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtype, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallw
    subroutine MPI_Neighbor_alltoallw( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallw
    subroutine PMPI_Neighbor_alltoallw( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Neighbor_alltoallw_init
    subroutine MPI_Neighbor_alltoallw_init( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Neighbor_alltoallw_init
    subroutine PMPI_Neighbor_alltoallw_init( &
        sendbuf, &
        sendcounts, &
        sdispls, &
        sendtypes, &
        recvbuf, &
        recvcounts, &
        rdispls, &
        recvtypes, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Op_commutative
    subroutine MPI_Op_commutative( &
        op, &
        commute, &
        ierror)
      import
      implicit none
      integer :: op
      logical :: commute
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Op_commutative
    subroutine PMPI_Op_commutative( &
        op, &
        commute, &
        ierror)
      import
      implicit none
      integer :: op
      logical :: commute
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Op_create
    subroutine MPI_Op_create( &
        user_fn, &
        commute, &
        op, &
        ierror)
      import
      implicit none
      external :: user_fn
      logical :: commute
      integer :: op
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Op_create
    subroutine PMPI_Op_create( &
        user_fn, &
        commute, &
        op, &
        ierror)
      import
      implicit none
      external :: user_fn
      logical :: commute
      integer :: op
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Op_free
    subroutine MPI_Op_free( &
        op, &
        ierror)
      import
      implicit none
      integer :: op
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Op_free
    subroutine PMPI_Op_free( &
        op, &
        ierror)
      import
      implicit none
      integer :: op
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Open_port
    subroutine MPI_Open_port( &
        info, &
        port_name, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Open_port
    subroutine PMPI_Open_port( &
        info, &
        port_name, &
        ierror)
      import
      implicit none
      integer :: info
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Pack
    subroutine MPI_Pack( &
        inbuf, &
        incount, &
        datatype, &
        outbuf, &
        outsize, &
        position, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!$PRAGMA IGNORE_TKR inbuf
      type(*) :: inbuf(*)
      integer :: incount
      integer :: datatype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
!$PRAGMA IGNORE_TKR outbuf
      type(*) :: outbuf(*)
      integer :: outsize
      integer :: position
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Pack
    subroutine PMPI_Pack( &
        inbuf, &
        incount, &
        datatype, &
        outbuf, &
        outsize, &
        position, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!$PRAGMA IGNORE_TKR inbuf
      type(*) :: inbuf(*)
      integer :: incount
      integer :: datatype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
!$PRAGMA IGNORE_TKR outbuf
      type(*) :: outbuf(*)
      integer :: outsize
      integer :: position
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Pack_external
    subroutine MPI_Pack_external( &
        datarep, &
        inbuf, &
        incount, &
        datatype, &
        outbuf, &
        outsize, &
        position, &
        ierror)
      import
      implicit none
      character(len=*) :: datarep
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!$PRAGMA IGNORE_TKR inbuf
      type(*) :: inbuf(*)
      integer :: incount
      integer :: datatype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
!$PRAGMA IGNORE_TKR outbuf
      type(*) :: outbuf(*)
      integer(kind=MPI_ADDRESS_KIND) :: outsize
      integer(kind=MPI_ADDRESS_KIND) :: position
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Pack_external
    subroutine PMPI_Pack_external( &
        datarep, &
        inbuf, &
        incount, &
        datatype, &
        outbuf, &
        outsize, &
        position, &
        ierror)
      import
      implicit none
      character(len=*) :: datarep
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!$PRAGMA IGNORE_TKR inbuf
      type(*) :: inbuf(*)
      integer :: incount
      integer :: datatype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
!$PRAGMA IGNORE_TKR outbuf
      type(*) :: outbuf(*)
      integer(kind=MPI_ADDRESS_KIND) :: outsize
      integer(kind=MPI_ADDRESS_KIND) :: position
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Pack_external_size
    subroutine MPI_Pack_external_size( &
        datarep, &
        incount, &
        datatype, &
        size, &
        ierror)
      import
      implicit none
      character(len=*) :: datarep
      integer :: incount
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Pack_external_size
    subroutine PMPI_Pack_external_size( &
        datarep, &
        incount, &
        datatype, &
        size, &
        ierror)
      import
      implicit none
      character(len=*) :: datarep
      integer :: incount
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Pack_size
    subroutine MPI_Pack_size( &
        incount, &
        datatype, &
        comm, &
        size, &
        ierror)
      import
      implicit none
      integer :: incount
      integer :: datatype
      integer :: comm
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Pack_size
    subroutine PMPI_Pack_size( &
        incount, &
        datatype, &
        comm, &
        size, &
        ierror)
      import
      implicit none
      integer :: incount
      integer :: datatype
      integer :: comm
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Parrived
    subroutine MPI_Parrived( &
        request, &
        partition, &
        flag, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: partition
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Parrived
    subroutine PMPI_Parrived( &
        request, &
        partition, &
        flag, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: partition
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Pcontrol
    subroutine MPI_Pcontrol( &
        level)
      import
      implicit none
      integer :: level
    end subroutine
  end interface
  interface PMPI_Pcontrol
    subroutine PMPI_Pcontrol( &
        level)
      import
      implicit none
      integer :: level
    end subroutine
  end interface
  interface MPI_Pready
    subroutine MPI_Pready( &
        partition, &
        request, &
        ierror)
      import
      implicit none
      integer :: partition
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Pready
    subroutine PMPI_Pready( &
        partition, &
        request, &
        ierror)
      import
      implicit none
      integer :: partition
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Pready_list
    subroutine MPI_Pready_list( &
        length, &
        array_of_partitions, &
        request, &
        ierror)
      import
      implicit none
      integer :: length
      integer :: array_of_partitions(*)
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Pready_list
    subroutine PMPI_Pready_list( &
        length, &
        array_of_partitions, &
        request, &
        ierror)
      import
      implicit none
      integer :: length
      integer :: array_of_partitions(*)
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Pready_range
    subroutine MPI_Pready_range( &
        partition_low, &
        partition_high, &
        request, &
        ierror)
      import
      implicit none
      integer :: partition_low
      integer :: partition_high
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Pready_range
    subroutine PMPI_Pready_range( &
        partition_low, &
        partition_high, &
        request, &
        ierror)
      import
      implicit none
      integer :: partition_low
      integer :: partition_high
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Precv_init
    subroutine MPI_Precv_init( &
        buf, &
        partitions, &
        count, &
        datatype, &
        source, &
        tag, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: partitions
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Precv_init
    subroutine PMPI_Precv_init( &
        buf, &
        partitions, &
        count, &
        datatype, &
        source, &
        tag, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: partitions
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Probe
    subroutine MPI_Probe( &
        source, &
        tag, &
        comm, &
        status, &
        ierror)
      import
      implicit none
      integer :: source
      integer :: tag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Probe
    subroutine PMPI_Probe( &
        source, &
        tag, &
        comm, &
        status, &
        ierror)
      import
      implicit none
      integer :: source
      integer :: tag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Psend_init
    subroutine MPI_Psend_init( &
        buf, &
        partitions, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: partitions
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Psend_init
    subroutine PMPI_Psend_init( &
        buf, &
        partitions, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: partitions
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Publish_name
    subroutine MPI_Publish_name( &
        service_name, &
        info, &
        port_name, &
        ierror)
      import
      implicit none
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Publish_name
    subroutine PMPI_Publish_name( &
        service_name, &
        info, &
        port_name, &
        ierror)
      import
      implicit none
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Put
    subroutine MPI_Put( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Put
    subroutine PMPI_Put( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Query_thread
    subroutine MPI_Query_thread( &
        provided, &
        ierror)
      import
      implicit none
      integer :: provided
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Query_thread
    subroutine PMPI_Query_thread( &
        provided, &
        ierror)
      import
      implicit none
      integer :: provided
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Raccumulate
    subroutine MPI_Raccumulate( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        op, &
        win, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Raccumulate
    subroutine PMPI_Raccumulate( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        op, &
        win, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Recv
    subroutine MPI_Recv( &
        buf, &
        count, &
        datatype, &
        source, &
        tag, &
        comm, &
        status, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Recv
    subroutine PMPI_Recv( &
        buf, &
        count, &
        datatype, &
        source, &
        tag, &
        comm, &
        status, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Recv_init
    subroutine MPI_Recv_init( &
        buf, &
        count, &
        datatype, &
        source, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Recv_init
    subroutine PMPI_Recv_init( &
        buf, &
        count, &
        datatype, &
        source, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Reduce
    subroutine MPI_Reduce( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce
    subroutine PMPI_Reduce( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_init
    subroutine MPI_Reduce_init( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_init
    subroutine PMPI_Reduce_init( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_local
    subroutine MPI_Reduce_local( &
        inbuf, &
        inoutbuf, &
        count, &
        datatype, &
        op, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!$PRAGMA IGNORE_TKR inbuf
      type(*) :: inbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inoutbuf
!DIR$ IGNORE_TKR inoutbuf
!$PRAGMA IGNORE_TKR inoutbuf
      type(*) :: inoutbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_local
    subroutine PMPI_Reduce_local( &
        inbuf, &
        inoutbuf, &
        count, &
        datatype, &
        op, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!$PRAGMA IGNORE_TKR inbuf
      type(*) :: inbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inoutbuf
!DIR$ IGNORE_TKR inoutbuf
!$PRAGMA IGNORE_TKR inoutbuf
      type(*) :: inoutbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_scatter
    subroutine MPI_Reduce_scatter( &
        sendbuf, &
        recvbuf, &
        recvcounts, &
        datatype, &
        op, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_scatter
    subroutine PMPI_Reduce_scatter( &
        sendbuf, &
        recvbuf, &
        recvcounts, &
        datatype, &
        op, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_scatter_block
    subroutine MPI_Reduce_scatter_block( &
        sendbuf, &
        recvbuf, &
        recvcount, &
        datatype, &
        op, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_scatter_block
    subroutine PMPI_Reduce_scatter_block( &
        sendbuf, &
        recvbuf, &
        recvcount, &
        datatype, &
        op, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_scatter_block_init
    subroutine MPI_Reduce_scatter_block_init( &
        sendbuf, &
        recvbuf, &
        recvcount, &
        datatype, &
        op, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_scatter_block_init
    subroutine PMPI_Reduce_scatter_block_init( &
        sendbuf, &
        recvbuf, &
        recvcount, &
        datatype, &
        op, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Reduce_scatter_init
    subroutine MPI_Reduce_scatter_init( &
        sendbuf, &
        recvbuf, &
        recvcounts, &
        datatype, &
        op, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Reduce_scatter_init
    subroutine PMPI_Reduce_scatter_init( &
        sendbuf, &
        recvbuf, &
        recvcounts, &
        datatype, &
        op, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcounts(*)
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Register_datarep
    subroutine MPI_Register_datarep( &
        datarep, &
        read_conversion_fn, &
        write_conversion_fn, &
        dtype_file_extent_fn, &
        extra_state, &
        ierror)
      import
      implicit none
      character(len=*) :: datarep
      external :: read_conversion_fn
      external :: write_conversion_fn
      external :: dtype_file_extent_fn
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Register_datarep
    subroutine PMPI_Register_datarep( &
        datarep, &
        read_conversion_fn, &
        write_conversion_fn, &
        dtype_file_extent_fn, &
        extra_state, &
        ierror)
      import
      implicit none
      character(len=*) :: datarep
      external :: read_conversion_fn
      external :: write_conversion_fn
      external :: dtype_file_extent_fn
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Remove_error_class
    subroutine MPI_Remove_error_class( &
        errorclass, &
        ierror)
      import
      implicit none
      integer :: errorclass
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Remove_error_class
    subroutine PMPI_Remove_error_class( &
        errorclass, &
        ierror)
      import
      implicit none
      integer :: errorclass
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Remove_error_code
    subroutine MPI_Remove_error_code( &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Remove_error_code
    subroutine PMPI_Remove_error_code( &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Remove_error_string
    subroutine MPI_Remove_error_string( &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Remove_error_string
    subroutine PMPI_Remove_error_string( &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Request_free
    subroutine MPI_Request_free( &
        request, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Request_free
    subroutine PMPI_Request_free( &
        request, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Request_get_status
    subroutine MPI_Request_get_status( &
        request, &
        flag, &
        status, &
        ierror)
      import
      implicit none
      integer :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Request_get_status
    subroutine PMPI_Request_get_status( &
        request, &
        flag, &
        status, &
        ierror)
      import
      implicit none
      integer :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Request_get_status_all
    subroutine MPI_Request_get_status_all( &
        count, &
        array_of_requests, &
        flag, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      logical :: flag
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Request_get_status_all
    subroutine PMPI_Request_get_status_all( &
        count, &
        array_of_requests, &
        flag, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      logical :: flag
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Request_get_status_any
    subroutine MPI_Request_get_status_any( &
        count, &
        array_of_requests, &
        index, &
        flag, &
        status, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      integer :: index
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Request_get_status_any
    subroutine PMPI_Request_get_status_any( &
        count, &
        array_of_requests, &
        index, &
        flag, &
        status, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      integer :: index
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Request_get_status_some
    subroutine MPI_Request_get_status_some( &
        incount, &
        array_of_requests, &
        outcount, &
        array_of_indices, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Request_get_status_some
    subroutine PMPI_Request_get_status_some( &
        incount, &
        array_of_requests, &
        outcount, &
        array_of_indices, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Rget
    subroutine MPI_Rget( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        win, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Rget
    subroutine PMPI_Rget( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        win, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Rget_accumulate
    subroutine MPI_Rget_accumulate( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        result_addr, &
        result_count, &
        result_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        op, &
        win, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
!$PRAGMA IGNORE_TKR result_addr
      type(*) :: result_addr(*)
      integer :: result_count
      integer :: result_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Rget_accumulate
    subroutine PMPI_Rget_accumulate( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        result_addr, &
        result_count, &
        result_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        op, &
        win, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
!$PRAGMA IGNORE_TKR result_addr
      type(*) :: result_addr(*)
      integer :: result_count
      integer :: result_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Rput
    subroutine MPI_Rput( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        win, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Rput
    subroutine PMPI_Rput( &
        origin_addr, &
        origin_count, &
        origin_datatype, &
        target_rank, &
        target_disp, &
        target_count, &
        target_datatype, &
        win, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!$PRAGMA IGNORE_TKR origin_addr
      type(*) :: origin_addr(*)
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Rsend
    subroutine MPI_Rsend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Rsend
    subroutine PMPI_Rsend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Rsend_init
    subroutine MPI_Rsend_init( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Rsend_init
    subroutine PMPI_Rsend_init( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Scan
    subroutine MPI_Scan( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Scan
    subroutine PMPI_Scan( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Scan_init
    subroutine MPI_Scan_init( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Scan_init
    subroutine PMPI_Scan_init( &
        sendbuf, &
        recvbuf, &
        count, &
        datatype, &
        op, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Scatter
    subroutine MPI_Scatter( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Scatter
    subroutine PMPI_Scatter( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Scatter_init
    subroutine MPI_Scatter_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Scatter_init
    subroutine PMPI_Scatter_init( &
        sendbuf, &
        sendcount, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Scatterv
    subroutine MPI_Scatterv( &
        sendbuf, &
        sendcounts, &
        displs, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: displs(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Scatterv
    subroutine PMPI_Scatterv( &
        sendbuf, &
        sendcounts, &
        displs, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: displs(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Scatterv_init
    subroutine MPI_Scatterv_init( &
        sendbuf, &
        sendcounts, &
        displs, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: displs(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Scatterv_init
    subroutine PMPI_Scatterv_init( &
        sendbuf, &
        sendcounts, &
        displs, &
        sendtype, &
        recvbuf, &
        recvcount, &
        recvtype, &
        root, &
        comm, &
        info, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcounts(*)
      integer :: displs(*)
      integer :: sendtype
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Send
    subroutine MPI_Send( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Send
    subroutine PMPI_Send( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Send_init
    subroutine MPI_Send_init( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Send_init
    subroutine PMPI_Send_init( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Sendrecv
    subroutine MPI_Sendrecv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        dest, &
        sendtag, &
        recvbuf, &
        recvcount, &
        recvtype, &
        source, &
        recvtag, &
        comm, &
        status, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
      integer :: dest
      integer :: sendtag
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Sendrecv
    subroutine PMPI_Sendrecv( &
        sendbuf, &
        sendcount, &
        sendtype, &
        dest, &
        sendtag, &
        recvbuf, &
        recvcount, &
        recvtype, &
        source, &
        recvtag, &
        comm, &
        status, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!$PRAGMA IGNORE_TKR sendbuf
      type(*) :: sendbuf(*)
      integer :: sendcount
      integer :: sendtype
      integer :: dest
      integer :: sendtag
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
!$PRAGMA IGNORE_TKR recvbuf
      type(*) :: recvbuf(*)
      integer :: recvcount
      integer :: recvtype
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Sendrecv_replace
    subroutine MPI_Sendrecv_replace( &
        buf, &
        count, &
        datatype, &
        dest, &
        sendtag, &
        source, &
        recvtag, &
        comm, &
        status, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Sendrecv_replace
    subroutine PMPI_Sendrecv_replace( &
        buf, &
        count, &
        datatype, &
        dest, &
        sendtag, &
        source, &
        recvtag, &
        comm, &
        status, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_attach_buffer
    subroutine MPI_Session_attach_buffer( &
        session, &
        buffer, &
        size, &
        ierror)
      import
      implicit none
      integer :: session
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_attach_buffer
    subroutine PMPI_Session_attach_buffer( &
        session, &
        buffer, &
        size, &
        ierror)
      import
      implicit none
      integer :: session
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
!$PRAGMA IGNORE_TKR buffer
      type(*) :: buffer(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_call_errhandler
    subroutine MPI_Session_call_errhandler( &
        session, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_call_errhandler
    subroutine PMPI_Session_call_errhandler( &
        session, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_create_errhandler
    subroutine MPI_Session_create_errhandler( &
        session_errhandler_fn, &
        errhandler, &
        ierror)
      import
      implicit none
      external :: session_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_create_errhandler
    subroutine PMPI_Session_create_errhandler( &
        session_errhandler_fn, &
        errhandler, &
        ierror)
      import
      implicit none
      external :: session_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_detach_buffer
    subroutine MPI_Session_detach_buffer( &
        session, &
        buffer_addr, &
        size, &
        ierror)
      import
      implicit none
      integer :: session
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
!$PRAGMA IGNORE_TKR buffer_addr
      type(*) :: buffer_addr(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_detach_buffer
    subroutine PMPI_Session_detach_buffer( &
        session, &
        buffer_addr, &
        size, &
        ierror)
      import
      implicit none
      integer :: session
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
!$PRAGMA IGNORE_TKR buffer_addr
      type(*) :: buffer_addr(*)
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_finalize
    subroutine MPI_Session_finalize( &
        session, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_finalize
    subroutine PMPI_Session_finalize( &
        session, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_flush_buffer
    subroutine MPI_Session_flush_buffer( &
        session, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_flush_buffer
    subroutine PMPI_Session_flush_buffer( &
        session, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_errhandler
    subroutine MPI_Session_get_errhandler( &
        session, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_errhandler
    subroutine PMPI_Session_get_errhandler( &
        session, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_info
    subroutine MPI_Session_get_info( &
        session, &
        info_used, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: info_used
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_info
    subroutine PMPI_Session_get_info( &
        session, &
        info_used, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: info_used
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_nth_pset
    subroutine MPI_Session_get_nth_pset( &
        session, &
        info, &
        n, &
        pset_len, &
        pset_name, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: info
      integer :: n
      integer :: pset_len
      character(len=*) :: pset_name
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_nth_pset
    subroutine PMPI_Session_get_nth_pset( &
        session, &
        info, &
        n, &
        pset_len, &
        pset_name, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: info
      integer :: n
      integer :: pset_len
      character(len=*) :: pset_name
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_num_psets
    subroutine MPI_Session_get_num_psets( &
        session, &
        info, &
        npset_names, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: info
      integer :: npset_names
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_num_psets
    subroutine PMPI_Session_get_num_psets( &
        session, &
        info, &
        npset_names, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: info
      integer :: npset_names
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_get_pset_info
    subroutine MPI_Session_get_pset_info( &
        session, &
        pset_name, &
        info, &
        ierror)
      import
      implicit none
      integer :: session
      character(len=*) :: pset_name
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_get_pset_info
    subroutine PMPI_Session_get_pset_info( &
        session, &
        pset_name, &
        info, &
        ierror)
      import
      implicit none
      integer :: session
      character(len=*) :: pset_name
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_iflush_buffer
    subroutine MPI_Session_iflush_buffer( &
        session, &
        request, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_iflush_buffer
    subroutine PMPI_Session_iflush_buffer( &
        session, &
        request, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_init
    subroutine MPI_Session_init( &
        info, &
        errhandler, &
        session, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: errhandler
      integer :: session
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_init
    subroutine PMPI_Session_init( &
        info, &
        errhandler, &
        session, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: errhandler
      integer :: session
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Session_set_errhandler
    subroutine MPI_Session_set_errhandler( &
        session, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Session_set_errhandler
    subroutine PMPI_Session_set_errhandler( &
        session, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: session
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ssend
    subroutine MPI_Ssend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ssend
    subroutine PMPI_Ssend( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Ssend_init
    subroutine MPI_Ssend_init( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Ssend_init
    subroutine PMPI_Ssend_init( &
        buf, &
        count, &
        datatype, &
        dest, &
        tag, &
        comm, &
        request, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
!$PRAGMA IGNORE_TKR buf
      type(*) :: buf(*)
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Start
    subroutine MPI_Start( &
        request, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Start
    subroutine PMPI_Start( &
        request, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Startall
    subroutine MPI_Startall( &
        count, &
        array_of_requests, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Startall
    subroutine PMPI_Startall( &
        count, &
        array_of_requests, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_f082f
    subroutine MPI_Status_f082f( &
        f08_status, &
        f_status, &
        ierror)
      import
      implicit none
      type(MPI_Status) :: f08_status
      integer :: f_status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_f082f
    subroutine PMPI_Status_f082f( &
        f08_status, &
        f_status, &
        ierror)
      import
      implicit none
      type(MPI_Status) :: f08_status
      integer :: f_status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_f2f08
    subroutine MPI_Status_f2f08( &
        f_status, &
        f08_status, &
        ierror)
      import
      implicit none
      integer :: f_status(MPI_STATUS_SIZE)
      type(MPI_Status) :: f08_status
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_f2f08
    subroutine PMPI_Status_f2f08( &
        f_status, &
        f08_status, &
        ierror)
      import
      implicit none
      integer :: f_status(MPI_STATUS_SIZE)
      type(MPI_Status) :: f08_status
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_get_error
    subroutine MPI_Status_get_error( &
        status, &
        err, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: err
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_get_error
    subroutine PMPI_Status_get_error( &
        status, &
        err, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: err
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_get_source
    subroutine MPI_Status_get_source( &
        status, &
        source, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: source
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_get_source
    subroutine PMPI_Status_get_source( &
        status, &
        source, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: source
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_get_tag
    subroutine MPI_Status_get_tag( &
        status, &
        tag, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: tag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_get_tag
    subroutine PMPI_Status_get_tag( &
        status, &
        tag, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: tag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_cancelled
    subroutine MPI_Status_set_cancelled( &
        status, &
        flag, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_cancelled
    subroutine PMPI_Status_set_cancelled( &
        status, &
        flag, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_elements
    subroutine MPI_Status_set_elements( &
        status, &
        datatype, &
        count, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: datatype
      integer :: count
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_elements
    subroutine PMPI_Status_set_elements( &
        status, &
        datatype, &
        count, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: datatype
      integer :: count
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_elements_x
    subroutine MPI_Status_set_elements_x( &
        status, &
        datatype, &
        count, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_elements_x
    subroutine PMPI_Status_set_elements_x( &
        status, &
        datatype, &
        count, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_error
    subroutine MPI_Status_set_error( &
        status, &
        err, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: err
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_error
    subroutine PMPI_Status_set_error( &
        status, &
        err, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: err
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_source
    subroutine MPI_Status_set_source( &
        status, &
        source, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: source
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_source
    subroutine PMPI_Status_set_source( &
        status, &
        source, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: source
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Status_set_tag
    subroutine MPI_Status_set_tag( &
        status, &
        tag, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: tag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Status_set_tag
    subroutine PMPI_Status_set_tag( &
        status, &
        tag, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      integer :: tag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Test
    subroutine MPI_Test( &
        request, &
        flag, &
        status, &
        ierror)
      import
      implicit none
      integer :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Test
    subroutine PMPI_Test( &
        request, &
        flag, &
        status, &
        ierror)
      import
      implicit none
      integer :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Test_cancelled
    subroutine MPI_Test_cancelled( &
        status, &
        flag, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Test_cancelled
    subroutine PMPI_Test_cancelled( &
        status, &
        flag, &
        ierror)
      import
      implicit none
      integer :: status(MPI_STATUS_SIZE)
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Testall
    subroutine MPI_Testall( &
        count, &
        array_of_requests, &
        flag, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      logical :: flag
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Testall
    subroutine PMPI_Testall( &
        count, &
        array_of_requests, &
        flag, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      logical :: flag
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Testany
    subroutine MPI_Testany( &
        count, &
        array_of_requests, &
        index, &
        flag, &
        status, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      integer :: index
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Testany
    subroutine PMPI_Testany( &
        count, &
        array_of_requests, &
        index, &
        flag, &
        status, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      integer :: index
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Testsome
    subroutine MPI_Testsome( &
        incount, &
        array_of_requests, &
        outcount, &
        array_of_indices, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Testsome
    subroutine PMPI_Testsome( &
        incount, &
        array_of_requests, &
        outcount, &
        array_of_indices, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Topo_test
    subroutine MPI_Topo_test( &
        comm, &
        status, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: status
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Topo_test
    subroutine PMPI_Topo_test( &
        comm, &
        status, &
        ierror)
      import
      implicit none
      integer :: comm
      integer :: status
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_commit
    subroutine MPI_Type_commit( &
        datatype, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_commit
    subroutine PMPI_Type_commit( &
        datatype, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_contiguous
    subroutine MPI_Type_contiguous( &
        count, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_contiguous
    subroutine PMPI_Type_contiguous( &
        count, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_darray
    subroutine MPI_Type_create_darray( &
        size, &
        rank, &
        ndims, &
        array_of_gsizes, &
        array_of_distribs, &
        array_of_dargs, &
        array_of_psizes, &
        order, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: size
      integer :: rank
      integer :: ndims
      integer :: array_of_gsizes(*)
      integer :: array_of_distribs(*)
      integer :: array_of_dargs(*)
      integer :: array_of_psizes(*)
      integer :: order
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_darray
    subroutine PMPI_Type_create_darray( &
        size, &
        rank, &
        ndims, &
        array_of_gsizes, &
        array_of_distribs, &
        array_of_dargs, &
        array_of_psizes, &
        order, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: size
      integer :: rank
      integer :: ndims
      integer :: array_of_gsizes(*)
      integer :: array_of_distribs(*)
      integer :: array_of_dargs(*)
      integer :: array_of_psizes(*)
      integer :: order
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_f90_complex
    subroutine MPI_Type_create_f90_complex( &
        p, &
        r, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: p
      integer :: r
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_f90_complex
    subroutine PMPI_Type_create_f90_complex( &
        p, &
        r, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: p
      integer :: r
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_f90_integer
    subroutine MPI_Type_create_f90_integer( &
        r, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: r
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_f90_integer
    subroutine PMPI_Type_create_f90_integer( &
        r, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: r
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_f90_real
    subroutine MPI_Type_create_f90_real( &
        p, &
        r, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: p
      integer :: r
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_f90_real
    subroutine PMPI_Type_create_f90_real( &
        p, &
        r, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: p
      integer :: r
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_hindexed
    subroutine MPI_Type_create_hindexed( &
        count, &
        array_of_blocklengths, &
        array_of_displacements, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_hindexed
    subroutine PMPI_Type_create_hindexed( &
        count, &
        array_of_blocklengths, &
        array_of_displacements, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_hindexed_block
    subroutine MPI_Type_create_hindexed_block( &
        count, &
        blocklength, &
        array_of_displacements, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: blocklength
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_hindexed_block
    subroutine PMPI_Type_create_hindexed_block( &
        count, &
        blocklength, &
        array_of_displacements, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: blocklength
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_hvector
    subroutine MPI_Type_create_hvector( &
        count, &
        blocklength, &
        stride, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: blocklength
      integer(kind=MPI_ADDRESS_KIND) :: stride
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_hvector
    subroutine PMPI_Type_create_hvector( &
        count, &
        blocklength, &
        stride, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: blocklength
      integer(kind=MPI_ADDRESS_KIND) :: stride
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_indexed_block
    subroutine MPI_Type_create_indexed_block( &
        count, &
        blocklength, &
        array_of_displacements, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: blocklength
      integer :: array_of_displacements(*)
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_indexed_block
    subroutine PMPI_Type_create_indexed_block( &
        count, &
        blocklength, &
        array_of_displacements, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: blocklength
      integer :: array_of_displacements(*)
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_keyval
    subroutine MPI_Type_create_keyval( &
        type_copy_attr_fn, &
        type_delete_attr_fn, &
        type_keyval, &
        extra_state, &
        ierror)
      import
      implicit none
      external :: type_copy_attr_fn
      external :: type_delete_attr_fn
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_keyval
    subroutine PMPI_Type_create_keyval( &
        type_copy_attr_fn, &
        type_delete_attr_fn, &
        type_keyval, &
        extra_state, &
        ierror)
      import
      implicit none
      external :: type_copy_attr_fn
      external :: type_delete_attr_fn
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_resized
    subroutine MPI_Type_create_resized( &
        oldtype, &
        lb, &
        extent, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: oldtype
      integer(kind=MPI_ADDRESS_KIND) :: lb
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_resized
    subroutine PMPI_Type_create_resized( &
        oldtype, &
        lb, &
        extent, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: oldtype
      integer(kind=MPI_ADDRESS_KIND) :: lb
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_struct
    subroutine MPI_Type_create_struct( &
        count, &
        array_of_blocklengths, &
        array_of_displacements, &
        array_of_types, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: array_of_types(*)
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_struct
    subroutine PMPI_Type_create_struct( &
        count, &
        array_of_blocklengths, &
        array_of_displacements, &
        array_of_types, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: array_of_types(*)
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_create_subarray
    subroutine MPI_Type_create_subarray( &
        ndims, &
        array_of_sizes, &
        array_of_subsizes, &
        array_of_starts, &
        order, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: ndims
      integer :: array_of_sizes(*)
      integer :: array_of_subsizes(*)
      integer :: array_of_starts(*)
      integer :: order
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_create_subarray
    subroutine PMPI_Type_create_subarray( &
        ndims, &
        array_of_sizes, &
        array_of_subsizes, &
        array_of_starts, &
        order, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: ndims
      integer :: array_of_sizes(*)
      integer :: array_of_subsizes(*)
      integer :: array_of_starts(*)
      integer :: order
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_delete_attr
    subroutine MPI_Type_delete_attr( &
        datatype, &
        type_keyval, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: type_keyval
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_delete_attr
    subroutine PMPI_Type_delete_attr( &
        datatype, &
        type_keyval, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: type_keyval
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_dup
    subroutine MPI_Type_dup( &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_dup
    subroutine PMPI_Type_dup( &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_free
    subroutine MPI_Type_free( &
        datatype, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_free
    subroutine PMPI_Type_free( &
        datatype, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_free_keyval
    subroutine MPI_Type_free_keyval( &
        type_keyval, &
        ierror)
      import
      implicit none
      integer :: type_keyval
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_free_keyval
    subroutine PMPI_Type_free_keyval( &
        type_keyval, &
        ierror)
      import
      implicit none
      integer :: type_keyval
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_attr
    subroutine MPI_Type_get_attr( &
        datatype, &
        type_keyval, &
        attribute_val, &
        flag, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_attr
    subroutine PMPI_Type_get_attr( &
        datatype, &
        type_keyval, &
        attribute_val, &
        flag, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_contents
    subroutine MPI_Type_get_contents( &
        datatype, &
        max_integers, &
        max_addresses, &
        max_datatypes, &
        array_of_integers, &
        array_of_addresses, &
        array_of_datatypes, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: max_integers
      integer :: max_addresses
      integer :: max_datatypes
      integer :: array_of_integers(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_addresses(*)
      integer :: array_of_datatypes(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_contents
    subroutine PMPI_Type_get_contents( &
        datatype, &
        max_integers, &
        max_addresses, &
        max_datatypes, &
        array_of_integers, &
        array_of_addresses, &
        array_of_datatypes, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: max_integers
      integer :: max_addresses
      integer :: max_datatypes
      integer :: array_of_integers(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_addresses(*)
      integer :: array_of_datatypes(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_envelope
    subroutine MPI_Type_get_envelope( &
        datatype, &
        num_integers, &
        num_addresses, &
        num_datatypes, &
        combiner, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: num_integers
      integer :: num_addresses
      integer :: num_datatypes
      integer :: combiner
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_envelope
    subroutine PMPI_Type_get_envelope( &
        datatype, &
        num_integers, &
        num_addresses, &
        num_datatypes, &
        combiner, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: num_integers
      integer :: num_addresses
      integer :: num_datatypes
      integer :: combiner
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_extent
    subroutine MPI_Type_get_extent( &
        datatype, &
        lb, &
        extent, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: lb
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_extent
    subroutine PMPI_Type_get_extent( &
        datatype, &
        lb, &
        extent, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: lb
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_extent_x
    subroutine MPI_Type_get_extent_x( &
        datatype, &
        lb, &
        extent, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: lb
      integer(kind=MPI_COUNT_KIND) :: extent
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_extent_x
    subroutine PMPI_Type_get_extent_x( &
        datatype, &
        lb, &
        extent, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: lb
      integer(kind=MPI_COUNT_KIND) :: extent
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_name
    subroutine MPI_Type_get_name( &
        datatype, &
        type_name, &
        resultlen, &
        ierror)
      import
      implicit none
      integer :: datatype
      character(len=*) :: type_name
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_name
    subroutine PMPI_Type_get_name( &
        datatype, &
        type_name, &
        resultlen, &
        ierror)
      import
      implicit none
      integer :: datatype
      character(len=*) :: type_name
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_true_extent
    subroutine MPI_Type_get_true_extent( &
        datatype, &
        true_lb, &
        true_extent, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: true_lb
      integer(kind=MPI_ADDRESS_KIND) :: true_extent
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_true_extent
    subroutine PMPI_Type_get_true_extent( &
        datatype, &
        true_lb, &
        true_extent, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: true_lb
      integer(kind=MPI_ADDRESS_KIND) :: true_extent
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_true_extent_x
    subroutine MPI_Type_get_true_extent_x( &
        datatype, &
        true_lb, &
        true_extent, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: true_lb
      integer(kind=MPI_COUNT_KIND) :: true_extent
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_true_extent_x
    subroutine PMPI_Type_get_true_extent_x( &
        datatype, &
        true_lb, &
        true_extent, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: true_lb
      integer(kind=MPI_COUNT_KIND) :: true_extent
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_get_value_index
    subroutine MPI_Type_get_value_index( &
        value_type, &
        index_type, &
        pair_type, &
        ierror)
      import
      implicit none
      integer :: value_type
      integer :: index_type
      integer :: pair_type
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_get_value_index
    subroutine PMPI_Type_get_value_index( &
        value_type, &
        index_type, &
        pair_type, &
        ierror)
      import
      implicit none
      integer :: value_type
      integer :: index_type
      integer :: pair_type
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_indexed
    subroutine MPI_Type_indexed( &
        count, &
        array_of_blocklengths, &
        array_of_displacements, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_blocklengths(*)
      integer :: array_of_displacements(*)
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_indexed
    subroutine PMPI_Type_indexed( &
        count, &
        array_of_blocklengths, &
        array_of_displacements, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_blocklengths(*)
      integer :: array_of_displacements(*)
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_match_size
    subroutine MPI_Type_match_size( &
        typeclass, &
        size, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: typeclass
      integer :: size
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_match_size
    subroutine PMPI_Type_match_size( &
        typeclass, &
        size, &
        datatype, &
        ierror)
      import
      implicit none
      integer :: typeclass
      integer :: size
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_set_attr
    subroutine MPI_Type_set_attr( &
        datatype, &
        type_keyval, &
        attribute_val, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_set_attr
    subroutine PMPI_Type_set_attr( &
        datatype, &
        type_keyval, &
        attribute_val, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_set_name
    subroutine MPI_Type_set_name( &
        datatype, &
        type_name, &
        ierror)
      import
      implicit none
      integer :: datatype
      character(len=*) :: type_name
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_set_name
    subroutine PMPI_Type_set_name( &
        datatype, &
        type_name, &
        ierror)
      import
      implicit none
      integer :: datatype
      character(len=*) :: type_name
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_size
    subroutine MPI_Type_size( &
        datatype, &
        size, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_size
    subroutine PMPI_Type_size( &
        datatype, &
        size, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_size_x
    subroutine MPI_Type_size_x( &
        datatype, &
        size, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_size_x
    subroutine PMPI_Type_size_x( &
        datatype, &
        size, &
        ierror)
      import
      implicit none
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Type_vector
    subroutine MPI_Type_vector( &
        count, &
        blocklength, &
        stride, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: blocklength
      integer :: stride
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Type_vector
    subroutine PMPI_Type_vector( &
        count, &
        blocklength, &
        stride, &
        oldtype, &
        newtype, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: blocklength
      integer :: stride
      integer :: oldtype
      integer :: newtype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Unpack
    subroutine MPI_Unpack( &
        inbuf, &
        insize, &
        position, &
        outbuf, &
        outcount, &
        datatype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!$PRAGMA IGNORE_TKR inbuf
      type(*) :: inbuf(*)
      integer :: insize
      integer :: position
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
!$PRAGMA IGNORE_TKR outbuf
      type(*) :: outbuf(*)
      integer :: outcount
      integer :: datatype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Unpack
    subroutine PMPI_Unpack( &
        inbuf, &
        insize, &
        position, &
        outbuf, &
        outcount, &
        datatype, &
        comm, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!$PRAGMA IGNORE_TKR inbuf
      type(*) :: inbuf(*)
      integer :: insize
      integer :: position
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
!$PRAGMA IGNORE_TKR outbuf
      type(*) :: outbuf(*)
      integer :: outcount
      integer :: datatype
      integer :: comm
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Unpack_external
    subroutine MPI_Unpack_external( &
        datarep, &
        inbuf, &
        insize, &
        position, &
        outbuf, &
        outcount, &
        datatype, &
        ierror)
      import
      implicit none
      character(len=*) :: datarep
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!$PRAGMA IGNORE_TKR inbuf
      type(*) :: inbuf(*)
      integer(kind=MPI_ADDRESS_KIND) :: insize
      integer(kind=MPI_ADDRESS_KIND) :: position
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
!$PRAGMA IGNORE_TKR outbuf
      type(*) :: outbuf(*)
      integer :: outcount
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Unpack_external
    subroutine PMPI_Unpack_external( &
        datarep, &
        inbuf, &
        insize, &
        position, &
        outbuf, &
        outcount, &
        datatype, &
        ierror)
      import
      implicit none
      character(len=*) :: datarep
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!$PRAGMA IGNORE_TKR inbuf
      type(*) :: inbuf(*)
      integer(kind=MPI_ADDRESS_KIND) :: insize
      integer(kind=MPI_ADDRESS_KIND) :: position
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
!$PRAGMA IGNORE_TKR outbuf
      type(*) :: outbuf(*)
      integer :: outcount
      integer :: datatype
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Unpublish_name
    subroutine MPI_Unpublish_name( &
        service_name, &
        info, &
        port_name, &
        ierror)
      import
      implicit none
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Unpublish_name
    subroutine PMPI_Unpublish_name( &
        service_name, &
        info, &
        port_name, &
        ierror)
      import
      implicit none
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Wait
    subroutine MPI_Wait( &
        request, &
        status, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Wait
    subroutine PMPI_Wait( &
        request, &
        status, &
        ierror)
      import
      implicit none
      integer :: request
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Waitall
    subroutine MPI_Waitall( &
        count, &
        array_of_requests, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Waitall
    subroutine PMPI_Waitall( &
        count, &
        array_of_requests, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Waitany
    subroutine MPI_Waitany( &
        count, &
        array_of_requests, &
        index, &
        status, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      integer :: index
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Waitany
    subroutine PMPI_Waitany( &
        count, &
        array_of_requests, &
        index, &
        status, &
        ierror)
      import
      implicit none
      integer :: count
      integer :: array_of_requests(*)
      integer :: index
      integer :: status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Waitsome
    subroutine MPI_Waitsome( &
        incount, &
        array_of_requests, &
        outcount, &
        array_of_indices, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Waitsome
    subroutine PMPI_Waitsome( &
        incount, &
        array_of_requests, &
        outcount, &
        array_of_indices, &
        array_of_statuses, &
        ierror)
      import
      implicit none
      integer :: incount
      integer :: array_of_requests(*)
      integer :: outcount
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_allocate
    subroutine MPI_Win_allocate( &
        size, &
        disp_unit, &
        info, &
        comm, &
        baseptr, &
        win, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_allocate_cptr( &
        size, &
        disp_unit, &
        info, &
        comm, &
        baseptr, &
        win, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      type(c_ptr) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_allocate
    subroutine PMPI_Win_allocate( &
        size, &
        disp_unit, &
        info, &
        comm, &
        baseptr, &
        win, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_allocate_cptr( &
        size, &
        disp_unit, &
        info, &
        comm, &
        baseptr, &
        win, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      type(c_ptr) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_allocate_shared
    subroutine MPI_Win_allocate_shared( &
        size, &
        disp_unit, &
        info, &
        comm, &
        baseptr, &
        win, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
    subroutine MPI_Win_allocate_shared_cptr( &
        size, &
        disp_unit, &
        info, &
        comm, &
        baseptr, &
        win, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      type(c_ptr) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_allocate_shared
    subroutine PMPI_Win_allocate_shared( &
        size, &
        disp_unit, &
        info, &
        comm, &
        baseptr, &
        win, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_allocate_shared_cptr( &
        size, &
        disp_unit, &
        info, &
        comm, &
        baseptr, &
        win, &
        ierror)
      import
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      type(c_ptr) :: baseptr
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_attach
    subroutine MPI_Win_attach( &
        win, &
        base, &
        size, &
        ierror)
      import
      implicit none
      integer :: win
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
!$PRAGMA IGNORE_TKR base
      type(*) :: base(*)
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_attach
    subroutine PMPI_Win_attach( &
        win, &
        base, &
        size, &
        ierror)
      import
      implicit none
      integer :: win
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
!$PRAGMA IGNORE_TKR base
      type(*) :: base(*)
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_call_errhandler
    subroutine MPI_Win_call_errhandler( &
        win, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_call_errhandler
    subroutine PMPI_Win_call_errhandler( &
        win, &
        errorcode, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: errorcode
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_complete
    subroutine MPI_Win_complete( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_complete
    subroutine PMPI_Win_complete( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_create
    subroutine MPI_Win_create( &
        base, &
        size, &
        disp_unit, &
        info, &
        comm, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
!$PRAGMA IGNORE_TKR base
      type(*) :: base(*)
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create
    subroutine PMPI_Win_create( &
        base, &
        size, &
        disp_unit, &
        info, &
        comm, &
        win, &
        ierror)
      import
      implicit none
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
!$PRAGMA IGNORE_TKR base
      type(*) :: base(*)
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_create_dynamic
    subroutine MPI_Win_create_dynamic( &
        info, &
        comm, &
        win, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: comm
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create_dynamic
    subroutine PMPI_Win_create_dynamic( &
        info, &
        comm, &
        win, &
        ierror)
      import
      implicit none
      integer :: info
      integer :: comm
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_create_errhandler
    subroutine MPI_Win_create_errhandler( &
        win_errhandler_fn, &
        errhandler, &
        ierror)
      import
      implicit none
      external :: win_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create_errhandler
    subroutine PMPI_Win_create_errhandler( &
        win_errhandler_fn, &
        errhandler, &
        ierror)
      import
      implicit none
      external :: win_errhandler_fn
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_create_keyval
    subroutine MPI_Win_create_keyval( &
        win_copy_attr_fn, &
        win_delete_attr_fn, &
        win_keyval, &
        extra_state, &
        ierror)
      import
      implicit none
      external :: win_copy_attr_fn
      external :: win_delete_attr_fn
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_create_keyval
    subroutine PMPI_Win_create_keyval( &
        win_copy_attr_fn, &
        win_delete_attr_fn, &
        win_keyval, &
        extra_state, &
        ierror)
      import
      implicit none
      external :: win_copy_attr_fn
      external :: win_delete_attr_fn
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_delete_attr
    subroutine MPI_Win_delete_attr( &
        win, &
        win_keyval, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: win_keyval
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_delete_attr
    subroutine PMPI_Win_delete_attr( &
        win, &
        win_keyval, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: win_keyval
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_detach
    subroutine MPI_Win_detach( &
        win, &
        base, &
        ierror)
      import
      implicit none
      integer :: win
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
!$PRAGMA IGNORE_TKR base
      type(*) :: base(*)
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_detach
    subroutine PMPI_Win_detach( &
        win, &
        base, &
        ierror)
      import
      implicit none
      integer :: win
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
!$PRAGMA IGNORE_TKR base
      type(*) :: base(*)
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_fence
    subroutine MPI_Win_fence( &
        assert, &
        win, &
        ierror)
      import
      implicit none
      integer :: assert
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_fence
    subroutine PMPI_Win_fence( &
        assert, &
        win, &
        ierror)
      import
      implicit none
      integer :: assert
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush
    subroutine MPI_Win_flush( &
        rank, &
        win, &
        ierror)
      import
      implicit none
      integer :: rank
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush
    subroutine PMPI_Win_flush( &
        rank, &
        win, &
        ierror)
      import
      implicit none
      integer :: rank
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush_all
    subroutine MPI_Win_flush_all( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush_all
    subroutine PMPI_Win_flush_all( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush_local
    subroutine MPI_Win_flush_local( &
        rank, &
        win, &
        ierror)
      import
      implicit none
      integer :: rank
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush_local
    subroutine PMPI_Win_flush_local( &
        rank, &
        win, &
        ierror)
      import
      implicit none
      integer :: rank
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_flush_local_all
    subroutine MPI_Win_flush_local_all( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_flush_local_all
    subroutine PMPI_Win_flush_local_all( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_free
    subroutine MPI_Win_free( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_free
    subroutine PMPI_Win_free( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_free_keyval
    subroutine MPI_Win_free_keyval( &
        win_keyval, &
        ierror)
      import
      implicit none
      integer :: win_keyval
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_free_keyval
    subroutine PMPI_Win_free_keyval( &
        win_keyval, &
        ierror)
      import
      implicit none
      integer :: win_keyval
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_attr
    subroutine MPI_Win_get_attr( &
        win, &
        win_keyval, &
        attribute_val, &
        flag, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_attr
    subroutine PMPI_Win_get_attr( &
        win, &
        win_keyval, &
        attribute_val, &
        flag, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_errhandler
    subroutine MPI_Win_get_errhandler( &
        win, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_errhandler
    subroutine PMPI_Win_get_errhandler( &
        win, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_group
    subroutine MPI_Win_get_group( &
        win, &
        group, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: group
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_group
    subroutine PMPI_Win_get_group( &
        win, &
        group, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: group
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_info
    subroutine MPI_Win_get_info( &
        win, &
        info_used, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: info_used
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_info
    subroutine PMPI_Win_get_info( &
        win, &
        info_used, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: info_used
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_get_name
    subroutine MPI_Win_get_name( &
        win, &
        win_name, &
        resultlen, &
        ierror)
      import
      implicit none
      integer :: win
      character(len=*) :: win_name
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_get_name
    subroutine PMPI_Win_get_name( &
        win, &
        win_name, &
        resultlen, &
        ierror)
      import
      implicit none
      integer :: win
      character(len=*) :: win_name
      integer :: resultlen
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_lock
    subroutine MPI_Win_lock( &
        lock_type, &
        rank, &
        assert, &
        win, &
        ierror)
      import
      implicit none
      integer :: lock_type
      integer :: rank
      integer :: assert
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_lock
    subroutine PMPI_Win_lock( &
        lock_type, &
        rank, &
        assert, &
        win, &
        ierror)
      import
      implicit none
      integer :: lock_type
      integer :: rank
      integer :: assert
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_lock_all
    subroutine MPI_Win_lock_all( &
        assert, &
        win, &
        ierror)
      import
      implicit none
      integer :: assert
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_lock_all
    subroutine PMPI_Win_lock_all( &
        assert, &
        win, &
        ierror)
      import
      implicit none
      integer :: assert
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_post
    subroutine MPI_Win_post( &
        group, &
        assert, &
        win, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: assert
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_post
    subroutine PMPI_Win_post( &
        group, &
        assert, &
        win, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: assert
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_attr
    subroutine MPI_Win_set_attr( &
        win, &
        win_keyval, &
        attribute_val, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_attr
    subroutine PMPI_Win_set_attr( &
        win, &
        win_keyval, &
        attribute_val, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_errhandler
    subroutine MPI_Win_set_errhandler( &
        win, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_errhandler
    subroutine PMPI_Win_set_errhandler( &
        win, &
        errhandler, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: errhandler
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_info
    subroutine MPI_Win_set_info( &
        win, &
        info, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_info
    subroutine PMPI_Win_set_info( &
        win, &
        info, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: info
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_set_name
    subroutine MPI_Win_set_name( &
        win, &
        win_name, &
        ierror)
      import
      implicit none
      integer :: win
      character(len=*) :: win_name
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_set_name
    subroutine PMPI_Win_set_name( &
        win, &
        win_name, &
        ierror)
      import
      implicit none
      integer :: win
      character(len=*) :: win_name
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_shared_query
    subroutine MPI_Win_shared_query( &
        win, &
        rank, &
        size, &
        disp_unit, &
        baseptr, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: rank
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: ierror
    end subroutine
    subroutine MPI_Win_shared_query_cptr( &
        win, &
        rank, &
        size, &
        disp_unit, &
        baseptr, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: rank
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      type(c_ptr) :: baseptr
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_shared_query
    subroutine PMPI_Win_shared_query( &
        win, &
        rank, &
        size, &
        disp_unit, &
        baseptr, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: rank
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: ierror
    end subroutine
    subroutine PMPI_Win_shared_query_cptr( &
        win, &
        rank, &
        size, &
        disp_unit, &
        baseptr, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: rank
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      type(c_ptr) :: baseptr
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_start
    subroutine MPI_Win_start( &
        group, &
        assert, &
        win, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: assert
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_start
    subroutine PMPI_Win_start( &
        group, &
        assert, &
        win, &
        ierror)
      import
      implicit none
      integer :: group
      integer :: assert
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_sync
    subroutine MPI_Win_sync( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_sync
    subroutine PMPI_Win_sync( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_test
    subroutine MPI_Win_test( &
        win, &
        flag, &
        ierror)
      import
      implicit none
      integer :: win
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_test
    subroutine PMPI_Win_test( &
        win, &
        flag, &
        ierror)
      import
      implicit none
      integer :: win
      logical :: flag
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_unlock
    subroutine MPI_Win_unlock( &
        rank, &
        win, &
        ierror)
      import
      implicit none
      integer :: rank
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_unlock
    subroutine PMPI_Win_unlock( &
        rank, &
        win, &
        ierror)
      import
      implicit none
      integer :: rank
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_unlock_all
    subroutine MPI_Win_unlock_all( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_unlock_all
    subroutine PMPI_Win_unlock_all( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface MPI_Win_wait
    subroutine MPI_Win_wait( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
  interface PMPI_Win_wait
    subroutine PMPI_Win_wait( &
        win, &
        ierror)
      import
      implicit none
      integer :: win
      integer :: ierror
    end subroutine
  end interface
end module mpi
