! Fortran 2008 as other MPIs have it: modules of theirs have procedures and variables in the library.
program modules
  use mpi_f08
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: rank, ranks, keyval
  type(MPI_Comm) :: comm
  type(MPI_Op) :: op
  type(MPI_Status) :: status

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call expect(comm /= MPI_COMM_WORLD .and. .not. comm == MPI_COMM_NULL, 'comparison of handles')
  call messages
  call reductions
  call attributes
  call sizes
  call packing
  call MPI_Comm_free(comm)
  call expect(comm == MPI_COMM_NULL, 'no communicator')
  call MPI_Finalize()
  if (rank == 0) print '(a)', 'ok'

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    print *, 'does not hold: ', what
    call MPI_Abort(MPI_COMM_WORLD, 3)
  end subroutine

  subroutine messages
    integer, asynchronous :: got(3)
    integer :: count
    type(MPI_Request) :: requests(2)
    type(MPI_Status) :: all(2)
    call MPI_Irecv(got, 3, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, requests(1))
    call MPI_Isend([rank, 2, 3], 3, MPI_INTEGER, modulo(rank + 1, ranks), 4, comm, requests(2))
    call MPI_Waitall(2, requests, all)
    call expect(requests(1) == MPI_REQUEST_NULL, 'no request')
    call expect(all(1)%MPI_SOURCE == modulo(rank - 1, ranks) .and. all(1)%MPI_TAG == 4, 'status')
    call MPI_Get_count(all(1), MPI_INTEGER, count)
    call expect(count == 3 .and. got(1) == modulo(rank - 1, ranks), 'message')
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, 0, 1, got, 1, MPI_INTEGER, 0, 1, MPI_COMM_SELF, status)
    call expect(status%MPI_SOURCE == 0 .and. got(1) == rank, 'message to oneself')
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, 0, 1, got, 1, MPI_INTEGER, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  end subroutine

  subroutine reductions
    real(real64) :: value
    integer :: sum
    sum = rank
    call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_SUM, comm)
    call expect(sum == ranks * (ranks - 1) / 2, 'in place')
    call MPI_Op_create(larger, .true., op)
    call MPI_Allreduce(real(rank, real64), value, 1, MPI_DOUBLE_PRECISION, op, comm)
    call expect(nint(value) == ranks - 1, 'operation of the program')
    call MPI_Op_free(op)
    call expect(op == MPI_OP_NULL, 'no operation')
  end subroutine

  subroutine larger(invec, inoutvec, len, type)
    use, intrinsic :: iso_c_binding
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: type
    real(real64), pointer :: from(:), into(:)
    call expect(type == MPI_DOUBLE_PRECISION, 'type of a reduction')
    call c_f_pointer(invec, from, [len])
    call c_f_pointer(inoutvec, into, [len])
    into = max(into, from)
  end subroutine

  subroutine attributes
    integer(kind=MPI_ADDRESS_KIND) :: value
    logical :: flag
    type(MPI_Comm) :: copy
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, 0_MPI_ADDRESS_KIND)
    call MPI_Comm_set_attr(comm, keyval, 99_MPI_ADDRESS_KIND)
    call MPI_Comm_dup(comm, copy)
    call MPI_Comm_get_attr(copy, keyval, value, flag)
    call expect(flag .and. value == 99, 'attribute of a copy')
    call MPI_Comm_free(copy)
    call MPI_Comm_free_keyval(keyval)
  end subroutine

  ! A text among buffers.
  subroutine packing
    character, asynchronous :: packed(64)
    integer :: given(3), got(3)
    integer(kind=MPI_ADDRESS_KIND) :: bytes, place
    given = [1, 2, rank]
    call MPI_Pack_external_size('external32', 3, MPI_INTEGER, bytes)
    place = 0
    call MPI_Pack_external('external32', given, 3, MPI_INTEGER, packed, bytes, place)
    call expect(place == 12 .and. packed(4) == char(1), 'packed, the highest byte first')
    place = 0
    call MPI_Unpack_external('external32', packed, bytes, place, got, 3, MPI_INTEGER)
    call expect(all(got == given), 'unpacked')
  end subroutine

  subroutine sizes
    real(real32) :: single
    complex(real64) :: pair(2, 2)
    integer(int16) :: short(3)
    character :: letter
    integer :: bytes(4)
    call MPI_Sizeof(single, bytes(1))
    call MPI_Sizeof(pair, bytes(2))
    call MPI_Sizeof(short, bytes(3))
    call MPI_Sizeof(letter, bytes(4))
    call expect(all(bytes == [4, 16, 2, 1]), 'sizes')
  end subroutine
end program
