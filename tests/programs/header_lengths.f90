! Lengths before FUNCTION that are constants of hosts and modules.
module m
  integer, parameter :: k = 4
  integer :: arr(5) = 0
end module
program p
  use m
  implicit none
  integer, parameter :: n = 3
  print *, f(7), '|', g(2), '|', h(), '|', s(), '|'
contains
  character(len=n) function f(i)
    integer, intent(in) :: i
    write(f, '(i3.3)') i
  end function
  character*(k) function g(i) result(r)
    integer, intent(in) :: i
    r = repeat('x', i)
  end function
  character(len=size(arr), kind=1) function h()
    h = 'hh'
  end function
  character(n + 1) function s()
    use m, only: k
    s = achar(48 + k)
  end function
end program
