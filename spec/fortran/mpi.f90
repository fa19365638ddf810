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

@INTERFACES@
end module mpi
