! Units in any order: functions that call functions that stand before and behind the main program.
double precision function half(x)
  double precision x, twice
  half = twice(x)/4
end function half

program order
  implicit none
  double precision, external :: half
  integer fib, i
  logical even
  external fib, even
  print *, half(3d0), half(half(8d0))
  do i = 1, 10
    print *, i, fib(i), even(fib(i))
  end do
  call report(fib(20), even(4))
end program

subroutine report(n, flag)
  integer n
  logical flag
  if (flag) then
    print *, 'flag with', n
  else
    print *, 'no flag'
  end if
end subroutine

function fib(n)
  integer fib, n, a, b, t, i
  a = 0
  b = 1
  do i = 2, n
    t = a + b
    a = b
    b = t
  end do
  fib = b
end function

logical function even(k)
  integer, intent(in) :: k
  even = mod(k, 2) == 0
end function even

double precision function twice(x)
  double precision x
  twice = x + x
end function
