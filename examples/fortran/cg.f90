! Conjugate gradients: Poisson's equation on the unit square, on a grid of ranks.
!
!   mpifort -O2 -o cg cg.f90 && mpiexec -n 4 ./cg 128
!
! Each rank has a block of the grid with a rim around it. Before the five-point star is applied, the rim is
! filled with what the neighbours have at their edges. Two of the four edges are rows of a Fortran array, whose
! elements do not lie in a row: the module mpi_f08 takes them as they are. The right-hand side belongs to
! u = x (1 - x) y (1 - y), for which the star makes no error, so the result is known to the last digits.
program cg
  use mpi_f08
  implicit none
  integer, parameter :: real_kind = kind(1d0)
  real(real_kind), parameter :: tolerance = 1d-12
  integer, parameter :: most = 5000

  type(MPI_Comm) :: grid
  ! Neighbours to the west, east, south and north: MPI_PROC_NULL at the square's sides.
  integer :: west, east, south, north
  integer :: n, rank, ranks, dims(2), coords(2), first(2), extent(2), iteration
  real(real_kind) :: h, before, now, start, worst
  ! The solution, the residual, the direction with its rim, and the star of that.
  real(real_kind), allocatable, asynchronous :: p(:, :)
  real(real_kind), allocatable :: u(:, :), r(:, :), q(:, :)

  call MPI_Init()
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call read_size
  dims = 0
  call MPI_Dims_create(ranks, 2, dims)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.false., .false.], .true., grid)
  call MPI_Comm_rank(grid, rank)
  call MPI_Cart_coords(grid, rank, 2, coords)
  call MPI_Cart_shift(grid, 0, 1, west, east)
  call MPI_Cart_shift(grid, 1, 1, south, north)
  first = coords * n / dims
  extent = (coords + 1) * n / dims - first
  h = 1d0 / (n + 1)

  allocate (u(extent(1), extent(2)), r(extent(1), extent(2)), q(extent(1), extent(2)))
  allocate (p(0:extent(1) + 1, 0:extent(2) + 1))
  u = 0
  p = 0
  call right_hand_side(r)
  p(1:extent(1), 1:extent(2)) = r
  before = dot(r, r)
  start = before
  do iteration = 1, most
    call exchange
    call star
    call step
    now = dot(r, r)
    if (now <= tolerance**2 * start) exit
    p(1:extent(1), 1:extent(2)) = r + now / before * p(1:extent(1), 1:extent(2))
    before = now
  end do
  worst = largest_error()
  if (rank == 0) then
    print '(a, i0, a, i0, a, i0, a, i0, a)', 'cg: ', n, ' x ', n, ' unknowns on ', dims(1), ' x ', dims(2), ' ranks'
    print '(a, i0, a, es8.1, a, es8.1)', 'cg: ', iteration, ' iterations, residual ', sqrt(now / start), ', error ', worst
    if (iteration > most .or. worst > 1d-9) then
      print '(a)', 'cg: this is wrong'
      call MPI_Abort(MPI_COMM_WORLD, 1)
    end if
    print '(a)', 'cg: as it should be'
  end if
  call MPI_Comm_free(grid)
  call MPI_Finalize()

contains

  ! Unknowns along a side, from the command line.
  subroutine read_size
    character(len=20) :: word
    integer :: problem
    n = 64
    if (command_argument_count() == 0) return
    call get_command_argument(1, word)
    read (word, *, iostat=problem) n
    if (problem == 0 .and. n >= 1) return
    print '(3a)', 'cg: the number of unknowns along a side is not "', trim(word), '"'
    call MPI_Abort(MPI_COMM_WORLD, 2)
  end subroutine

  ! Where unknown i of dimension d lies.
  real(real_kind) function at(i, d)
    integer, intent(in) :: i, d
    at = (first(d) + i) * h
  end function

  subroutine right_hand_side(f)
    real(real_kind), intent(out) :: f(:, :)
    integer :: i, j
    do j = 1, extent(2)
      do i = 1, extent(1)
        f(i, j) = 2 * (at(i, 1) * (1 - at(i, 1)) + at(j, 2) * (1 - at(j, 2))) * h**2
      end do
    end do
  end subroutine

  ! Fills the rim of p.
  subroutine exchange
    type(MPI_Request) :: requests(8)
    integer :: nx, ny
    nx = extent(1)
    ny = extent(2)
    call MPI_Irecv(p(0, 1:ny), ny, MPI_DOUBLE_PRECISION, west, 1, grid, requests(1))
    call MPI_Irecv(p(nx + 1, 1:ny), ny, MPI_DOUBLE_PRECISION, east, 2, grid, requests(2))
    call MPI_Irecv(p(1:nx, 0), nx, MPI_DOUBLE_PRECISION, south, 3, grid, requests(3))
    call MPI_Irecv(p(1:nx, ny + 1), nx, MPI_DOUBLE_PRECISION, north, 4, grid, requests(4))
    call MPI_Isend(p(nx, 1:ny), ny, MPI_DOUBLE_PRECISION, east, 1, grid, requests(5))
    call MPI_Isend(p(1, 1:ny), ny, MPI_DOUBLE_PRECISION, west, 2, grid, requests(6))
    call MPI_Isend(p(1:nx, ny), nx, MPI_DOUBLE_PRECISION, north, 3, grid, requests(7))
    call MPI_Isend(p(1:nx, 1), nx, MPI_DOUBLE_PRECISION, south, 4, grid, requests(8))
    call MPI_Waitall(8, requests, MPI_STATUSES_IGNORE)
    if (.not. MPI_ASYNC_PROTECTS_NONBLOCKING) call MPI_F_sync_reg(p)
  end subroutine

  ! q = 4 p minus its four neighbours.
  subroutine star
    integer :: i, j
    do j = 1, extent(2)
      do i = 1, extent(1)
        q(i, j) = 4 * p(i, j) - p(i - 1, j) - p(i + 1, j) - p(i, j - 1) - p(i, j + 1)
      end do
    end do
  end subroutine

  ! As far along p as the residual gets smaller.
  subroutine step
    real(real_kind) :: alpha
    alpha = before / dot(p(1:extent(1), 1:extent(2)), q)
    u = u + alpha * p(1:extent(1), 1:extent(2))
    r = r - alpha * q
  end subroutine

  real(real_kind) function dot(a, b)
    real(real_kind), intent(in) :: a(:, :), b(:, :)
    dot = sum(a * b)
    call MPI_Allreduce(MPI_IN_PLACE, dot, 1, MPI_DOUBLE_PRECISION, MPI_SUM, grid)
  end function

  real(real_kind) function largest_error() result(worst)
    integer :: i, j
    worst = 0
    do j = 1, extent(2)
      do i = 1, extent(1)
        worst = max(worst, abs(u(i, j) - at(i, 1) * (1 - at(i, 1)) * at(j, 2) * (1 - at(j, 2))))
      end do
    end do
    call MPI_Allreduce(MPI_IN_PLACE, worst, 1, MPI_DOUBLE_PRECISION, MPI_MAX, grid)
  end function

end program
