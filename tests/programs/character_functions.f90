! The intrinsic functions of CHARACTER, and lengths known at run time.
program functions
  implicit none
  character(len=12) :: s, t
  character(10, kind=1), dimension(2) :: names = 'unset'
  character(len=*), parameter :: digits = '0123456789', letters = "abc"
  integer :: i, n
  logical :: from_end
  character(len=10), external :: join
  integer, external :: count_of
  s = '  forlane  '
  print *, '[', trim(s), ']', len_trim(s), len(trim(s))
  print *, '[', adjustl(s), ']', '[', adjustr(s), ']'
  print *, '[', trim(adjustl(s)), ']', '[', adjustl(''), ']'
  print *, repeat('ab', 3), '[', repeat('x', 0), ']', len(repeat(s, 2))
  print *, scan(s, 'aeo'), scan(s, 'aeo', .true.), scan(s, 'z'), scan(s, '')
  print *, verify(s, ' '), verify(s, ' ', back=.true.), verify('aa', 'a')
  print *, index(s, 'a'), index('banana', 'an', .true.), index('banana', ''), index('banana', '', back=.true.)
  print *, ichar('a'), iachar('Z'), achar(65), char(66), ichar(char(200))
  do i = 1, 2
    from_end = i == 2
    print *, index('banana', 'an', from_end), scan('banana', 'nb', from_end), verify('banana', 'ba', from_end)
  end do
  print *, names
  names(2) = digits(3:5) // letters
  print *, names(2), digits(10:), letters(2:2)
  n = 4
  t = repeat('-', n) // trim(adjustl(s)) // repeat('-', n)
  print *, t
  print *, trim(s) == s, trim(s) // '|' == s, s < t, llt(s, t)
  print *, len(s(n:n+2)), len(s(n:)), len(s(n:1)), len(s // t(:n))
  print *, join('left', 'right'), '|'
  call boxed(trim(adjustl(s)))
  call boxed('')
  do i = 1, 3
    call boxed(repeat('#', i))
  end do
  print *, count_of('a', 'banana'), count_of('an', 'banana')
end program

character(len=10) function join(a, b) result(both)
  implicit none
  character(len=*), intent(in) :: a, b
  both = a // ',' // b
end function

subroutine boxed(text)
  implicit none
  character(len=*), intent(in) :: text
  character(len=len(text) + 2) :: line
  line = '+' // repeat('-', len(text))
  line(len(line):) = '+'
  print *, line
  print *, '|', text, '|'
  print *, line, len(line)
end subroutine

integer function count_of(part, text)
  implicit none
  character(len=*), intent(in) :: part, text
  integer :: i
  count_of = 0
  do i = 1, len(text) - len(part) + 1
    if (text(i:i + len(part) - 1) == part) count_of = count_of + 1
  end do
end function
