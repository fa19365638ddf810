! MP_Lite's files by units. The first argument is a folder, the second what the program does wrong, if anything. Prints
! "ok" on process 0 once all have passed.
program mplite_files
  implicit none
  integer, parameter :: input = 10, scan = 11, out = 12, echo = 13, own = 20
  integer :: me, nprocs, n, last, place, count, counts(4)
  integer(8) :: long
  double precision :: d(3)
  real :: f
  character(len=16) :: title, word
  character(len=8) :: words(2)
  character(len=3) :: letters
  character(len=512) :: folder, wrong
  integer, external :: mp_gfscanf, mp_nofscanf

  call mp_init()
  call mp_myproc(me)
  call mp_nprocs(nprocs)
  call get_command_argument(1, folder)
  call get_command_argument(2, wrong)
  call fails()
  call reads()
  call scans()
  call prints()
  call goes_on_in_order()
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

  function path(name)
    character(len=*), intent(in) :: name
    character(len=:), allocatable :: path
    path = trim(folder)//'/'//name
  end function

  subroutine fails()
    if (wrong == 'range') call mp_fopen(100, path('input'), 'r')
    if (wrong == 'mode') call mp_fopen(input, path('input'), 'x')
    if (wrong == 'none') call mp_fopen(input, path('no such file'), 'r')
    if (wrong == 'unopened') call mp_dread(input, d, 1)
    if (wrong == 'unclosed') call mp_fclose(input)
    if (wrong == 'few') call mp_gfprintf(6, '%d %d\n', me)
    if (wrong == 'many') call mp_gfprintf(6, 'nothing\n', me)
    if (wrong == 'conversion') call mp_gfprintf(6, '%n', me)
    if (wrong == 'sscan') n = mp_gfscanf(5, '%k', me)
    if (wrong == 'short') then
      call mp_fopen(input, path('input'), 'r')
      call mp_iread(input, counts, 1)
    end if
  end subroutine

  ! What is read is echoed, too.
  subroutine reads()
    call mp_fopen(input, path('input'), 'r')
    call mp_fopen(echo, path('echo')//char(0), 'w'//char(0))
    call MP_Echo(input, echo)
    call mp_dread(input, d, 3)
    call check(d(1) == 1.5d0 .and. d(2) == -2500d0 .and. d(3) == 3, 'mp_dread')
    call mp_iread(input, counts, 4)
    call check(all(counts == [1, 2, 3, 4]), 'mp_iread')
    call mp_fread(input, f, 1)
    call check(f == 0.25, 'mp_fread')
    call mp_cread(input, title, len(title))
    call check(title == 'two words', 'mp_cread')
    call mp_echo(input, 0)
    call mp_wread(input, words, 2, len(words))
    call check(words(1) == 'alpha' .and. words(2) == 'beta', 'mp_wread')
    call mp_fclose(input)
    call mp_fclose(echo)
    if (me == 0) then
      open (own, file=path('echo'), status='old', action='read')
      read (own, *) d
      call check(d(2) == -2500d0, 'the numbers are echoed')
      read (own, *) counts
      call check(all(counts == [1, 2, 3, 4]), 'the integers are echoed')
      read (own, *) f
      read (own, '(a)') title
      call check(f == 0.25 .and. title == 'two words', 'and the words')
      read (own, '(a)', iostat=n) title
      call check(n /= 0, 'and then no more')
      close (own)
    end if
  end subroutine

  ! More values than are passed in registers, texts with and without widths, in places that are shorter and longer.
  subroutine scans()
    call mp_fopen(scan, path('scan'), 'r')
    letters = '---'
    count = mp_gfscanf(scan, '%d %lf %s %*d %ld%n', n, d(1), word, long, place)
    call check(count == 4 .and. n == 7 .and. d(1) == 2.5d0, 'numbers are read')
    call check(word == 'seven' .and. long == 2_8**40 .and. place == 28, 'a text, and where it ends')
    n = 99
    count = mp_gfscanf(scan, ' x%d'//char(0), n)
    call check(count == 0 .and. n == 99, 'nothing was there')
    count = mp_nofscanf(scan, '%d %2c%1s', n, letters, word)
    call check(count == 3 .and. n == 100 + me, 'each has its own')
    call check(letters == achar(97 + me)//'-' .and. word == '+', 'and its own letters')
    count = mp_gfscanf(scan, '\n%s%d', letters, last)
    call check(count == 2, 'there are two')
    call check(letters == 'ove' .and. last == 4711, 'a text that has to be cut goes on with the next value')
    count = mp_gfscanf(scan, '%d', n)
    call check(count == -1, 'the file has ended')
    call mp_fclose(scan)
  end subroutine

  subroutine prints()
    character(len=80) :: line, expected
    integer(2) :: short
    integer :: i, status
    short = -3
    long = 2_8**40
    f = 0.5
    d(1) = -1.25d0
    n = 8
    call mp_fopen(out, path('printed'), 'w')
    call mp_gfprintf(out, '%d of %s, %ld\t%hd|%5.2f|%-*.3lf|%c%c|%%|%x|%u\n', nprocs, 'all', long, short, f, n, d(1), &
      'ab', 'c', 255, -1)
    call mp_nofprintf(out, 'process %d: %s\n', me, repeat('x', me))
    call mp_gfprintf(out, 'nothing else\n'//char(0))
    call mp_fopen(out, path('printed'), 'a')
    call mp_gfprintf(out, 'but %d more\n', 1)
    call mp_fclose(out)
    if (me /= 0) return
    open (own, file=path('printed'), status='old', action='read')
    read (own, '(a)') line
    write (expected, '(i0, a)') nprocs, ' of all, 1099511627776'//char(9)//'-3| 0.50|-1.250  |ac|%|ff|4294967295'
    call check(line == expected, 'what is printed once: '//line)
    do i = 0, nprocs - 1
      read (own, '(a)') line
      write (expected, '(a, i0, a, a)') 'process ', i, ': ', repeat('x', i)
      call check(line == expected, 'what is printed in order: '//line)
    end do
    read (own, '(a)') line
    call check(line == 'nothing else', 'what has no values: '//line)
    read (own, '(a)') line
    call check(line == 'but 1 more', 'what is added: '//line)
    read (own, '(a)', iostat=status) line
    call check(status /= 0, 'and no more')
    close (own)
  end subroutine

  ! A unit of the program's own, in which each process goes on where the one before it has stopped, twice.
  subroutine goes_on_in_order()
    character(len=80) :: line, expected
    integer :: i, round
    if (me == 0) then
      open (own, file=path('token'), status='replace')
      close (own)
    end if
    call mp_sync()
    open (own, file=path('token'), status='old', position='rewind')
    do round = 1, 2
      call mp_get_token(own)
      write (own, '(a, i0, a, i0)') 'round ', round, ' process ', me
      call mp_pass_token(own)
    end do
    call mp_get_token(0)
    call mp_pass_token(0)
    close (own)
    call mp_sync()
    open (own, file=path('token'), status='old', action='read')
    do round = 1, 2
      do i = 0, nprocs - 1
        ! Each reads a line of every round.
        call mp_get_token(own)
        read (own, '(a)') line
        call mp_pass_token(own)
        if (i /= 0) cycle
        write (expected, '(a, i0, a, i0)') 'round ', round, ' process ', me
        call check(line == expected, 'what was written in order: '//line)
        exit
      end do
    end do
    close (own)
  end subroutine
end program
