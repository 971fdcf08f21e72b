! CHARACTER in the interpreter: substrings, joins, comparisons, intrinsic functions, arguments and results.
program characters
  implicit none
  character(8) :: word, other
  character(3) :: rows(4)
  character(12) :: line
  integer :: i, n
  word = 'abc'
  other = 'abcdefghij'
  print *, word, '|', other, '|', len(word), len_trim(word)
  line = word(1:2)//other(7:)//'-'
  print *, line
  line(3:5) = 'XYZW'
  print *, line
  line(2:4) = line(4:6)
  print *, line, line(5:4), '|'
  print *, word < other, word == 'abc', word == 'abc  ', word > 'ab', lge(word, 'abd'), llt('A', 'a')
  print *, index(other, 'cd'), index('banana', 'an'), index('banana', 'an', back=.true.), index(word, 'zz')
  print *, scan('fortran', 'tr'), scan('fortran', 'tr', .true.), verify('aabbc', 'ab'), verify('  x', ' ')
  print *, ichar('A'), char(66), iachar('z'), achar(48), repeat('ab', 3), repeat('x', 0)//'|'
  print *, trim('right   ')//'|', adjustl('  left')//'|', adjustr('right  ')//'|'
  do i = 1, 4
    rows(i) = char(96 + i)//repeat('*', i)
  end do
  print *, rows, rows(3)(2:2)
  n = 0
  do i = 1, 4
    select case (rows(i))
    case ('a  ')
      n = n + 1
    case ('a*', 'b**':'c')
      n = n + 10
    case default
      n = n + 100
    end select
  end do
  print *, n
  call turn(other)
  print *, other, '|', shout('quiet'), '|', shout(word(2:3)), '|'
contains
  subroutine turn(text)
    character(*), intent(inout) :: text
    character(1) :: first
    integer :: at
    do at = 1, len(text)/2
      first = text(at:at)
      text(at:at) = text(len(text) + 1 - at:len(text) + 1 - at)
      text(len(text) + 1 - at:len(text) + 1 - at) = first
    end do
  end subroutine turn
  function shout(text) result(loud)
    character(*), intent(in) :: text
    character(6) :: loud
    integer :: at
    loud = text//'!'
    do at = 1, len(loud)
      if (loud(at:at) >= 'a' .and. loud(at:at) <= 'z') loud(at:at) = char(ichar(loud(at:at)) - 32)
    end do
  end function shout
end program characters
