! The module `mpi_f08` (MPI-5.0 section 19.1.2) and the two that it is made of: types and constants, and the
! interfaces of functions that programs hand to MPI. Written by `cargo xtask codegen`; do not edit.
!
! They hold declarations alone. Choice buffers come as descriptors of
! ISO_Fortran_binding.h, whatever type, rank and strides they have.
module mpi_f08_types
  implicit none
  public

  integer, parameter :: MPI_ADDRESS_KIND = 8
  integer, parameter :: MPI_COUNT_KIND = 8
  integer, parameter :: MPI_INTEGER_KIND = 4
  integer, parameter :: MPI_OFFSET_KIND = 8
  logical, parameter :: MPI_SUBARRAYS_SUPPORTED = .true.
  logical, parameter :: MPI_ASYNC_PROTECTS_NONBLOCKING = .true.

  ! A status as an array of integers: positions and size.
  integer, parameter :: MPI_STATUS_SIZE = 8
  integer, parameter :: MPI_SOURCE = 1
  integer, parameter :: MPI_TAG = 2
  integer, parameter :: MPI_ERROR = 3

  type, bind(C) :: MPI_Status
    integer :: MPI_SOURCE
    integer :: MPI_TAG
    integer :: MPI_ERROR
    integer, private :: MPI_internal(5)
  end type

  type, bind(C) :: MPI_Comm
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Group
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Datatype
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Op
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Request
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Message
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Info
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Errhandler
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Win
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_File
    integer :: MPI_VAL
  end type

  type, bind(C) :: MPI_Session
    integer :: MPI_VAL
  end type

