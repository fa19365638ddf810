! What binaries of other MPIs have of their own, compiled with that MPI's mpif.h (-DMPIF_H) or its module mpi: numbers of
! handles and errors, constants that are variables, statuses of any alignment, handles that C code shares.
#ifdef MPIF_H
#define MODULE_MPI
#define HEADER_MPI include 'mpif.h'
#else
#define MODULE_MPI use mpi
#define HEADER_MPI
#endif

program foreign
  MODULE_MPI
  implicit none
  HEADER_MPI
  integer :: rank, ranks, parent, ierror
  logical :: is_child

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call MPI_Comm_get_parent(parent, ierror)
  is_child = parent /= MPI_COMM_NULL
  if (is_child) then
    call spawned
  else
    call library
    call statuses
    call bottom
    call errors
    call attributes
    call conversions
    call spawn
  end if
  call MPI_Finalize(ierror)
  if (rank == 0 .and. .not. is_child) print '(a)', 'ok'

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    integer :: code
    if (holds) return
    print *, 'does not hold: ', what
    call MPI_Abort(MPI_COMM_WORLD, 3, code)
  end subroutine

  subroutine library
    character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: text
    integer :: length
    call MPI_Get_library_version(text, length, ierror)
    call expect(text(1:5) == 'Ferry', 'whose library it is')
  end subroutine

  ! Wherever a default integer may be, a status may.
  subroutine statuses
    integer :: room(MPI_STATUS_SIZE + 1), all(MPI_STATUS_SIZE, 2), requests(2), values(2), count, at
    do at = 1, 2
      call MPI_Sendrecv([rank, at], 2, MPI_INTEGER, modulo(rank + 1, ranks), 7, values, 2, MPI_INTEGER, &
        MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, room(at:), ierror)
      call expect(room(at - 1 + MPI_SOURCE) == modulo(rank - 1, ranks), 'source')
      call expect(room(at - 1 + MPI_TAG) == 7, 'tag')
      call MPI_Get_count(room(at:), MPI_INTEGER, count, ierror)
      call expect(count == 2 .and. values(2) == at, 'count')
      call MPI_Probe(MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, room(at:), ierror)
      call expect(room(at - 1 + MPI_SOURCE) == MPI_PROC_NULL, 'nobody')
    end do
    call MPI_Irecv(values, 1, MPI_INTEGER, MPI_ANY_SOURCE, 1, MPI_COMM_SELF, requests(1), ierror)
    call MPI_Isend(rank, 1, MPI_INTEGER, 0, 1, MPI_COMM_SELF, requests(2), ierror)
    call MPI_Waitall(2, requests, all, ierror)
    call expect(requests(1) == MPI_REQUEST_NULL .and. requests(2) == MPI_REQUEST_NULL, 'requests are done')
    call expect(all(MPI_TAG, 1) == 1 .and. values(1) == rank, 'one of many')
    call MPI_Irecv(values, 1, MPI_INTEGER, 0, 1, MPI_COMM_SELF, requests(1), ierror)
    call MPI_Send(rank + 1, 1, MPI_INTEGER, 0, 1, MPI_COMM_SELF, ierror)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierror)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
    call expect(values(1) == rank + 1, 'no status is wanted')
  end subroutine

  subroutine bottom
    integer(kind=MPI_ADDRESS_KIND) :: places(2)
    integer :: type, pair, sum
    double precision :: half
    pair = -1
    half = 0
    if (rank == 0) pair = 11
    if (rank == 0) half = 0.5d0
    call MPI_Get_address(pair, places(1), ierror)
    call MPI_Get_address(half, places(2), ierror)
    call MPI_Type_create_struct(2, [1, 1], places, [MPI_INTEGER, MPI_DOUBLE_PRECISION], type, ierror)
    call MPI_Type_commit(type, ierror)
    call MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD, ierror)
    call MPI_F_sync(pair, half)
    call expect(pair == 11 .and. half == 0.5d0, 'from the bottom')
    call MPI_Type_free(type, ierror)
    call expect(type == MPI_DATATYPE_NULL, 'no type')
    sum = 1
    call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call expect(sum == ranks, 'in place')
  end subroutine

  ! The compiler does not know what an address has changed.
  subroutine MPI_F_sync(pair, half)
    integer, volatile :: pair
    double precision, volatile :: half
    if (pair == -2) half = -2
  end subroutine

  subroutine errors
    integer :: handler, class
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
    call MPI_Comm_get_errhandler(MPI_COMM_WORLD, handler, ierror)
    call expect(handler == MPI_ERRORS_RETURN, 'the handler that was set')
    call MPI_Send(rank, 1, MPI_INTEGER, ranks, 1, MPI_COMM_WORLD, ierror)
    call MPI_Error_class(ierror, class, ierror)
    call expect(class == MPI_ERR_RANK, 'class of an error')
    call MPI_Send(rank, 1, MPI_DATATYPE_NULL, 0, 1, MPI_COMM_WORLD, ierror)
    call MPI_Error_class(ierror, class, ierror)
    call expect(class == MPI_ERR_TYPE, 'null datatype')
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierror)
  end subroutine

  subroutine attributes
    integer(kind=MPI_ADDRESS_KIND) :: value
    integer :: old, win, words(4)
    logical :: flag
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierror)
    call expect(flag .and. value >= 32767, 'largest tag')
    call MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, old, flag, ierror)
    call expect(flag .and. old == value, 'largest tag, by an old name')
    call MPI_Win_create(words, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, flag, ierror)
    call expect(flag .and. value == 16, 'size of a window')
    call MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, value, flag, ierror)
    call expect(flag .and. value == MPI_WIN_FLAVOR_CREATE, 'flavor of a window')
    call MPI_Win_free(win, ierror)
    call expect(win == MPI_WIN_NULL, 'no window')
  end subroutine

  ! `conversions.c` has the other half.
  subroutine conversions
    integer :: made(2), status(MPI_STATUS_SIZE), values(3), own, known(14)
    interface
      integer(c_int) function c_knows(known) bind(C)
        use iso_c_binding
        integer(c_int) :: known(*)
      end function
      integer(c_int) function c_makes(made) bind(C)
        use iso_c_binding
        integer(c_int) :: made(*)
      end function
      integer(c_int) function c_counts(status, type, comm) bind(C)
        use iso_c_binding
        integer(c_int) :: status(*), type, comm
      end function
    end interface
    known = [MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL, MPI_INTEGER, MPI_DOUBLE_PRECISION, MPI_BYTE, MPI_SUM, &
      MPI_MAXLOC, MPI_REQUEST_NULL, MPI_INFO_NULL, MPI_GROUP_EMPTY, MPI_ERRORS_RETURN, MPI_WIN_NULL, MPI_FILE_NULL]
    call expect(c_knows(known) == 0, 'C knows what is predefined')
    call expect(c_makes(made) == 0, 'C makes objects')
    values = 0
    call MPI_Sendrecv([1, 2, 3], 1, made(2), 0, 5, values, 1, made(2), 0, 5, made(1), status, ierror)
    call expect(values(3) == 3, 'objects of C')
    call MPI_Comm_dup(made(1), own, ierror)
    call expect(c_counts(status, made(2), own) == 1, 'objects of Fortran')
    call MPI_Comm_free(own, ierror)
    call MPI_Comm_free(made(1), ierror)
    call MPI_Type_free(made(2), ierror)
  end subroutine

  subroutine spawn
    character(len=1024) :: name
    integer :: children, value
    call get_command_argument(0, name)
    call MPI_Comm_spawn(name, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE, ierror)
    value = 0
    call MPI_Bcast(value, 1, MPI_INTEGER, 0, children, ierror)
    call expect(value == 42, 'word of a child')
    call MPI_Comm_disconnect(children, ierror)
  end subroutine

  subroutine spawned
    integer :: value
    call expect(command_argument_count() == 0, 'no arguments')
    value = 42
    call MPI_Bcast(value, 1, MPI_INTEGER, MPI_ROOT, parent, ierror)
    call MPI_Comm_disconnect(parent, ierror)
  end subroutine
end program
