! What programs before Fortran 2008 call, compiled twice: with mpif.h (-DMPIF_H) and with the module mpi.
#ifdef MPIF_H
#define MODULE_MPI
#define HEADER_MPI include 'mpif.h'
#else
#define MODULE_MPI use mpi
#define HEADER_MPI
#endif

program calls
  MODULE_MPI
  implicit none
  HEADER_MPI
  integer :: rank, ranks, ierror
  logical :: flag

  call MPI_Initialized(flag, ierror)
  call expect(.not. flag, 'not initialised yet')
  call MPI_Init(ierror)
  call MPI_Initialized(flag, ierror)
  call expect(flag, 'initialised')
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call collectives
  call places
  call persistent
  call groups
  call topologies
  call windows
  call information
  call sizes
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

  subroutine collectives
    integer :: i, sums(3), all(0:ranks - 1), counts(0:ranks - 1), places(0:ranks - 1)
    double precision :: value, pair(2), best(2)
    integer, allocatable :: rows(:)
    logical :: any_true, mine

    sums = [rank, 1, 10 * rank]
    call MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call expect(all3(sums == [ranks * (ranks - 1) / 2, ranks, 5 * ranks * (ranks - 1)]), 'allreduce in place')
    value = 0.5d0
    if (rank == ranks - 1) value = 2.25d0
    call MPI_Bcast(value, 1, MPI_DOUBLE_PRECISION, ranks - 1, MPI_COMM_WORLD, ierror)
    call expect(value == 2.25d0, 'bcast')
    all = -1
    all(rank) = rank * rank
    call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    call expect(sum(all) == sum([(i * i, i = 0, ranks - 1)]), 'allgather in place')
    counts = [(i + 1, i = 0, ranks - 1)]
    places = [(i * (i + 1) / 2, i = 0, ranks - 1)]
    allocate(rows(sum(counts)))
    rows = -1
    call MPI_Gatherv([(rank, i = 0, rank)], rank + 1, MPI_INTEGER, rows, counts, places, MPI_INTEGER, &
        0, MPI_COMM_WORLD, ierror)
    if (rank == 0) then
      do i = 0, ranks - 1
        call expect(count(rows == i) == i + 1, 'gatherv')
      end do
    end if
    pair = [dble(mod(rank + 1, ranks)), dble(rank)]
    call MPI_Reduce(pair, best, 1, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, 0, MPI_COMM_WORLD, ierror)
    if (rank == 0) then
      call expect(best(1) == ranks - 1, 'maxloc')
      call expect(best(2) == mod(ranks - 2 + ranks, ranks) .or. ranks == 1, 'where the maximum is')
    end if
    mine = rank == ranks - 1
    call MPI_Allreduce(mine, any_true, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierror)
    call expect(any_true, 'logical or')
  end subroutine

  logical function all3(holds)
    logical, intent(in) :: holds(3)
    all3 = all(holds)
  end function

  ! Addresses, MPI_BOTTOM, and datatypes.
  subroutine places
    integer(kind=MPI_ADDRESS_KIND) :: at(2), extent, lower, base
    integer :: whole, i, types(2), column, block, n, status(MPI_STATUS_SIZE)
    double precision, volatile :: number
    integer, volatile :: counter
    real :: matrix(4, 6), part(2, 3)

    number = rank + 0.5d0
    counter = rank
    call MPI_Get_address(number, at(1), ierror)
    call MPI_Get_address(counter, at(2), ierror)
    types = [MPI_DOUBLE_PRECISION, MPI_INTEGER]
    call MPI_Type_create_struct(2, [1, 1], at, types, whole, ierror)
    call MPI_Type_commit(whole, ierror)
    call MPI_Bcast(MPI_BOTTOM, 1, whole, 0, MPI_COMM_WORLD, ierror)
    call expect(number == 0.5d0 .and. counter == 0, 'a struct at absolute places')
    call MPI_Type_free(whole, ierror)
    call expect(whole == MPI_DATATYPE_NULL, 'a freed datatype')

    base = MPI_Aint_add(at(1), 16_MPI_ADDRESS_KIND)
    call expect(MPI_Aint_diff(base, at(1)) == 16, 'sums and differences of addresses')

    call MPI_Type_vector(6, 1, 4, MPI_REAL, column, ierror)
    call MPI_Type_get_extent(column, lower, extent, ierror)
    call expect(lower == 0 .and. extent == 4 * 21, 'the extent of a vector')
    call MPI_Type_free(column, ierror)
    call MPI_Type_create_subarray(2, [4, 6], [2, 3], [1, 2], MPI_ORDER_FORTRAN, MPI_REAL, block, ierror)
    call MPI_Type_commit(block, ierror)
    matrix = reshape([(real(i), i = 1, 24)], [4, 6])
    part = 0
    call MPI_Sendrecv(matrix, 1, block, 0, 1, part, 6, MPI_REAL, 0, 1, MPI_COMM_SELF, status, ierror)
    call expect(all(part == matrix(2:3, 3:5)), 'a block of a matrix')
    call MPI_Get_count(status, MPI_REAL, n, ierror)
    call expect(n == 6, 'six reals')
    call MPI_Get_elements(status, block, n, ierror)
    call expect(n == 6, 'six elements')
    call MPI_Type_free(block, ierror)
    ! A section is copied by the compiler.
    part = -1
    call MPI_Sendrecv(matrix(1:3:2, 1:5:2), 6, MPI_REAL, 0, 1, part, 6, MPI_REAL, 0, 1, &
        MPI_COMM_SELF, MPI_STATUS_IGNORE, ierror)
    call expect(all(part == matrix(1:3:2, 1:5:2)), 'a section')
  end subroutine

  subroutine persistent
    integer :: requests(2), statuses(MPI_STATUS_SIZE, 2), round, left, right
    ! The compiler does not know who reads and writes these.
    integer, volatile :: given, got
    logical :: done
    right = mod(rank + 1, ranks)
    left = mod(rank + ranks - 1, ranks)
    call MPI_Send_init(given, 1, MPI_INTEGER, right, 5, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Recv_init(got, 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, requests(2), ierror)
    do round = 1, 3
      given = 10 * rank + round
      call MPI_Startall(2, requests, ierror)
      call MPI_Waitall(2, requests, statuses, ierror)
      call expect(got == 10 * left + round, 'a persistent receive')
      call expect(statuses(MPI_SOURCE, 2) == left, 'its status')
    end do
    call MPI_Request_free(requests(1), ierror)
    call MPI_Request_free(requests(2), ierror)
    call expect(all(requests == MPI_REQUEST_NULL), 'freed requests')
    call MPI_Ibarrier(MPI_COMM_WORLD, requests(1), ierror)
    done = .false.
    do while (.not. done)
      call MPI_Test(requests(1), done, MPI_STATUS_IGNORE, ierror)
    end do
    call MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, done, MPI_STATUS_IGNORE, ierror)
    call expect(.not. done, 'nothing is left')
  end subroutine

  subroutine groups
    integer :: world, even, comm, n, ranges(3, 1), same, translated(1)
    call MPI_Comm_group(MPI_COMM_WORLD, world, ierror)
    ranges(:, 1) = [0, ranks - 1, 2]
    call MPI_Group_range_incl(world, 1, ranges, even, ierror)
    call MPI_Group_size(even, n, ierror)
    call expect(n == (ranks + 1) / 2, 'every other rank')
    call MPI_Group_translate_ranks(even, 1, [n - 1], world, translated, ierror)
    call expect(translated(1) == 2 * (n - 1), 'a translated rank')
    call MPI_Comm_create(MPI_COMM_WORLD, even, comm, ierror)
    call expect((comm /= MPI_COMM_NULL) .eqv. mod(rank, 2) == 0, 'who is in the communicator')
    if (comm /= MPI_COMM_NULL) call MPI_Comm_free(comm, ierror)
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, comm, ierror)
    call MPI_Comm_compare(comm, MPI_COMM_WORLD, same, ierror)
    call expect(same == MPI_UNEQUAL .or. ranks <= 2, 'half of the ranks')
    call MPI_Comm_free(comm, ierror)
    call MPI_Group_free(even, ierror)
    call MPI_Group_free(world, ierror)
  end subroutine

  subroutine topologies
    integer :: dims(2), coords(2), comm, up, down, n, row, sources(1), destinations(1), weights(1)
    logical :: periods(2), reorder, is_weighted
    dims = 0
    call MPI_Dims_create(ranks, 2, dims, ierror)
    call expect(product(dims) == ranks, 'dimensions')
    periods = [.true., .false.]
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., comm, ierror)
    periods = .not. periods
    call MPI_Cart_get(comm, 2, dims, periods, coords, ierror)
    call expect(periods(1) .and. .not. periods(2), 'periods')
    call MPI_Cart_rank(comm, coords, n, ierror)
    call expect(n == rank, 'a rank by its coordinates')
    call MPI_Cart_shift(comm, 1, 1, up, down, ierror)
    call expect((down == MPI_PROC_NULL) .eqv. coords(2) == dims(2) - 1, 'the end of a dimension')
    call MPI_Cart_sub(comm, [.true., .false.], row, ierror)
    call MPI_Comm_size(row, n, ierror)
    call expect(n == dims(1), 'a part of the grid')
    call MPI_Comm_free(row, ierror)
    call MPI_Comm_free(comm, ierror)
    reorder = .false.
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [mod(rank + ranks - 1, ranks)], MPI_UNWEIGHTED, &
        1, [mod(rank + 1, ranks)], MPI_UNWEIGHTED, MPI_INFO_NULL, reorder, comm, ierror)
    call MPI_Dist_graph_neighbors_count(comm, n, up, is_weighted, ierror)
    call expect(n == 1 .and. up == 1 .and. .not. is_weighted, 'one neighbour')
    call MPI_Dist_graph_neighbors(comm, 1, sources, MPI_UNWEIGHTED, 1, destinations, weights, ierror)
    call expect(destinations(1) == mod(rank + 1, ranks), 'the neighbour')
    call MPI_Neighbor_alltoallw([rank], [1], [0_MPI_ADDRESS_KIND], [MPI_INTEGER], sources, [1], &
        [0_MPI_ADDRESS_KIND], [MPI_INTEGER], comm, ierror)
    call expect(sources(1) == mod(rank + ranks - 1, ranks), 'what the neighbour has sent')
    call MPI_Comm_free(comm, ierror)
  end subroutine

  subroutine windows
    integer :: win, right, unit
    integer, volatile :: slots(0:3), got
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    logical :: there
    right = mod(rank + 1, ranks)
    slots = rank
    bytes = 16
    call MPI_Win_create(slots, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    call MPI_Win_get_attr(win, MPI_WIN_SIZE, bytes, there, ierror)
    call expect(there .and. bytes == 16, 'the size of a window')
    call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, bytes, there, ierror)
    unit = int(bytes)
    call expect(there .and. unit == 4, 'the unit of a window')
    call MPI_Win_fence(0, win, ierror)
    call MPI_Put([100 + rank], 1, MPI_INTEGER, right, 2_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    call expect(slots(2) == 100 + mod(rank + ranks - 1, ranks), 'what was put')
    call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win, ierror)
    call MPI_Fetch_and_op(1, got, MPI_INTEGER, 0, 3_MPI_ADDRESS_KIND, MPI_SUM, win, ierror)
    call MPI_Win_unlock(0, win, ierror)
    call expect(got >= 0 .and. got < ranks, 'a ticket')
    call MPI_Win_free(win, ierror)
    call expect(win == MPI_WIN_NULL, 'a freed window')
  end subroutine

  ! Keys and values are told by their lengths, without blanks.
  subroutine information
    integer :: info, n, length
    logical :: there
    character(len=12) :: value
    character(len=MPI_MAX_INFO_KEY) :: key
    character(len=MPI_MAX_ERROR_STRING) :: text
    call MPI_Info_create(info, ierror)
    call MPI_Info_set(info, '  colour ', ' green  ', ierror)
    call MPI_Info_set(info, 'depth', '3', ierror)
    call MPI_Info_get_nkeys(info, n, ierror)
    call expect(n == 2, 'two keys')
    call MPI_Info_get_nthkey(info, 0, key, ierror)
    call expect(key == 'colour' .or. key == 'depth', 'a key')
    value = 'untouched'
    call MPI_Info_get(info, 'colour', 12, value, there, ierror)
    call expect(there .and. value == 'green', 'a value')
    value = 'untouched'
    call MPI_Info_get(info, 'flavour', 12, value, there, ierror)
    call expect(.not. there .and. value == 'untouched', 'no value')
    call MPI_Info_get_valuelen(info, 'colour', length, there, ierror)
    call expect(there .and. length == 5, 'the length of a value')
    length = 12
    call MPI_Info_get_string(info, 'depth', length, value, there, ierror)
    call expect(there .and. value == '3' .and. length == 1, 'a value as a string')
    length = 0
    call MPI_Info_get_string(info, 'colour', length, value, there, ierror)
    call expect(there .and. length == 5 .and. value == '3', 'the length alone')
    call MPI_Info_free(info, ierror)
    call expect(info == MPI_INFO_NULL, 'a freed info')
    call MPI_Error_string(MPI_ERR_TRUNCATE, text, n, ierror)
    call expect(n > 0 .and. text(n + 1:) == ' ', 'the text of an error')
  end subroutine

  subroutine sizes
    integer :: type, n, ints(2), types(1), combiner, counts(3)
    integer(kind=MPI_ADDRESS_KIND) :: places(1)
#ifndef MPIF_H
    complex(kind=8) :: z(3)
    call MPI_Sizeof(z, n, ierror)
    call expect(n == 16, 'the size of a complex')
    call MPI_Sizeof(1_2, n, ierror)
    call expect(n == 2, 'the size of a short integer')
#endif
    call MPI_Type_create_f90_real(12, 30, type, ierror)
    call MPI_Type_size(type, n, ierror)
    call expect(n == 8, 'a real of 12 digits')
    call MPI_Type_create_f90_integer(15, type, ierror)
    call MPI_Type_size(type, n, ierror)
    call expect(n == 8, 'an integer of 15 digits')
    call MPI_Type_get_envelope(type, counts(1), counts(2), counts(3), combiner, ierror)
    call expect(combiner == MPI_COMBINER_F90_INTEGER .and. counts(1) == 1, 'how it was made')
    call MPI_Type_get_contents(type, 1, 0, 0, ints, places, types, ierror)
    call expect(ints(1) == 15, 'of what it was made')
    call MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 8, type, ierror)
    call MPI_Type_size(type, n, ierror)
    call expect(n == 8, 'a complex of 8 bytes')
  end subroutine

end program
