! Sections that cannot be described are copied, while other threads complete requests and make others.
program threads
  use mpi_f08
  use omp_lib
  implicit none
  integer, parameter :: rounds = 5000
  integer :: provided, wrong

  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided)
  if (provided /= MPI_THREAD_MULTIPLE) error stop 'no threads'
  wrong = 0
  !$omp parallel num_threads(4) reduction(+:wrong)
  call rounds_of(omp_get_thread_num(), wrong)
  !$omp end parallel
  call MPI_Finalize()
  if (wrong /= 0) error stop 'something else has come'
  print '(a)', 'ok'

contains

  subroutine rounds_of(thread, wrong)
    integer, intent(in) :: thread
    integer, intent(inout) :: wrong
    integer, asynchronous :: sent(4), came(16)
    type(MPI_Request) :: request
    integer :: round
    do round = 1, rounds
      came = 0
      sent = round + thread * 1000000
      ! Large integers in a section of small ones.
      call MPI_Irecv(came(1:7:2), 2, MPI_INTEGER8, 0, thread, MPI_COMM_SELF, request)
      call MPI_Send(sent, 2, MPI_INTEGER8, 0, thread, MPI_COMM_SELF)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      if (any(came(1:7:2) /= sent)) wrong = wrong + 1
    end do
  end subroutine
end program
