! Forty uses of files and more, each with a number: all files are written, then all are read. Run twice, by either
! compiler in one folder: where the files are there, they are read alone.
program forty_kinds
  implicit none
  integer, parameter :: small = selected_int_kind(4), long = selected_int_kind(15), double = kind(1d0)
  integer :: i, j, k, n, status, unit, length, numbers(6), table(2, 3)
  integer(small) :: short
  integer(long) :: big
  real :: x, y, values(5)
  real(double) :: d
  complex :: z
  logical :: yes, no, there, is_open
  character(12) :: word, words(3)
  character(40) :: line, lines(3)
  character(80) :: message
  character(9) :: answer
  namelist /settings/ n, x, d, z, yes, word, values, table

  inquire (file='01', exist=there)
  if (.not. there) call write_all
  call read_all

contains

  subroutine write_all
    ! 1 to 12: formatted sequential files.
    open (11, file='01')
    write (11, *) 1, -2.5, 3d100, (4.0, -5.0), .true., 'text', 7_small, 8_long
    write (11, *) [(i*1.5, i=1, 12)]
    close (11)
    open (11, file='02', form='formatted', access='sequential', status='new')
    write (11, '(i5, i5.3, i0, b8, o6.4, z8)') 42, 7, -19, 5, 64, 255
    write (11, '(f8.3, e12.4, e14.5e3, d12.4, es11.3, en12.2, g12.4, g0)') 3.14159, 1e-5, 6e7, 2d0, 4e5, 12345.6, .5, 1.25
    write (11, '(l3, l1, a, a3, a8, 2h h)') .true., .false., 'abc', 'defgh', 'ijk'
    close (11)
    open (11, file='03')
    write (11, '(t10, i3, t2, i3, tl2, i1, tr3, a, 5x, a)') 111, 222, 3, 'x', 'y'
    write (11, '(2pf10.3, 0pf10.3, -1pe12.3, 1pg12.3)') 1.5, 1.5, 1.5, 1.5
    write (11, '(sp, i5, ss, i5, s, f6.1)') 5, 5, 5.0
    write (11, '(3(i2, :, '',''))') 1, 2
    write (11, '(a, /, a, //, a)') 'first', 'second', 'fourth'
    write (11, '(2(i2, 2(a, f4.1)))') 1, 'a', 1.0, 'b', 2.0, 2, 'c', 3.0, 'd', 4.0
    write (11, '(*(i0, :, ";"))') 1, 22, 333
    write (11, '(i3, f5.1)') (i, i*0.5, i=1, 3)
    close (11)
    open (12, file='04', delim='quote')
    write (12, *) 'it is "quoted"', 'plain'
    close (12)
    open (12, file='05', decimal='comma', sign='plus')
    write (12, *) 1.5, 2.5
    write (12, '(f8.2, dp, f8.2)') 1.25, 1.25
    close (12)
    open (12, file='06', round='up')
    write (12, '(f5.1, rd, f5.1, rz, f6.1, rn, f5.1, rc, f5.1)') 1.21, 1.29, -1.29, 1.25, 1.25
    close (12)
    open (12, file='07')
    write (12, '(a)', advance='no') 'one '
    write (12, '(a, i2)', advance='no') 'line', 7
    write (12, '(a)') '.'
    write (12, '(a)') 'short'
    close (12)
    open (12, file='07', position='append')
    write (12, '(a)') 'appended'
    close (12)
    open (12, file='08')
    write (12, '(i2)') (i, i=1, 6)
    rewind 12
    read (12, *) i, j
    write (12, '(a)') 'cut'
    close (12)
    open (12, file='09')
    write (12, '(a)') 'a', 'b', 'c'
    backspace 12
    backspace 12
    write (12, '(a)') 'B'
    endfile 12
    close (12)
    open (12, file='10')
    write (12, '(a)') '1 2 3', '', '4,,6', "'quoted, text' bare", '2*7 3*', '1 /', '(1.5,-2) T .false. x'
    write (12, '(a)') ' 1 2 3', '12', '1.5E2', '  $FF'
    close (12)
    open (12, file='11', recl=30)
    write (12, *) [(i*1000, i=1, 2)]
    close (12)
    open (12, file='12', blank='zero')
    write (12, '(a)') '1 2 3 4 '
    close (12)
    ! 13 to 16: direct access.
    open (13, file='13', access='direct', recl=16)
    write (13, rec=3) 3, 3.5d0
    write (13, rec=1) 1, 1.5d0
    close (13)
    open (13, file='14', access='direct', form='formatted', recl=12)
    write (13, '(i4, a)', rec=2) 22, ' two'
    write (13, '(a, /, a)', rec=4) 'four', 'five'
    close (13)
    inquire (iolength=length) numbers, d
    open (newunit=unit, file='15', access='direct', recl=length)
    write (unit, rec=2) [1, 2, 3, 4, 5, 6], 7d0
    close (unit)
    open (13, file='16', access='direct', recl=8, status='replace')
    write (13, rec=1) 'ab'
    write (13, rec=2) .true.
    close (13)
    ! 17 to 22: unformatted sequential files.
    open (14, file='17', form='unformatted')
    write (14) 1_small, 2, 3_long, 1.5, 2.5d0, (3.0, 4.0), .true., 'characters'
    write (14)
    write (14) [(i, i=1, 100)]
    write (14) 'last'
    close (14)
    open (14, file='18', form='unformatted', convert='big_endian')
    write (14) 1, 2.5d0, 'text'
    close (14)
    open (14, file='19', form='unformatted')
    do i = 1, 5
      write (14) i, i*0.5
    end do
    backspace 14
    backspace 14
    write (14) -4
    close (14)
    open (14, file='17', form='unformatted', position='append')
    write (14) 'added'
    close (14)
    ! 20 to 24: streams.
    open (15, file='20', access='stream')
    write (15) 1, 2_small, 'abc'
    write (15, pos=20) 3.5
    inquire (15, pos=n)
    write (15, pos=5) 9_small
    write (15, pos=n) n
    close (15)
    open (15, file='21', access='stream', form='formatted')
    write (15, '(a)') 'one', 'two'
    write (15, '(a)', advance='no') 'three'
    write (15, '(a)') new_line('a')//'four'
    close (15)
    ! 25 to 29: NAMELIST.
    n = 5; x = 1.5; d = -2.5d-20; z = (1, -1); yes = .true.; word = "it's"; values = [1, 2, 2, 2, 3]
    table = reshape([1, 2, 3, 4, 5, 6], [2, 3])
    open (16, file='25')
    write (16, nml=settings)
    close (16)
    open (16, file='26', delim='apostrophe')
    write (16, settings)
    close (16)
    open (16, file='27')
    write (16, '(a)') 'text before', '&settings n=7, x = 2*1e3', ' word = "new" ! a comment', ' values(2:3)=8,9', &
      & ' table(:,2)=2*-1 yes=f z=(0,2)', '/', '$settings n=8 $end', '&settings unknown=1 /', '&settings n=x /'
    close (16)
    ! 30: a unit that no OPEN has connected; 31: what a program deletes.
    write (30, *) 'unit 30'
    close (30)
    open (31, file='31')
    write (31, *) 'deleted'
    close (31, status='delete')
  end subroutine

  subroutine read_all
    integer :: code
    open (11, file='01', status='old', action='read')
    read (11, *) n, x, d, z, yes, word, short, big
    print *, 1, n, x, d, z, yes, word, short, big
    read (11, *) values
    print *, values
    read (11, *, iostat=status, iomsg=message) x
    call say('after all of 1')
    write (11, *, iostat=status, iomsg=message) 1
    call say('write to what is read only')
    close (11)
    open (11, file='02')
    read (11, '(i5, i5, i3, b8, o6, z8)') numbers
    read (11, '(f8.3, e12.4)') x, y
    read (11, '(l3, l1, a3, a3)') yes, no, word(:3), words(1)
    print *, 2, numbers, x, y, yes, no, word(:3), words(1)
    rewind (11)
    read (11, '(a)') lines(:2)
    print '(a)', lines(:2)
    close (11)
    open (11, file='03', pad='no')
    do i = 1, 4
      read (11, '(a40)', iostat=status, iomsg=message) line
      call say('no padding')
    end do
    close (11)
    open (12, file='04')
    read (12, *) line, word
    print *, 4, line, word
    close (12)
    open (12, file='05', decimal='comma')
    read (12, *) x, y
    print *, 5, x, y
    close (12)
    open (12, file='07')
    do
      read (12, '(a4)', advance='no', size=k, eor=10, end=20) word
      print *, 7, k, word(:k)
      cycle
