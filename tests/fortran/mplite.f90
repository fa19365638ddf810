! MP_Lite's names in Fortran. Prints "ok" on process 0 once all have passed.
program mplite
  implicit none
  integer :: me, nprocs, next, before, id, flag, n, tag, win, mask(64), dims(2), coord(2), i
  double precision :: d(4), theirs(4), base(1), block(1)
  real :: f
  integer(8) :: offset, received
  character(len=3) :: spare
  double precision :: mp_time, mp_get_time
  integer :: mp_remap
  external mp_time, mp_get_time, mp_remap
  pointer (window, cell)
  double precision :: cell(8)

  call mp_init()
  call mp_myproc(me)
  call mp_nprocs(nprocs)
  next = mod(me + 1, nprocs)
  before = mod(me + nprocs - 1, nprocs)
  mask = 0
  mask(1:nprocs) = 1
  spare = 'abc'

  d = me + 0.5d0
  call mp_darecv(theirs, 4, before, 7, id)
  call mp_dsend(d, 4, next, 7)
  call mp_wait(id)
  call check(id == -1 .and. all(theirs == before + 0.5d0), 'a message')
  call MP_Get_Last_Size(n)
  call MP_Get_Last_Tag(tag)
  call check(n == 32 .and. tag == 7, 'its size and tag')
  call mp_aprobe(8, -1, 77, flag)
  call check(flag == 0, 'nothing is there')
  call mp_asend(spare, 3, next, 8, id)
  call mp_probe(3, before, 8)
  spare = 'xyz'
  call mp_recv(spare, 3, before, 8)
  call mp_wait(id)

  n = me
  call mp_imax(n, 1)
  call check(n == nprocs - 1, 'imax')
  f = 1
  call mp_fsum_masked(f, 1, mask)
  call check(f == nprocs, 'fsum_masked')
  n = me
  call mp_ibcast(n, 1, nprocs - 1)
  call check(n == nprocs - 1, 'ibcast')

  dims = 0
  call mp_cart_create(2, dims)
  call mp_cart_coords(me, coord)
  call mp_cart_rank(coord, n)
  call check(dims(1) * dims(2) == nprocs .and. n == me, 'a grid')
  call check(mp_remap(me) == me .and. mp_time() >= 0, 'results of functions')

  d = 0
  call mp_win_create(d, 32, 8, win)
  call mp_win_fence(win)
  theirs = me + 1
  call mp_put(theirs, 1, next, 2, win)
  call mp_dsumaccumulate(theirs, 1, next, 3, win)
  call mp_win_fence(win)
  call check(d(3) == before + 1 .and. d(4) == before + 1, 'a window')
  call mp_win_free(win)
  call mp_shmalloc(base, offset, 64, 8, win)
  window = loc(base) + 8 * offset
  call mp_win_fence(win)
  call mp_put(theirs, 1, next, 7, win)
  call mp_win_fence(win)
  call check(cell(1) == 0 .and. cell(8) == before + 1, 'a window with its own memory')
  call mp_win_free(win)

  call mp_shmmalloc(block, offset, 64)
  window = loc(block) + 8 * offset
  do i = 1, 8
    cell(i) = 10 * me + i
  end do
  call mp_ipsend(block, offset, 64, next, 9)
  call mp_iprecv(block, received, 64, before, 9)
  window = loc(block) + 8 * received
  call check(cell(1) == 10 * before + 1 .and. cell(8) == 10 * before + 8, 'a block')
  call mp_cleanup(block, received)

  call mp_set('debug', 0)
  call mp_enter('work|')
  call mp_leave(0d0)
  call check(mp_get_time('work') >= 0, 'a time')
  call mp_sync()
  call mp_finalize()
  if (me == 0) print '(a)', 'ok'

contains

  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (.not. holds) then
      write (0, *) 'process', me, ': not right: ', what
      call abort()
    end if
  end subroutine
end program