@CONSTANTS@
  ! Variables that stand for something else, known by their addresses.
  integer :: MPI_BOTTOM
  common /mpi_abi_bottom/ MPI_BOTTOM
  integer :: MPI_IN_PLACE
  common /mpi_abi_in_place/ MPI_IN_PLACE
  integer, target :: MPI_BUFFER_AUTOMATIC
  common /mpi_abi_buffer_automatic/ MPI_BUFFER_AUTOMATIC
  integer :: MPI_UNWEIGHTED(1)
  common /mpi_abi_unweighted/ MPI_UNWEIGHTED
  integer :: MPI_WEIGHTS_EMPTY(1)
  common /mpi_abi_weights_empty/ MPI_WEIGHTS_EMPTY
  integer :: MPI_ERRCODES_IGNORE(1)
  common /mpi_abi_errcodes_ignore/ MPI_ERRCODES_IGNORE
  type(MPI_Status) :: MPI_STATUS_IGNORE
  common /mpi_abi_status_ignore/ MPI_STATUS_IGNORE
  type(MPI_Status) :: MPI_STATUSES_IGNORE(1)
  common /mpi_abi_statuses_ignore/ MPI_STATUSES_IGNORE
  character :: MPI_ARGV_NULL(1)
  common /mpi_abi_argv_null/ MPI_ARGV_NULL
  character :: MPI_ARGVS_NULL(1, 1)
  common /mpi_abi_argvs_null/ MPI_ARGVS_NULL

  interface operator(==)
    elemental function ferry_f08_comm_eq(a, b)
      import :: MPI_Comm
      implicit none
      type(MPI_Comm), intent(in) :: a, b
      logical :: ferry_f08_comm_eq
    end function
    elemental function ferry_f08_group_eq(a, b)
      import :: MPI_Group
      implicit none
      type(MPI_Group), intent(in) :: a, b
      logical :: ferry_f08_group_eq
    end function
    elemental function ferry_f08_datatype_eq(a, b)
      import :: MPI_Datatype
      implicit none
      type(MPI_Datatype), intent(in) :: a, b
      logical :: ferry_f08_datatype_eq
    end function
    elemental function ferry_f08_op_eq(a, b)
      import :: MPI_Op
      implicit none
      type(MPI_Op), intent(in) :: a, b
      logical :: ferry_f08_op_eq
    end function
    elemental function ferry_f08_request_eq(a, b)
      import :: MPI_Request
      implicit none
      type(MPI_Request), intent(in) :: a, b
      logical :: ferry_f08_request_eq
    end function
    elemental function ferry_f08_message_eq(a, b)
      import :: MPI_Message
      implicit none
      type(MPI_Message), intent(in) :: a, b
      logical :: ferry_f08_message_eq
    end function
    elemental function ferry_f08_info_eq(a, b)
      import :: MPI_Info
      implicit none
      type(MPI_Info), intent(in) :: a, b
      logical :: ferry_f08_info_eq
    end function
    elemental function ferry_f08_errhandler_eq(a, b)
      import :: MPI_Errhandler
      implicit none
      type(MPI_Errhandler), intent(in) :: a, b
      logical :: ferry_f08_errhandler_eq
    end function
    elemental function ferry_f08_win_eq(a, b)
      import :: MPI_Win
      implicit none
      type(MPI_Win), intent(in) :: a, b
      logical :: ferry_f08_win_eq
    end function
    elemental function ferry_f08_file_eq(a, b)
      import :: MPI_File
      implicit none
      type(MPI_File), intent(in) :: a, b
      logical :: ferry_f08_file_eq
    end function
    elemental function ferry_f08_session_eq(a, b)
      import :: MPI_Session
      implicit none
      type(MPI_Session), intent(in) :: a, b
      logical :: ferry_f08_session_eq
    end function
  end interface
  interface operator(/=)
    elemental function ferry_f08_comm_ne(a, b)
      import :: MPI_Comm
      implicit none
      type(MPI_Comm), intent(in) :: a, b
      logical :: ferry_f08_comm_ne
    end function
    elemental function ferry_f08_group_ne(a, b)
      import :: MPI_Group
      implicit none
      type(MPI_Group), intent(in) :: a, b
      logical :: ferry_f08_group_ne
    end function
    elemental function ferry_f08_datatype_ne(a, b)
      import :: MPI_Datatype
      implicit none
      type(MPI_Datatype), intent(in) :: a, b
      logical :: ferry_f08_datatype_ne
    end function
    elemental function ferry_f08_op_ne(a, b)
      import :: MPI_Op
      implicit none
      type(MPI_Op), intent(in) :: a, b
      logical :: ferry_f08_op_ne
    end function
    elemental function ferry_f08_request_ne(a, b)
      import :: MPI_Request
      implicit none
      type(MPI_Request), intent(in) :: a, b
      logical :: ferry_f08_request_ne
    end function
    elemental function ferry_f08_message_ne(a, b)
      import :: MPI_Message
      implicit none
      type(MPI_Message), intent(in) :: a, b
      logical :: ferry_f08_message_ne
    end function
    elemental function ferry_f08_info_ne(a, b)
      import :: MPI_Info
      implicit none
      type(MPI_Info), intent(in) :: a, b
      logical :: ferry_f08_info_ne
    end function
    elemental function ferry_f08_errhandler_ne(a, b)
      import :: MPI_Errhandler
      implicit none
      type(MPI_Errhandler), intent(in) :: a, b
      logical :: ferry_f08_errhandler_ne
    end function
    elemental function ferry_f08_win_ne(a, b)
      import :: MPI_Win
      implicit none
      type(MPI_Win), intent(in) :: a, b
      logical :: ferry_f08_win_ne
    end function
    elemental function ferry_f08_file_ne(a, b)
      import :: MPI_File
      implicit none
      type(MPI_File), intent(in) :: a, b
      logical :: ferry_f08_file_ne
    end function
    elemental function ferry_f08_session_ne(a, b)
      import :: MPI_Session
      implicit none
      type(MPI_Session), intent(in) :: a, b
      logical :: ferry_f08_session_ne
    end function
  end interface
end module mpi_f08_types

