! Functions of the program, called by MPI in Fortran's manner: compiled with mpif.h (-DMPIF_H) and with the
! module mpi.
#ifdef MPIF_H
#define MODULE_MPI
#define HEADER_MPI include 'mpif.h'
#else
#define MODULE_MPI use mpi
#define HEADER_MPI
#endif

program callbacks
  MODULE_MPI
  implicit none
  HEADER_MPI
  integer :: rank, ranks, ierror
  integer :: copies, deletions, errors, queries, frees, cancels
  common /calls/ copies, deletions, errors, queries, frees, cancels

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  copies = 0
  deletions = 0
  errors = 0
  queries = 0
  frees = 0
  cancels = 0
  call attributes
  call old_attributes
  call operations
  call handlers
  call generalized
  call MPI_Finalize(ierror)
  if (rank == 0) print '(a)', 'ok'

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    integer :: code
    if (holds) return
    print *, 'does not hold: ', what
    call MPI_Abort(MPI_COMM_WORLD, 3, code)
  end subroutine

  subroutine attributes
    integer :: keyval, dup_keyval, null_keyval, comm, type, copy
    integer(kind=MPI_ADDRESS_KIND) :: extra, value
    logical :: there
    external :: copy_attribute, delete_attribute
    extra = 1000
    call MPI_Comm_create_keyval(copy_attribute, delete_attribute, keyval, extra, ierror)
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, dup_keyval, extra, ierror)
    call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, null_keyval, extra, ierror)
    ! Larger than a default integer, and negative.
    value = 2_MPI_ADDRESS_KIND**40 + rank
    call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, value, ierror)
    call MPI_Comm_set_attr(MPI_COMM_WORLD, dup_keyval, -7_MPI_ADDRESS_KIND, ierror)
    call MPI_Comm_set_attr(MPI_COMM_WORLD, null_keyval, 5_MPI_ADDRESS_KIND, ierror)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    call expect(copies == 1, 'a value was copied')
    call MPI_Comm_get_attr(comm, keyval, value, there, ierror)
    call expect(there .and. value == 2_MPI_ADDRESS_KIND**40 + rank + 1000, 'the copied value')
    call MPI_Comm_get_attr(comm, dup_keyval, value, there, ierror)
    call expect(there .and. value == -7, 'the same value')
    call MPI_Comm_get_attr(comm, null_keyval, value, there, ierror)
    call expect(.not. there, 'no value')
    call MPI_Comm_free(comm, ierror)
    call expect(deletions == 1, 'a value went with its communicator')
    call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval, ierror)
    call expect(deletions == 2, 'a value was deleted')
    call MPI_Comm_free_keyval(keyval, ierror)
    call expect(keyval == MPI_KEYVAL_INVALID, 'a freed keyval')
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, there, ierror)
    call expect(there .and. value >= 32767, 'the largest tag')

    call MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, keyval, extra, ierror)
    call MPI_Type_contiguous(3, MPI_REAL, type, ierror)
    call MPI_Type_set_attr(type, keyval, 11_MPI_ADDRESS_KIND, ierror)
    call MPI_Type_dup(type, copy, ierror)
    call MPI_Type_get_attr(copy, keyval, value, there, ierror)
    call expect(there .and. value == 11, 'a value of a datatype')
    call MPI_Type_free(copy, ierror)
    call MPI_Type_free(type, ierror)
  end subroutine

  ! Of MPI-1: default integers.
  subroutine old_attributes
    integer :: keyval, comm, value
    logical :: there
    external :: old_copy, old_delete
    copies = 0
    deletions = 0
    call MPI_Keyval_create(old_copy, old_delete, keyval, 17, ierror)
    call MPI_Attr_put(MPI_COMM_WORLD, keyval, -3, ierror)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    call MPI_Attr_get(comm, keyval, value, there, ierror)
    call expect(there .and. value == 14, 'a copied default integer')
    call MPI_Comm_free(comm, ierror)
    call MPI_Attr_delete(MPI_COMM_WORLD, keyval, ierror)
    call expect(copies == 1 .and. deletions == 2, 'its copies and deletions')
    call MPI_Keyval_free(keyval, ierror)
    call MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, value, there, ierror)
    call expect(there .and. value >= 32767, 'the largest tag')
  end subroutine

  subroutine operations
    integer :: op, values(2), sums(2)
    logical :: commutes
    external :: add_and_count
    call MPI_Op_create(add_and_count, .true., op, ierror)
    call MPI_Op_commutative(op, commutes, ierror)
    call expect(commutes, 'it commutes')
    values = [rank, 2 * rank]
    call MPI_Allreduce(values, sums, 2, MPI_INTEGER, op, MPI_COMM_WORLD, ierror)
    call expect(sums(1) == ranks * (ranks - 1) / 2 .and. sums(2) == 2 * sums(1), 'an operation')
    call MPI_Op_free(op, ierror)
    call expect(op == MPI_OP_NULL, 'a freed operation')
  end subroutine

  subroutine handlers
    integer :: handler, old, class, code
    external :: count_error
    call MPI_Comm_get_errhandler(MPI_COMM_WORLD, old, ierror)
    call expect(old == MPI_ERRORS_ARE_FATAL, 'the first error handler')
    call MPI_Comm_create_errhandler(count_error, handler, ierror)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler, ierror)
    call MPI_Send(rank, 1, MPI_INTEGER, ranks + 5, 0, MPI_COMM_WORLD, ierror)
    call expect(errors == 1, 'the handler was called')
    code = ierror
    call MPI_Error_class(code, class, ierror)
    call expect(class == MPI_ERR_RANK, 'the class of the error')
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
    call MPI_Send(rank, 1, MPI_INTEGER, 0, -9, MPI_COMM_WORLD, ierror)
    call expect(ierror /= MPI_SUCCESS .and. errors == 1, 'an error is returned')
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierror)
    call MPI_Errhandler_free(handler, ierror)
  end subroutine

  subroutine generalized
    integer :: request, status(MPI_STATUS_SIZE), n
    integer(kind=MPI_ADDRESS_KIND) :: extra
    logical :: is_cancelled
    external :: answer_query, free_state, cancel
    extra = 77
    call MPI_Grequest_start(answer_query, free_state, cancel, extra, request, ierror)
    call MPI_Cancel(request, ierror)
    call MPI_Grequest_complete(request, ierror)
    call MPI_Wait(request, status, ierror)
    call expect(queries == 1 .and. frees == 1 .and. cancels == 1, 'its functions')
    call MPI_Get_elements(status, MPI_INTEGER, n, ierror)
    call MPI_Test_cancelled(status, is_cancelled, ierror)
    call expect(n == 77 .and. .not. is_cancelled, 'its status')
  end subroutine

