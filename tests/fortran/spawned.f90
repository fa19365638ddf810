! Blanks around the words of a command line are no part of them (MPI-5.0 11.8.2).
program spawned
  use mpi_f08
  implicit none
  character(len=10) :: words(4), rows(2, 4)
  character(len=4096) :: own, commands(2)
  type(MPI_Comm) :: parent, children
  type(MPI_Info) :: hints(2)
  integer :: codes(3), rank

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_get_parent(parent)
  if (parent /= MPI_COMM_NULL) then
    call look(parent)
  else
    call get_command_argument(0, own)
    words = ''
    words(1) = '-x'
    words(2) = '  lead'
    words(3) = ' a b '
    call MPI_Comm_spawn('  ' // own, words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, codes)
    call MPI_Comm_disconnect(children)
    rows = ''
    rows(:, 1) = '-x'
    rows(:, 2) = '  lead'
    rows(:, 3) = ' a b '
    commands = own
    hints = MPI_INFO_NULL
    call MPI_Comm_spawn_multiple(2, commands, rows, [1, 2], hints, 0, MPI_COMM_WORLD, children, codes)
    call MPI_Comm_disconnect(children)
    if (rank == 0) print '(a)', 'ok'
  end if
  call MPI_Finalize()

contains

  subroutine look(parent)
    type(MPI_Comm), intent(inout) :: parent
    character(len=10) :: word
    integer :: at, length
    character(len=4), parameter :: expected(3) = ['-x  ', 'lead', 'a b ']
    if (command_argument_count() /= 3) error stop 'not three words'
    do at = 1, 3
      call get_command_argument(at, word, length)
      if (word /= expected(at) .or. length /= len_trim(expected(at))) error stop 'another word'
    end do
    call MPI_Comm_disconnect(parent)
  end subroutine
end program
