! MAX and MIN of CHARACTER: the result is as long as the longest argument, whichever is chosen.
program max_min_of_texts
  implicit none
  character(*), parameter :: c = max('b', 'abc', 'a') // '|' // min('bcd', 'a') // '|'
  character(3) :: a = 'abc', b = 'abd'
  character(1) :: one(3) = ['x', 'c', 'b']
  character(4) :: two(3) = ['wxyz', 'c   ', 'bb  ']
  character(:), allocatable :: long
  integer :: n = 2
  print *, max(a, b), min(a, b, 'aa '), '|', c
  print *, max('x', 'y'), len(max('x', 'yy', a)), len(max(a(:n), 'z'))
  print *, max(a(:n), 'abb'), '|', min('abb', a(:n)), '|', min(a(:n)//'', 'ab  '), '|'
  print *, max(one, two), '|', min(one, 'c'), '|', min(two, one, ['b', 'b', 'c']), '|'
  long = max(a(1:1), a(:n), f(n))
  print *, long, len(long), max(f(1), f(3)), '|', min(f(1), f(3)), '|'
  two = min(two, 'c')
  print *, two, max(char(200), 'a') == char(200), max(a, b) > a
contains
  function f(n)
    integer, intent(in) :: n
    character(n) :: f
    f = repeat('q', n)
  end function
end program
