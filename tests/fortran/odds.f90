! What programs of others have found: blanks in front of names, kinds of 80 bits, indices of requests that failed,
! buffers without a place, procedures that are older than Fortran 2008, logicals of C. No extension is needed.
program odds
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: failures = 0, rank

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN)
  call names
  call kinds
  call indices
  call automatic
  call old
  call booleans
  call MPI_Finalize()
  if (failures /= 0) error stop 'odds'
  if (rank == 0) print '(a)', 'ok'

contains

  subroutine check(is_so, what)
    logical, intent(in) :: is_so
    character(len=*), intent(in) :: what
    if (is_so) return
    failures = failures + 1
    print '(2a)', 'not so: ', what
  end subroutine

  ! Blanks in front count, those behind do not (MPI-5.0 7.8, 9.5).
  subroutine names
    character(len=MPI_MAX_OBJECT_NAME) :: name
    character(len=MPI_MAX_ERROR_STRING) :: text
    integer :: length, class, code
    type(MPI_Comm) :: comm
    type(MPI_Datatype) :: type
    call MPI_Comm_dup(MPI_COMM_SELF, comm)
    call MPI_Comm_set_name(comm, '  lead ')
    call MPI_Comm_get_name(comm, name, length)
    call check(name(1:length) == '  lead' .and. length == 6, 'name of a communicator')
    call MPI_Comm_free(comm)
    call MPI_Type_contiguous(2, MPI_REAL, type)
    call MPI_Type_set_name(type, '  lead ')
    call MPI_Type_get_name(type, name, length)
    call check(name(1:length) == '  lead' .and. length == 6, 'name of a type')
    call MPI_Type_free(type)
    call MPI_Add_error_class(class)
    call MPI_Add_error_code(class, code)
    call MPI_Add_error_string(code, '  my error ')
    call MPI_Error_string(code, text, length)
    call check(text(1:length) == '  my error' .and. length == 10, 'text of an error')
  end subroutine

  subroutine kinds
    integer, parameter :: kind = selected_real_kind(18, 4931)
    real(kind) :: a, b
    complex(kind) :: c, d
    type(MPI_Datatype) :: type
    call MPI_Type_create_f90_real(18, 4931, type)
    a = 1.25_kind
    b = 3
    call MPI_Reduce_local(a, b, 1, type, MPI_SUM)
    call check(abs(b - 4.25_kind) < 0.01_kind, 'sum of reals with 18 digits')
    call MPI_Type_create_f90_complex(18, 4931, type)
    c = (1.25_kind, 2)
    d = (3, 4)
    call MPI_Reduce_local(c, d, 1, type, MPI_SUM)
    call check(abs(d - (4.25_kind, 6.0_kind)) < 0.01_kind, 'sum of complex numbers with 18 digits')
  end subroutine

  ! A request that failed has an index too, from one.
  subroutine indices
    type(MPI_Request) :: requests(2)
    type(MPI_Status) :: status
    integer, asynchronous :: a(10), b(10)
    integer :: index, code, class
    logical :: flag
    a = 1
    call MPI_Irecv(a, 1, MPI_INTEGER, 0, 1, MPI_COMM_SELF, requests(1))
    call MPI_Irecv(b, 1, MPI_INTEGER, 0, 2, MPI_COMM_SELF, requests(2))
    call MPI_Send(a, 5, MPI_INTEGER, 0, 2, MPI_COMM_SELF)
    call MPI_Waitany(2, requests, index, status, code)
    call MPI_Error_class(code, class)
    call check(index == 2 .and. class == MPI_ERR_TRUNCATE, 'index of MPI_Waitany')
    call check(requests(2) == MPI_REQUEST_NULL, 'request of MPI_Waitany')
    call MPI_Irecv(b, 1, MPI_INTEGER, 0, 2, MPI_COMM_SELF, requests(2))
    call MPI_Send(a, 5, MPI_INTEGER, 0, 2, MPI_COMM_SELF)
    flag = .false.
    do while (.not. flag)
      call MPI_Testany(2, requests, index, flag, status, code)
    end do
    call MPI_Error_class(code, class)
    call check(index == 2 .and. class == MPI_ERR_TRUNCATE, 'index of MPI_Testany')
    call MPI_Testany(2, requests, index, flag, status)
    call check(.not. flag .and. index == MPI_UNDEFINED, 'no index')
    call MPI_Send(a, 1, MPI_INTEGER, 0, 1, MPI_COMM_SELF)
    call MPI_Waitany(2, requests, index, status)
    call check(index == 1, 'index of the other')
  end subroutine

  ! What is given back is where it was (MPI-5.0 3.6).
  subroutine automatic
    type(c_ptr) :: place
    integer :: size
    call MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0)
    call MPI_Buffer_detach(place, size)
    call check(c_associated(place, c_loc(MPI_BUFFER_AUTOMATIC)), 'MPI_BUFFER_AUTOMATIC')
  end subroutine

  ! Deprecated procedures have the interfaces of the module mpi (MPI-5.0 19.1.2).
  subroutine old
    integer :: keyval, code
    call MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, keyval, 0, code)
    call MPI_Keyval_free(keyval=keyval, ierror=code)
    call check(code == MPI_SUCCESS .and. keyval == MPI_KEYVAL_INVALID, 'MPI_Keyval_free')
  end subroutine

  subroutine booleans
    logical :: yes, no, is_set
    yes = .false.
    no = .true.
    call MPI_Abi_get_fortran_booleans(storage_size(yes) / 8, yes, no, is_set)
    call check(is_set .and. yes .and. .not. no, 'MPI_Abi_get_fortran_booleans')
  end subroutine
end program