module mpi_f08_callbacks
  implicit none
  public

  abstract interface
    subroutine MPI_User_function(invec, inoutvec, len, datatype)
      use, intrinsic :: iso_c_binding, only: c_ptr
      use :: mpi_f08_types
      implicit none
      type(c_ptr), value :: invec, inoutvec
      integer :: len
      type(MPI_Datatype) :: datatype
    end subroutine
    subroutine MPI_User_function_c(invec, inoutvec, len, datatype)
      use, intrinsic :: iso_c_binding, only: c_ptr
      use :: mpi_f08_types
      implicit none
      type(c_ptr), value :: invec, inoutvec
      integer(kind=MPI_COUNT_KIND) :: len
      type(MPI_Datatype) :: datatype
    end subroutine
    subroutine MPI_Comm_copy_attr_function(oldcomm, comm_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      use :: mpi_f08_types
      implicit none
      type(MPI_Comm) :: oldcomm
      integer :: comm_keyval, ierror
      integer(kind=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
      logical :: flag
    end subroutine
    subroutine MPI_Comm_delete_attr_function(comm, comm_keyval, attribute_val, extra_state, ierror)
      use :: mpi_f08_types
      implicit none
      type(MPI_Comm) :: comm
      integer :: comm_keyval, ierror
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    end subroutine
    subroutine MPI_Type_copy_attr_function(oldtype, type_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      use :: mpi_f08_types
      implicit none
      type(MPI_Datatype) :: oldtype
      integer :: type_keyval, ierror
      integer(kind=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
      logical :: flag
    end subroutine
    subroutine MPI_Type_delete_attr_function(datatype, type_keyval, attribute_val, extra_state, ierror)
      use :: mpi_f08_types
      implicit none
      type(MPI_Datatype) :: datatype
      integer :: type_keyval, ierror
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    end subroutine
    subroutine MPI_Win_copy_attr_function(oldwin, win_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      use :: mpi_f08_types
      implicit none
      type(MPI_Win) :: oldwin
      integer :: win_keyval, ierror
      integer(kind=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
      logical :: flag
    end subroutine
    subroutine MPI_Win_delete_attr_function(win, win_keyval, attribute_val, extra_state, ierror)
      use :: mpi_f08_types
      implicit none
      type(MPI_Win) :: win
      integer :: win_keyval, ierror
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    end subroutine
    subroutine MPI_Comm_errhandler_function(comm, error_code)
      use :: mpi_f08_types
      implicit none
      type(MPI_Comm) :: comm
      integer :: error_code
    end subroutine
    subroutine MPI_File_errhandler_function(file, error_code)
      use :: mpi_f08_types
      implicit none
      type(MPI_File) :: file
      integer :: error_code
    end subroutine
    subroutine MPI_Session_errhandler_function(session, error_code)
      use :: mpi_f08_types
      implicit none
      type(MPI_Session) :: session
      integer :: error_code
    end subroutine
    subroutine MPI_Win_errhandler_function(win, error_code)
      use :: mpi_f08_types
      implicit none
      type(MPI_Win) :: win
      integer :: error_code
    end subroutine
    subroutine MPI_Grequest_query_function(extra_state, status, ierror)
      use :: mpi_f08_types
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      type(MPI_Status) :: status
      integer :: ierror
    end subroutine
    subroutine MPI_Grequest_free_function(extra_state, ierror)
      use :: mpi_f08_types
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Grequest_cancel_function(extra_state, complete, ierror)
      use :: mpi_f08_types
      implicit none
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      logical :: complete
      integer :: ierror
    end subroutine
    subroutine MPI_Datarep_extent_function(datatype, extent, extra_state, ierror)
      use :: mpi_f08_types
      implicit none
      type(MPI_Datatype) :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: extent, extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Datarep_conversion_function(userbuf, datatype, count, filebuf, &
        position, extra_state, ierror)
      use, intrinsic :: iso_c_binding, only: c_ptr
      use :: mpi_f08_types
      implicit none
      type(c_ptr), value :: userbuf, filebuf
      type(MPI_Datatype) :: datatype
      integer :: count
      integer(kind=MPI_OFFSET_KIND) :: position
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
    subroutine MPI_Datarep_conversion_function_c(userbuf, datatype, count, filebuf, &
        position, extra_state, ierror)
      use, intrinsic :: iso_c_binding, only: c_ptr
      use :: mpi_f08_types
      implicit none
      type(c_ptr), value :: userbuf, filebuf
      type(MPI_Datatype) :: datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer(kind=MPI_OFFSET_KIND) :: position
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: ierror
    end subroutine
  end interface
end module mpi_f08_callbacks

module mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr
  use :: mpi_f08_types
  use :: mpi_f08_callbacks
  implicit none
  public
  private :: c_ptr

  procedure(MPI_Comm_copy_attr_function) :: MPI_COMM_DUP_FN, MPI_COMM_NULL_COPY_FN
  procedure(MPI_Comm_delete_attr_function) :: MPI_COMM_NULL_DELETE_FN
  procedure(MPI_Type_copy_attr_function) :: MPI_TYPE_DUP_FN, MPI_TYPE_NULL_COPY_FN
  procedure(MPI_Type_delete_attr_function) :: MPI_TYPE_NULL_DELETE_FN
  procedure(MPI_Win_copy_attr_function) :: MPI_WIN_DUP_FN, MPI_WIN_NULL_COPY_FN
  procedure(MPI_Win_delete_attr_function) :: MPI_WIN_NULL_DELETE_FN
  procedure(MPI_Datarep_conversion_function) :: MPI_CONVERSION_FN_NULL
  procedure(MPI_Datarep_conversion_function_c) :: MPI_CONVERSION_FN_NULL_C
  external :: MPI_DUP_FN, MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN

@INTERFACES@
end module mpi_f08
