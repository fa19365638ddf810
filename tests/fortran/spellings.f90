! Constants that are variables, and comparisons, by whatever name the compiler gives what they are linked with.
program spellings
  use mpi_f08
  implicit none
  integer :: number, rank, ranks

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  number = 5
  call MPI_Allreduce(MPI_IN_PLACE, number, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (number /= 5 * ranks) error stop 'MPI_IN_PLACE is not known'
  call MPI_Recv(number, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  if (MPI_STATUS_IGNORE%MPI_SOURCE /= 0) error stop 'MPI_STATUS_IGNORE is not known'
  if (MPI_COMM_WORLD == MPI_COMM_SELF) error stop 'two communicators are one'
  call with_the_module
  call MPI_Finalize()
  if (rank == 0) print '(a)', 'ok'

contains

  ! It has the types of handles and their comparison (MPI-5.0 19.1.3).
  subroutine with_the_module
    use mpi, only: of_old => MPI_COMM_WORLD, MPI_Comm, operator(==)
    type(MPI_Comm) :: comm
    comm%MPI_VAL = of_old
    if (.not. comm == comm) error stop 'a communicator is another'
  end subroutine
end program
