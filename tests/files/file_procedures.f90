! The procedures of gfortran for files by their names, and for the bytes of units without regard to records.
program p
  implicit none
  call subroutines
  call functions
contains
  subroutine subroutines()
    character(1) :: c
    character(80) :: folder, line
    character(4) :: tiny
    integer :: i, values(13), st, nine(9), more(20)
    open (10, file='first.txt')
    write (10, '(a)') 'abc', 'defg', 'h'
    call ftell(10, i)
    print *, i
    call fseek(10, 0, 0, st)
    call ftell(10, i)
    print *, st, i
    rewind 10
    call ftell(10, i)
    print *, i
    read (10, '(a)') line
    call ftell(10, i)
    print *, i, trim(line)
    call fseek(10, 2, 0, st)
    call fgetc(10, c, st)
    print *, st, c
    call fgetc(10, c, st)
    print *, st, ichar(c)
    call fseek(10, -2, 2)
    call fgetc(10, c)
    call ftell(10, i)
    print *, c, i
    call fseek(10, -20, 1, st)
    print *, st
    call fseek(10, 0, 7, st)
    print *, st
    call fgetc(10, c)
    call fgetc(10, c, st)
    print *, st, '[', c, ']'
    c = 'z'
    call fgetc(77, c, st)
    print *, st, c
    call fputc(77, 'q', st)
    print *, st
    call fseek(77, 0, 0, st)
    call ftell(77, i)
    print *, st, i
    close (10)
    open (11, file='second.bin', access='stream', form='unformatted')
    call fputc(11, 'x')
    call fputc(11, 'y', st)
    call ftell(11, i)
    print *, st, i
    write (11) 'zw'
    call fseek(11, 1, 0)
    call fgetc(11, c)
    print *, c
    call fgetc(11, c)
    print *, c
    close (11)
    call fput('o')
    call fput('k', st)
    print *, st
    call getcwd(folder, st)
    print *, st, len_trim(folder) > 0
    call getcwd(tiny, st)
    print *, st, '[', tiny, ']'
    call stat('first.txt', values, st)
    print *, st, values(8), values(4)
    more = -1
    call stat('first.txt', more, st)
    print *, st, more(8), more(14:)
    values = -3
    call stat('none.txt', values, st)
    print *, st, values(8)
    call lstat('second.bin', values, st)
    print *, st, values(8)
    open (12, file='second.bin', access='stream')
    call fstat(12, values, st)
    print *, st, values(8)
    close (12)
    call rename('second.bin', 'third.bin', st)
    print *, st
    call unlink('second.bin', st)
    print *, st
    call unlink('first.txt')
    call gmtime(1234567890, nine)
    print *, nine
    call ltime(86400 * 200, nine)
    print *, nine(3:)
  end subroutine
  subroutine functions()
    character(1) :: c = '-'
    character(80) :: folder
    integer :: values(13), st
    print *, access('third.bin', 'r'), access('third.bin  ', ' '), access('none.txt', 'rw'), access('third.bin', 'q')
    open (11, file='third.bin', access='stream', form='unformatted')
    st = fgetc(11, c)
    print *, st, c, ftell(11)
    st = fputc(11, 'Q')
    print *, st, ftell(11), fstat(11, values), values(8)
    st = fputc(78, 'Q')
    print *, st, fgetc(78, c), c, ftell(78)
    close (11)
    st = fput('!')
    print *, st
    st = getcwd(folder)
    print *, st, folder(1:1)
    st = stat('third.bin', values)
    print *, st, values(8)
    st = lstat('third.bin', values)
    print *, st, values(8), stat('none.txt', values), values(8)
    st = rename('third.bin', 'fourth.bin')
    print *, st, rename('third.bin', 'fifth.bin')
    st = unlink('fourth.bin')
    print *, st, unlink('third.bin')
  end subroutine
end program