end program

subroutine copy_attribute(comm, keyval, extra, value, copy, flag, ierror)
  MODULE_MPI
  implicit none
  HEADER_MPI
  integer :: comm, keyval, ierror
  integer(kind=MPI_ADDRESS_KIND) :: extra, value, copy
  logical :: flag
  integer :: copies, deletions, errors, queries, frees, cancels
  common /calls/ copies, deletions, errors, queries, frees, cancels
  copies = copies + 1
  copy = value + extra
  flag = comm == MPI_COMM_WORLD
  ierror = MPI_SUCCESS
end subroutine

subroutine delete_attribute(comm, keyval, value, extra, ierror)
  MODULE_MPI
  implicit none
  HEADER_MPI
  integer :: comm, keyval, ierror
  integer(kind=MPI_ADDRESS_KIND) :: extra, value
  integer :: copies, deletions, errors, queries, frees, cancels
  common /calls/ copies, deletions, errors, queries, frees, cancels
  if (extra == 1000 .and. value >= 2_MPI_ADDRESS_KIND**40) deletions = deletions + 1
  ierror = MPI_SUCCESS
end subroutine

subroutine old_copy(comm, keyval, extra, value, copy, flag, ierror)
  implicit none
  integer :: comm, keyval, extra, value, copy, ierror
  logical :: flag
  integer :: copies, deletions, errors, queries, frees, cancels
  common /calls/ copies, deletions, errors, queries, frees, cancels
  copies = copies + 1
  copy = value + extra
  flag = .true.
  ierror = 0
end subroutine

subroutine old_delete(comm, keyval, value, extra, ierror)
  implicit none
  integer :: comm, keyval, value, extra, ierror
  integer :: copies, deletions, errors, queries, frees, cancels
  common /calls/ copies, deletions, errors, queries, frees, cancels
  if (extra == 17 .and. (value == 14 .or. value == -3)) deletions = deletions + 1
  ierror = 0
end subroutine

subroutine add_and_count(invec, inoutvec, length, type)
  MODULE_MPI
  implicit none
  HEADER_MPI
  integer :: length, type
  integer :: invec(length), inoutvec(length)
  if (type /= MPI_INTEGER) stop 'not the datatype that was given'
  inoutvec = inoutvec + invec
end subroutine

subroutine count_error(comm, code)
  MODULE_MPI
  implicit none
  HEADER_MPI
  integer :: comm, code
  integer :: copies, deletions, errors, queries, frees, cancels
  common /calls/ copies, deletions, errors, queries, frees, cancels
  if (comm == MPI_COMM_WORLD .and. code /= MPI_SUCCESS) errors = errors + 1
end subroutine

subroutine answer_query(extra, status, ierror)
  MODULE_MPI
  implicit none
  HEADER_MPI
  integer(kind=MPI_ADDRESS_KIND) :: extra
  integer :: status(MPI_STATUS_SIZE), ierror
  integer :: copies, deletions, errors, queries, frees, cancels
  common /calls/ copies, deletions, errors, queries, frees, cancels
  queries = queries + 1
  call MPI_Status_set_elements(status, MPI_INTEGER, int(extra), ierror)
  call MPI_Status_set_cancelled(status, .false., ierror)
end subroutine

subroutine free_state(extra, ierror)
  MODULE_MPI
  implicit none
  HEADER_MPI
  integer(kind=MPI_ADDRESS_KIND) :: extra
  integer :: ierror
  integer :: copies, deletions, errors, queries, frees, cancels
  common /calls/ copies, deletions, errors, queries, frees, cancels
  if (extra == 77) frees = frees + 1
  ierror = MPI_SUCCESS
end subroutine

subroutine cancel(extra, complete, ierror)
  MODULE_MPI
  implicit none
  HEADER_MPI
  integer(kind=MPI_ADDRESS_KIND) :: extra
  logical :: complete
  integer :: ierror
  integer :: copies, deletions, errors, queries, frees, cancels
  common /calls/ copies, deletions, errors, queries, frees, cancels
  if (extra == 77 .and. .not. complete) cancels = cancels + 1
  ierror = MPI_SUCCESS
end subroutine
