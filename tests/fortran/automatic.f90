! A constant that MPICH has since 4.2, with a header that may be older.
program automatic
  implicit none
  include 'mpif.h'
  integer :: buffer_automatic, given(1000), got(1000), ierror, rank
  common /mpifcmba/ buffer_automatic
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  given = rank + 1
  call MPI_Buffer_attach(buffer_automatic, 0, ierror)
  call MPI_Bsend(given, 1000, MPI_INTEGER, 0, 1, MPI_COMM_SELF, ierror)
  call MPI_Recv(got, 1000, MPI_INTEGER, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE, ierror)
  if (any(got /= given)) call MPI_Abort(MPI_COMM_WORLD, 3, ierror)
  call MPI_Finalize(ierror)
  if (rank == 0) print '(a)', 'ok'
end program
