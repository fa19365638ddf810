! What only Fortran 2008 has: handles with types, no ierror, large counts by the same names, procedures of the
! program with interfaces, addresses as C_PTR.
module functions_of_the_program
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: copies = 0, deletions = 0, errors = 0, queries = 0, frees = 0

contains

  subroutine add(invec, inoutvec, length, type)
    type(c_ptr), value :: invec, inoutvec
    integer :: length
    type(MPI_Datatype) :: type
    double precision, pointer :: a(:), b(:)
    if (type /= MPI_DOUBLE_PRECISION) stop 'not the datatype that was given'
    call c_f_pointer(invec, a, [length])
    call c_f_pointer(inoutvec, b, [length])
    b = b + a
  end subroutine

  subroutine add_many(invec, inoutvec, length, type)
    type(c_ptr), value :: invec, inoutvec
    integer(kind=MPI_COUNT_KIND) :: length
    type(MPI_Datatype) :: type
    integer, pointer :: a(:), b(:)
    if (type /= MPI_INTEGER) stop 'not the datatype that was given'
    call c_f_pointer(invec, a, [length])
    call c_f_pointer(inoutvec, b, [length])
    b = b + a
  end subroutine

  subroutine copy_attribute(oldcomm, keyval, extra_state, value_in, value_out, flag, ierror)
    type(MPI_Comm) :: oldcomm
    integer :: keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra_state, value_in, value_out
    logical :: flag
    copies = copies + 1
    value_out = value_in + extra_state
    flag = oldcomm == MPI_COMM_WORLD
    ierror = MPI_SUCCESS
  end subroutine

  subroutine delete_attribute(comm, keyval, value, extra_state, ierror)
    type(MPI_Comm) :: comm
    integer :: keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: value, extra_state
    deletions = deletions + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine count_error(comm, error_code)
    type(MPI_Comm) :: comm
    integer :: error_code
    if (comm == MPI_COMM_SELF .and. error_code /= MPI_SUCCESS) errors = errors + 1
  end subroutine

  subroutine count_win_error(win, error_code)
    type(MPI_Win) :: win
    integer :: error_code
    if (win /= MPI_WIN_NULL .and. error_code /= MPI_SUCCESS) errors = errors + 10
  end subroutine

  subroutine answer_query(extra_state, status, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    type(MPI_Status) :: status
    integer :: ierror
    queries = queries + 1
    call MPI_Status_set_elements(status, MPI_BYTE, int(extra_state))
    call MPI_Status_set_cancelled(status, .true.)
    ierror = MPI_SUCCESS
  end subroutine

  subroutine free_state(extra_state, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    integer :: ierror
    frees = frees + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine cancel(extra_state, complete, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: ierror
    ierror = MPI_SUCCESS
  end subroutine

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    print *, 'does not hold: ', what
    call MPI_Abort(MPI_COMM_WORLD, 3)
  end subroutine

end module

program f08
  use functions_of_the_program
  implicit none
  integer :: rank, ranks, provided

  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided)
  call expect(provided == MPI_THREAD_MULTIPLE, 'threads')
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call messages
  call large_counts
  call callbacks
  call memory
  call handles
  call buffered
  call packing
  call MPI_Finalize()
  if (rank == 0) print '(a)', 'ok'

contains

  subroutine messages
    type(MPI_Request) :: requests(2)
    type(MPI_Status) :: status, statuses(2)
    integer :: left, right, n, indices(2), as_array(MPI_STATUS_SIZE)
    real, asynchronous :: given(5), got(5)
    type(MPI_Message) :: message
    logical :: flag
    right = mod(rank + 1, ranks)
    left = mod(rank + ranks - 1, ranks)
    given = [1.0, 2.0, 3.0, 4.0, 5.0] * (rank + 1)
    call MPI_Irecv(got, 5, MPI_REAL, left, 3, MPI_COMM_WORLD, requests(1))
    call MPI_Isend(given, 5, MPI_REAL, right, 3, MPI_COMM_WORLD, requests(2))
    call expect(all(requests /= MPI_REQUEST_NULL), 'requests, compared as an array')
    call MPI_Waitall(2, requests, statuses)
    call expect(all(requests == MPI_REQUEST_NULL), 'null requests')
    call expect(all(got == [1.0, 2.0, 3.0, 4.0, 5.0] * (left + 1)), 'what was sent')
    call expect(statuses(1)%MPI_SOURCE == left .and. statuses(1)%MPI_TAG == 3, 'a status')
    call MPI_Get_count(statuses(1), MPI_REAL, n)
    call expect(n == 5, 'its count')
    call MPI_Status_f082f(statuses(1), as_array)
    call expect(as_array(MPI_SOURCE) == left .and. as_array(MPI_TAG) == 3, 'the status as an array')
    call MPI_Status_f2f08(as_array, status)
    call MPI_Get_count(status, MPI_REAL, n)
    call expect(n == 5, 'the status back again')

    call MPI_Isend(given, 2, MPI_REAL, right, 4, MPI_COMM_WORLD, requests(1))
    call MPI_Mprobe(left, 4, MPI_COMM_WORLD, message, status)
    call MPI_Get_count(status, MPI_REAL, n)
    call MPI_Mrecv(got, n, MPI_REAL, message, MPI_STATUS_IGNORE)
    call expect(n == 2 .and. message == MPI_MESSAGE_NULL, 'a matched message')
    requests(2) = MPI_REQUEST_NULL
    call MPI_Waitsome(2, requests, n, indices, MPI_STATUSES_IGNORE)
    call expect(n == 1 .and. indices(1) == 1, 'some requests')
    call MPI_Testall(2, requests, flag, MPI_STATUSES_IGNORE)
    call expect(flag, 'none is left')
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, right, 6, n, 1, MPI_INTEGER, left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call expect(n == left, 'send and receive')
    call MPI_Sendrecv_replace(n, 1, MPI_INTEGER, right, 6, left, 6, MPI_COMM_WORLD, status)
    call expect(n == mod(rank + 2 * ranks - 2, ranks), 'send and replace')
  end subroutine

  ! The same names with counts of MPI_COUNT_KIND.
  subroutine large_counts
    integer(kind=MPI_COUNT_KIND) :: n, size, lower, extent, counts(0:ranks - 1)
    integer(kind=MPI_ADDRESS_KIND) :: places(0:ranks - 1)
    integer :: i, sums(3), got(3), all_ranks(0:ranks - 1)
    type(MPI_Datatype) :: huge_type, type
    type(MPI_Status) :: status
    type(MPI_Request) :: request
    n = 3
    sums = rank
    call MPI_Allreduce(MPI_IN_PLACE, sums, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call expect(all(sums == ranks * (ranks - 1) / 2), 'allreduce with a large count')
    call MPI_Sendrecv(sums, n, MPI_INTEGER, 0, 1, got, n, MPI_INTEGER, 0, 1, MPI_COMM_SELF, status)
    call MPI_Get_count(status, MPI_INTEGER, n)
    call expect(n == 3, 'a large count of a status')
    counts = 1
    places = [(int(i, MPI_ADDRESS_KIND), i = 0, ranks - 1)]
    call MPI_Allgatherv(rank, 1_MPI_COUNT_KIND, MPI_INTEGER, all_ranks, counts, places, MPI_INTEGER, MPI_COMM_WORLD)
    call expect(all(all_ranks == [(i, i = 0, ranks - 1)]), 'allgatherv with large counts')
    all_ranks = -1
    call MPI_Iallgatherv(rank, 1_MPI_COUNT_KIND, MPI_INTEGER, all_ranks, counts, places, MPI_INTEGER, &
        MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call expect(all(all_ranks == [(i, i = 0, ranks - 1)]), 'the same without blocking')
    call MPI_Type_contiguous(3000000000_MPI_COUNT_KIND, MPI_DOUBLE_PRECISION, huge_type)
    call MPI_Type_size(huge_type, size)
    call expect(size == 24000000000_MPI_COUNT_KIND, 'a datatype of many bytes')
    call MPI_Type_get_extent(huge_type, lower, extent)
    call expect(extent == 24000000000_MPI_COUNT_KIND, 'its extent')
    call MPI_Type_size(huge_type, i)
    call expect(i == MPI_UNDEFINED, 'no default integer holds that')
    call MPI_Type_free(huge_type)
    call MPI_Type_vector(2_MPI_COUNT_KIND, 1_MPI_COUNT_KIND, 2_MPI_COUNT_KIND, MPI_INTEGER, type)
    call MPI_Type_commit(type)
    call MPI_Type_size(type, size)
    call expect(size == 8 .and. type /= MPI_DATATYPE_NULL, 'a vector')
    call MPI_Type_free(type)
  end subroutine

  subroutine callbacks
    type(MPI_Op) :: op
    type(MPI_Comm) :: comm
    type(MPI_Errhandler) :: handler
    type(MPI_Request) :: request
    type(MPI_Status) :: status
    type(MPI_Win) :: win
    type(MPI_Info) :: info
    integer :: keyval, code, n, counts(2), slot(1)
    integer(kind=MPI_ADDRESS_KIND) :: value
    logical :: flag
    double precision :: number, total
    call MPI_Op_create(add, .true., op)
    number = rank + 0.25d0
    call MPI_Allreduce(number, total, 1, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD)
    call expect(total == ranks * (ranks - 1) / 2 + 0.25d0 * ranks, 'an operation')
    call MPI_Op_free(op)
    call MPI_Op_create_c(add_many, .true., op)
    counts = [1, rank]
    call MPI_Allreduce(MPI_IN_PLACE, counts, 2_MPI_COUNT_KIND, MPI_INTEGER, op, MPI_COMM_WORLD)
    call expect(counts(1) == ranks, 'an operation with large counts')
    call MPI_Op_free(op)

    call MPI_Comm_create_keyval(copy_attribute, delete_attribute, keyval, 5_MPI_ADDRESS_KIND)
    call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, 37_MPI_ADDRESS_KIND)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm)
    call MPI_Comm_get_attr(comm, keyval, value, flag)
    call expect(flag .and. value == 42 .and. copies == 1, 'a copied value')
    call MPI_Comm_free(comm)
    call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval)
    call expect(deletions == 2, 'deleted values')
    call MPI_Comm_free_keyval(keyval)
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, 0_MPI_ADDRESS_KIND)
    call MPI_Comm_free_keyval(keyval)

    call MPI_Comm_create_errhandler(count_error, handler)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler)
    call MPI_Send(rank, 1, MPI_INTEGER, 9, 0, MPI_COMM_SELF, code)
    call expect(errors == 1 .and. code /= MPI_SUCCESS, 'a handler of communicators')
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL)
    call MPI_Errhandler_free(handler)
    call MPI_Win_create(slot, 4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
    call MPI_Win_create_errhandler(count_win_error, handler)
    call MPI_Win_set_errhandler(win, handler)
    call MPI_Win_call_errhandler(win, MPI_ERR_OTHER)
    call expect(errors == 11, 'a handler of windows')
    call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN)
    call MPI_Errhandler_free(handler)
    call MPI_Win_free(win)

    call MPI_Grequest_start(answer_query, free_state, cancel, 12_MPI_ADDRESS_KIND, request)
    call MPI_Grequest_complete(request)
    call MPI_Wait(request, status)
    call MPI_Get_elements(status, MPI_BYTE, n)
    call MPI_Test_cancelled(status, flag)
    call expect(n == 12 .and. flag .and. queries == 1 .and. frees == 1, 'a generalised request')
    call MPI_Info_create(info)
    call MPI_Info_free(info)
  end subroutine

  subroutine memory
    type(c_ptr) :: base
    type(MPI_Win) :: win
    integer, pointer :: numbers(:)
    integer :: unit, got
    integer(kind=MPI_ADDRESS_KIND) :: size
    call MPI_Alloc_mem(40_MPI_ADDRESS_KIND, MPI_INFO_NULL, base)
    call c_f_pointer(base, numbers, [10])
    numbers = rank
    call MPI_Bcast(numbers, 10, MPI_INTEGER, 0, MPI_COMM_WORLD)
    call expect(all(numbers == 0), 'memory of MPI')
    call MPI_Free_mem(numbers)
    call MPI_Win_allocate(40_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
    call c_f_pointer(base, numbers, [10])
    numbers = rank
    call MPI_Win_fence(0, win)
    call MPI_Get(got, 1, MPI_INTEGER, mod(rank + 1, ranks), 9_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    call expect(got == mod(rank + 1, ranks), 'what was got')
    call MPI_Win_free(win)
    call MPI_Win_allocate_shared(8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_SELF, base, win)
    call MPI_Win_shared_query(win, 0, size, unit, base)
    call expect(size == 8 .and. unit == 4 .and. c_associated(base), 'shared memory')
    call MPI_Win_free(win)
    call MPI_Sizeof(numbers, unit)
    call expect(unit == 4, 'the size of an integer')
  end subroutine

  ! Handles are integers in a type, the same integers that mpif.h has.
  subroutine handles
    type(MPI_Comm) :: comm, same
    type(MPI_Group) :: group
    integer :: relation
    call MPI_Comm_dup(MPI_COMM_WORLD, comm)
    same%MPI_VAL = comm%MPI_VAL
    call expect(same == comm .and. same /= MPI_COMM_WORLD, 'handles are compared')
    call MPI_Comm_compare(same, MPI_COMM_WORLD, relation)
    call expect(relation == MPI_CONGRUENT, 'a handle from its integer')
    call MPI_Comm_group(comm, group)
    call expect(group /= MPI_GROUP_NULL, 'a group')
    call MPI_Group_free(group)
    call MPI_Comm_free(comm)
    call expect(comm == MPI_COMM_NULL, 'a freed communicator')
    call expect(MPI_SUBARRAYS_SUPPORTED .and. MPI_ASYNC_PROTECTS_NONBLOCKING, 'what is promised')
    call expect(bits(comm) == 32, 'a handle as any type')
    call PMPI_Comm_size(MPI_COMM_WORLD, relation)
    call expect(relation == ranks, 'the profiling names')
  end subroutine

  integer function bits(anything)
    class(*), intent(in) :: anything
    bits = storage_size(anything)
  end function

  subroutine buffered
    character, asynchronous :: room(4096)
    type(c_ptr) :: back
    integer :: size, got
    integer(kind=MPI_ADDRESS_KIND) :: place
    call MPI_Get_address(room, place)
    call MPI_Buffer_attach(room, 4096)
    call MPI_Bsend(rank, 1, MPI_INTEGER, mod(rank + 1, ranks), 8, MPI_COMM_WORLD)
    call MPI_Recv(got, 1, MPI_INTEGER, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Buffer_detach(back, size)
    call expect(size == 4096 .and. transfer(back, place) == place, 'the buffer that was attached')
  end subroutine

  subroutine packing
    character :: row(64)
    integer :: position, n
    integer(kind=MPI_ADDRESS_KIND) :: place, size
    real :: x
    position = 0
    call MPI_Pack(41, 1, MPI_INTEGER, row, 64, position, MPI_COMM_WORLD)
    call MPI_Pack(1.5, 1, MPI_REAL, row, 64, position, MPI_COMM_WORLD)
    position = 0
    call MPI_Unpack(row, 64, position, n, 1, MPI_INTEGER, MPI_COMM_WORLD)
    call MPI_Unpack(row, 64, position, x, 1, MPI_REAL, MPI_COMM_WORLD)
    call expect(n == 41 .and. x == 1.5 .and. position == 8, 'packed and unpacked')
    place = 0
    size = 64
    call MPI_Pack_external('external32', 1, 1, MPI_INTEGER, row, size, place)
    call expect(all(ichar(row(1:4)) == [0, 0, 0, 1]) .and. place == 4, 'the external representation')
    place = 0
    call MPI_Unpack_external('external32 ', row, size, place, n, 1, MPI_INTEGER)
    call expect(n == 1, 'and back')
    call MPI_Pack_external_size('external32', 3, MPI_DOUBLE_PRECISION, size)
    call expect(size == 24, 'its size')
  end subroutine

end program
