! Sections of arrays that do not lie in a row, as choice buffers of every kind of call: what is not of the section
! must stay as it is.
program sections
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: untouched = -99
  integer :: rank, ranks, left, right

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  right = mod(rank + 1, ranks)
  left = mod(rank + ranks - 1, ranks)
  call blocking
  call nonblocking
  call parts
  call other_datatypes
  call pointers(17)
  call persistent
  call collectives
  call nonblocking_collectives
  call persistent_collectives
  call windows
  call partitions
  call packing
  call MPI_Finalize()
  if (rank == 0) print '(a)', 'ok'

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    print *, rank, ' does not hold: ', what
    call MPI_Abort(MPI_COMM_WORLD, 3)
  end subroutine

  ! Numbers that tell their places and their rank.
  function grid(of) result(numbers)
    integer, intent(in) :: of
    integer :: numbers(6, 8), i
    numbers = reshape([(1000 * of + i, i = 1, 48)], [6, 8])
  end function

  subroutine blocking
    integer :: a(6, 8), b(6, 8), wanted(6, 8), n
    type(MPI_Status) :: status
    a = grid(rank)
    b = untouched
    wanted = untouched
    wanted(2:6:2, 1:7:3) = reshape([1, 3, 5, 13, 15, 17, 25, 27, 29] + 1000 * left, [3, 3])
    ! Each takes what the other has, in the order of elements.
    call MPI_Sendrecv(a(1:5:2, 1:5:2), 9, MPI_INTEGER, right, 1, b(2:6:2, 1:7:3), 9, MPI_INTEGER, left, 1, &
        MPI_COMM_WORLD, status)
    call expect(all(b == wanted), 'a section to a section')
    call MPI_Get_count(status, MPI_INTEGER, n)
    call expect(n == 9, 'the count of a section')
    ! A row, backwards.
    b = untouched
    call MPI_Sendrecv(a(3, 8:1:-1), 8, MPI_INTEGER, right, 1, b(1, :), 8, MPI_INTEGER, left, 1, &
        MPI_COMM_WORLD, status)
    a = grid(left)
    call expect(all(b(1, :) == a(3, 8:1:-1)) .and. all(b(2:, :) == untouched), 'a row backwards')
  end subroutine

  subroutine nonblocking
    integer :: a(6, 8), b(6, 8)
    type(MPI_Request) :: requests(4)
    type(MPI_Status) :: statuses(4)
    integer :: i, which
    logical :: flag
    a = grid(rank)
    b = untouched
    call MPI_Irecv(b(1, :), 8, MPI_INTEGER, left, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Irecv(b(6, :), 8, MPI_INTEGER, left, 2, MPI_COMM_WORLD, requests(2))
    call MPI_Isend(a(6, :), 8, MPI_INTEGER, right, 1, MPI_COMM_WORLD, requests(3))
    call MPI_Issend(a(1, :), 8, MPI_INTEGER, right, 2, MPI_COMM_WORLD, requests(4))
    call MPI_Waitall(4, requests, statuses)
    a = grid(left)
    call expect(all(b(1, :) == a(6, :)) .and. all(b(6, :) == a(1, :)), 'rows without blocking')
    call expect(all(b(2:5, :) == untouched), 'what lies between')
    call expect(statuses(1)%MPI_SOURCE == left .and. statuses(2)%MPI_TAG == 2, 'their statuses')
    ! Completed one by one.
    a = grid(rank)
    b = untouched
    do i = 1, 2
      call MPI_Irecv(b(i, 1:8:2), 4, MPI_INTEGER, left, i, MPI_COMM_WORLD, requests(i))
      call MPI_Isend(a(i, 2:8:2), 4, MPI_INTEGER, right, i, MPI_COMM_WORLD, requests(i + 2))
    end do
    do i = 1, 3
      call MPI_Waitany(4, requests, which, MPI_STATUS_IGNORE)
      call expect(which >= 1 .and. which <= 4, 'one of four')
    end do
    flag = .false.
    do while (.not. flag)
      call MPI_Testany(4, requests, which, flag, MPI_STATUS_IGNORE)
    end do
    a = grid(left)
    call expect(all(b(1:2, 1:8:2) == a(1:2, 2:8:2)) .and. all(b(1:2, 2:8:2) == untouched), 'every other column')
  end subroutine

  ! Fewer elements than the section has.
  subroutine parts
    integer :: a(6, 8), b(6, 8), wanted(6, 8)
    type(MPI_Request) :: request
    a = grid(rank)
    b = untouched
    wanted = untouched
    call MPI_Irecv(b(1:6:2, :), 4, MPI_INTEGER, left, 1, MPI_COMM_WORLD, request)
    call MPI_Send(a(2:6:2, :), 4, MPI_INTEGER, right, 1, MPI_COMM_WORLD)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    wanted(1:5:2, 1) = 1000 * left + [2, 4, 6]
    wanted(1, 2) = 1000 * left + 8
    call expect(all(b == wanted), 'a part of a section')
    ! A message shorter than the receive.
    b = untouched
    call MPI_Irecv(b(1:6:2, :), 24, MPI_INTEGER, left, 1, MPI_COMM_WORLD, request)
    call MPI_Send(a(2:6:2, :), 4, MPI_INTEGER, right, 1, MPI_COMM_WORLD)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call expect(all(b == wanted), 'a short message into a section')
    ! No element at all, and a scalar.
    call MPI_Sendrecv(a(1:0, :), 0, MPI_INTEGER, right, 1, b(1:0:2, :), 0, MPI_INTEGER, left, 1, &
        MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(a(2, 2), 1, MPI_INTEGER, right, 1, b(5, 5), 1, MPI_INTEGER, left, 1, &
        MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call expect(b(5, 5) == 1000 * left + 8, 'an element')
  end subroutine

  ! Datatypes that are made of several elements, or of a part of one.
  subroutine other_datatypes
    integer :: a(6, 8), b(6, 8), wanted(6, 8)
    complex :: z(8), w(8)
    type(MPI_Datatype) :: pair, gap
    type(MPI_Request) :: requests(2)
    a = grid(rank)
    b = untouched
    wanted = untouched
    call MPI_Type_contiguous(2, MPI_INTEGER, pair)
    call MPI_Type_commit(pair)
    call MPI_Irecv(b(1:6:2, 1:2), 3, pair, left, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Isend(a(2:6:2, 1:2), 3, pair, right, 1, MPI_COMM_WORLD, requests(2))
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    wanted(1:6:2, 1:2) = reshape(1000 * left + [2, 4, 6, 8, 10, 12], [3, 2])
    call expect(all(b == wanted), 'pairs')
    call MPI_Type_free(pair)
    ! Every other element of the section.
    b = untouched
    wanted = untouched
    call MPI_Type_vector(3, 1, 2, MPI_INTEGER, gap)
    call MPI_Type_commit(gap)
    call MPI_Irecv(b(1:6:2, 1:2), 1, gap, left, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Isend(a(2:6:2, 1:2), 1, gap, right, 1, MPI_COMM_WORLD, requests(2))
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    wanted(1, 1) = 1000 * left + 2
    wanted(5, 1) = 1000 * left + 6
    wanted(3, 2) = 1000 * left + 10
    call expect(all(b == wanted), 'a datatype with gaps on a section with gaps')
    call MPI_Type_free(gap)
    ! Reals of a complex array.
    z = cmplx(rank, -rank)
    w = (0, 0)
    call MPI_Sendrecv(z(1:8:2), 8, MPI_REAL, right, 1, w(2:8:2), 8, MPI_REAL, left, 1, &
        MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call expect(all(w(2:8:2) == cmplx(left, -left)) .and. all(w(1:7:2) == (0, 0)), 'halves of elements')
    ! A component of a derived type.
    call components
  end subroutine

  subroutine components
    type particle
      double precision :: mass
      integer :: kind
    end type
    type(particle) :: all_of_them(5)
    integer :: i
    do i = 1, 5
      all_of_them(i) = particle(dble(rank), 10 * rank + i)
    end do
    call MPI_Bcast(all_of_them%kind, 5, MPI_INTEGER, ranks - 1, MPI_COMM_WORLD)
    call expect(all(all_of_them%kind == [(10 * (ranks - 1) + i, i = 1, 5)]), 'a component of all')
    call expect(all(all_of_them%mass == rank), 'the other component')
  end subroutine

  ! What a procedure gets as an assumed shape or behind a pointer.
  subroutine pointers(n)
    integer, intent(in) :: n
    integer, target :: a(n)
    integer, pointer :: p(:)
    integer :: i
    a = [(100 * rank + i, i = 1, n)]
    p => a(n:1:-4)
    call MPI_Bcast(p, size(p), MPI_INTEGER, 0, MPI_COMM_WORLD)
    call expect(all(a(n:1:-4) == [(i, i = n, 1, -4)]), 'behind a pointer')
    call shaped(a(2::4))
    call expect(all(a(2::4) == [(i, i = 2, n, 4)]), 'an assumed shape')
    call expect(all(a(3::4) == [(100 * rank + i, i = 3, n, 4)]), 'what lies between')
  end subroutine

  subroutine shaped(numbers)
    integer, intent(inout) :: numbers(:)
    call MPI_Bcast(numbers, size(numbers), MPI_INTEGER, 0, MPI_COMM_WORLD)
  end subroutine

  subroutine persistent
    integer :: a(6, 8), b(6, 8), round
    type(MPI_Request) :: requests(2)
    type(MPI_Datatype) :: gap
    call MPI_Type_vector(4, 1, 2, MPI_INTEGER, gap)
    call MPI_Type_commit(gap)
    b = untouched
    ! Described by a datatype, and by a copy.
    call MPI_Send_init(a(2, :), 8, MPI_INTEGER, right, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Recv_init(b(4, :), 1, gap, left, 1, MPI_COMM_WORLD, requests(2))
    call MPI_Request_free(requests(1))
    call MPI_Send_init(a(2, :), 1, gap, right, 1, MPI_COMM_WORLD, requests(1))
    do round = 1, 3
      a = grid(10 * round + rank)
      call MPI_Startall(2, requests)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      a = grid(10 * round + left)
      call expect(all(b(4, 1:7:2) == a(2, 1:7:2)) .and. all(b(4, 2:8:2) == untouched), 'started again')
    end do
    call MPI_Request_free(requests(1))
    call MPI_Request_free(requests(2))
    call MPI_Type_free(gap)
  end subroutine

  subroutine collectives
    integer :: a(6, 8), b(6, 8), all_of_them(3, 2 * ranks), i
    a = grid(0)
    b = untouched
    call MPI_Allreduce(a(1:6:2, 1:2), b(2:6:2, 7:8), 6, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call expect(all(b(2:6:2, 7:8) == ranks * a(1:6:2, 1:2)), 'allreduce of sections')
    call expect(all(b(1:6:2, :) == untouched), 'what lies between')
    call MPI_Allreduce(MPI_IN_PLACE, b(2:6:2, 7:8), 6, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call expect(all(b(2:6:2, 7:8) == ranks * ranks * a(1:6:2, 1:2)), 'in place')
    all_of_them = untouched
    call MPI_Allgather(rank + 10, 1, MPI_INTEGER, all_of_them(2, 1::2), 1, MPI_INTEGER, MPI_COMM_WORLD)
    call expect(all(all_of_them(2, 1::2) == [(i + 10, i = 0, ranks - 1)]), 'allgather into a row')
    call expect(all(all_of_them(2, 2::2) == untouched) .and. all(all_of_them(1:3:2, :) == untouched), &
        'what lies between')
    call MPI_Scatter(all_of_them(2, 1::2), 1, MPI_INTEGER, b(1, 1), 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
    call expect(b(1, 1) == rank + 10, 'scatter of a row')
  end subroutine

  subroutine nonblocking_collectives
    integer :: a(6, 8), b(6, 8), row(2 * ranks), i
    type(MPI_Request) :: requests(3)
    logical :: flag
    a = grid(0)
    b = untouched
    row = untouched
    call MPI_Iallreduce(a(1:6:2, 1:2), b(2:6:2, 7:8), 6, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(1))
    call MPI_Iallgather(rank, 1, MPI_INTEGER, row(2::2), 1, MPI_INTEGER, MPI_COMM_WORLD, requests(2))
    if (rank /= ranks - 1) a(3, :) = 0
    call MPI_Ibcast(a(3, :), 8, MPI_INTEGER, ranks - 1, MPI_COMM_WORLD, requests(3))
    flag = .false.
    do while (.not. flag)
      call MPI_Testall(3, requests, flag, MPI_STATUSES_IGNORE)
    end do
    call expect(all(a == grid(0)), 'ibcast of a row')
    call expect(all(b(2:6:2, 7:8) == ranks * a(1:6:2, 1:2)), 'iallreduce of sections')
    call expect(count(b == untouched) == 48 - 6, 'what lies between')
    call expect(all(row(2::2) == [(i, i = 0, ranks - 1)]) .and. all(row(1::2) == untouched), 'iallgather')
  end subroutine

  subroutine persistent_collectives
    integer :: a(6, 8), b(6, 8), round
    type(MPI_Request) :: request
    b = untouched
    call MPI_Allreduce_init(a(1, :), b(2, :), 8, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request)
    do round = 1, 3
      a = grid(round)
      call MPI_Start(request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call expect(all(b(2, :) == ranks * a(1, :)) .and. all(b(1, :) == untouched), 'a persistent allreduce')
    end do
    call MPI_Request_free(request)
  end subroutine

  subroutine windows
    integer, asynchronous :: memory(8), a(6, 8), b(6, 8)
    type(MPI_Win) :: win
    memory = untouched
    a = grid(rank)
    b = untouched
    call MPI_Win_create(memory, 32_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
    call MPI_Win_fence(0, win)
    call MPI_Put(a(5, :), 8, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 8, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    a = grid(left)
    call expect(all(memory == a(5, :)), 'a row was put')
    call MPI_Get(b(2, :), 8, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 8, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    a = grid(rank)
    call expect(all(b(2, :) == a(5, :)) .and. count(b == untouched) == 40, 'a row was got')
    call MPI_Accumulate(a(5, :), 8, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 8, MPI_INTEGER, MPI_SUM, win)
    call MPI_Win_fence(0, win)
    a = grid(left)
    call expect(all(memory == 2 * a(5, :)), 'a row was added')
    call gaps_in_windows(memory, win)
    call MPI_Win_free(win)
  end subroutine

  ! A datatype with gaps on a section with gaps.
  subroutine gaps_in_windows(memory, win)
    integer, asynchronous, intent(inout) :: memory(8)
    type(MPI_Win), intent(in) :: win
    integer, asynchronous :: a(6, 8), b(6, 8)
    type(MPI_Datatype) :: gap
    memory = untouched
    a = grid(rank)
    b = untouched
    call MPI_Type_vector(4, 1, 2, MPI_INTEGER, gap)
    call MPI_Type_commit(gap)
    call MPI_Win_fence(0, win)
    call MPI_Put(a(5, :), 1, gap, right, 0_MPI_ADDRESS_KIND, 4, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    call MPI_Accumulate(a(6, :), 1, gap, right, 0_MPI_ADDRESS_KIND, 4, MPI_INTEGER, MPI_SUM, win)
    call MPI_Win_fence(0, win)
    call MPI_Get(b(2, :), 1, gap, right, 0_MPI_ADDRESS_KIND, 4, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    call expect(all(b(2, 1:7:2) == a(5, 1:7:2) + a(6, 1:7:2)), 'put, added and got with gaps')
    call expect(count(b == untouched) == 44, 'what lies between')
    a = grid(left)
    call expect(all(memory(1:4) == a(5, 1:7:2) + a(6, 1:7:2)) .and. all(memory(5:) == untouched), 'in the window')
    call MPI_Type_free(gap)
  end subroutine

  subroutine partitions
    integer, asynchronous :: a(6, 8), b(6, 8)
    type(MPI_Request) :: requests(2)
    integer :: round, part
    logical :: there
    b = untouched
    call MPI_Psend_init(a(2, :), 4, 2_MPI_COUNT_KIND, MPI_INTEGER, right, 7, MPI_COMM_WORLD, MPI_INFO_NULL, requests(1))
    call MPI_Precv_init(b(3, :), 2, 4_MPI_COUNT_KIND, MPI_INTEGER, left, 7, MPI_COMM_WORLD, MPI_INFO_NULL, requests(2))
    do round = 1, 2
      call MPI_Startall(2, requests)
      a = grid(10 * round + rank)
      call MPI_Pready(3, requests(1))
      call MPI_Pready_list(1, [0], requests(1))
      call MPI_Pready_range(1, 2, requests(1))
      there = .false.
      do while (.not. there)
        call MPI_Parrived(requests(2), 1, there)
      end do
      a = grid(10 * round + left)
      call expect(all(b(3, 5:8) == a(2, 5:8)), 'a partition')
      a = grid(10 * round + rank)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      a = grid(10 * round + left)
      call expect(all(b(3, :) == a(2, :)) .and. count(b == untouched) == 40, 'all partitions')
    end do
    do part = 1, 2
      call MPI_Request_free(requests(part))
    end do
  end subroutine

  subroutine packing
    integer :: a(6, 8), b(6, 8), position
    character :: row(256)
    a = grid(rank)
    b = untouched
    position = 0
    call MPI_Pack(a(1, :), 8, MPI_INTEGER, row(1:256:2), 128, position, MPI_COMM_WORLD)
    position = 0
    call MPI_Unpack(row(1:256:2), 128, position, b(4, :), 8, MPI_INTEGER, MPI_COMM_WORLD)
    call expect(all(b(4, :) == a(1, :)) .and. count(b == untouched) == 40, 'packed into a section')
  end subroutine

end program