10    print *, 'end of record after', k
    end do
20  print *, 'end of file'
    close (12)
    open (12, file='08')
    do i = 1, 9
      read (12, '(a)', end=30) line
      print *, 8, trim(line)
    end do
30  backspace 12
    backspace 12
    read (12, '(a)') line
    print *, 'again ', trim(line)
    close (12)
    open (12, file='10')
    read (12, *) i, j, k
    numbers = 0
    read (12, *) numbers(1:3)
    read (12, *) line, word
    read (12, *) numbers(4:6), i, j
    print *, 10, numbers, i, j, line, word
    read (12, *) i, j
    read (12, *) z, yes, no, word
    print *, i, j, z, yes, no, word
    read (12, '(3i2)', blank='null') numbers(:3)
    read (12, '(i4)', pad='yes') i
    read (12, '(e7.0)') x
    print *, numbers(:3), i, x
    read (12, '(z5)', iostat=status, iomsg=message) i
    call say('a digit that is none')
    read (12, *, err=40, end=50) i
40  print *, 'an error'
    stop
50  print *, 'an end'
    close (12)
    open (12, file='12', blank='zero')
    read (12, '(i8)') i
    print *, 12, i
    close (12)
    open (13, file='13', access='direct', recl=16)
    read (13, rec=3) i, d
    inquire (13, nextrec=n, recl=length, access=answer)
    print *, 13, i, d, n, length, answer
    read (13, rec=4, iostat=status, iomsg=message) i
    call say('no such record')
    read (13, rec=1, iostat=status, iomsg=message) i, d, d
    call say('more than the record')
    close (13)
    open (13, file='14', access='direct', form='formatted', recl=12)
    read (13, '(i4, a)', rec=2) i, word
    print *, 14, i, word
    read (13, '(a)', rec=5) word
    print *, word
    close (13)
    inquire (iolength=length) numbers, d
    open (newunit=unit, file='15', access='direct', recl=length)
    read (unit, rec=2) numbers, d
    print *, 15, numbers, d, unit < 0
    close (unit)
    open (14, file='17', form='unformatted', action='read')
    read (14) short, i, big, x, d, z, yes, word(:10)
    print *, 17, short, i, big, x, d, z, yes, word(:10)
    read (14)
    read (14) numbers(:2)
    print *, numbers(:2)
    read (14) word(:4)
    read (14, iostat=status, iomsg=message) d
    call say('a record that is too short')
    read (14, iostat=status, iomsg=message) d
    call say('after the last record')
    close (14)
    open (14, file='18', form='unformatted', convert='big_endian')
    read (14) i, d, word(:4)
    print *, 18, i, d, word(:4)
    close (14)
    open (14, file='19', form='unformatted')
    do
      read (14, iostat=status, iomsg=message) i
      if (status /= 0) exit
      print *, 19, i
    end do
    call say('records')
    close (14)
    open (15, file='20', access='stream')
    read (15) i, short
    read (15, pos=20) x, n
    inquire (15, size=length)
    print *, 20, i, short, x, n, length
    read (15, pos=length, iostat=status, iomsg=message) d
    call say('past the end')
    close (15)
    open (15, file='21', access='stream', form='formatted')
    do i = 1, 4
      read (15, '(a)') line
      inquire (15, pos=n)
      print *, 21, n, trim(line)
    end do
    close (15)
    do i = 25, 27
      write (word, '(i2)') i
      open (16, file=word, iostat=code)
      read (16, settings, iostat=status, iomsg=message)
      call say('group')
      print *, i, n, x, d, z, yes, word, values, table
      if (i == 27) then
        do j = 1, 4
          read (16, settings, iostat=status, iomsg=message)
          call say('group')
          print *, n
        end do
      end if
      close (16)
    end do
    inquire (file='fort.30', exist=there)
    inquire (file='31', exist=is_open)
    print *, 30, there, is_open
    ! Internal files, scratch files and what INQUIRE says.
    write (lines, '(a, i2)') ('line', i, i=1, 3)
    read (lines(2), '(4x, i2)') i
    read (lines, '(a)') words
    print *, 32, i, words
    write (word, '(i13)', iostat=status, iomsg=message) 123456789
    call say('an internal record that is too short')
    open (newunit=unit, status='scratch')
    write (unit, *) 'scratch'
    flush (unit)
    rewind unit
    read (unit, *) word
    print *, 33, word
    close (unit)
    open (17, file='01', asynchronous='yes', status='old', action='read')
    read (17, *, asynchronous='yes') n
    wait (17)
    inquire (17, opened=is_open, number=i, form=answer, formatted=word, exist=there)
    print *, 35, n, is_open, i, answer, word, there
    inquire (17, action=answer, position=word, delim=words(1), pad=words(2), blank=words(3))
    print *, answer, word, words
    inquire (file='01', number=i, opened=is_open, sequential=answer, direct=word, unformatted=words(1))
    print *, 36, i, is_open, answer, word, words(1)
    open (18, file='nothing', status='old', iostat=status, iomsg=message)
    call say('no such file')
    open (18, file='02', status='new', iostat=status, iomsg=message)
    call say('a file that is there')
    open (17, file='01', form='unformatted', iostat=status, iomsg=message)
    call say('another form')
    close (17)
    read (18, *, iostat=status, iomsg=message) i
    call say('an empty unit')
    inquire (99, opened=is_open, exist=there)
    print *, 40, is_open, there
    backspace (77, iostat=status, iomsg=message)
    call say('a unit that is not there')
  end subroutine

  subroutine say(what)
    character(*), intent(in) :: what
    if (status == 0) message = ' '
    print '(a, i6, 2a)', what//':', status, ' ', trim(message)
  end subroutine
end program
