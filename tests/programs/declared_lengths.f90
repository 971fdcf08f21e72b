! The length of a function's value depends on that of a dummy argument, which is the declared one, whatever is passed.
function both(string1, string2)
  character (*) :: string1
  character (len(string1) - 20) :: string2
  character (len(string1) + len(string2) / 2) :: both
  both = ''
end function
module m
contains
function g(n, s, t) result(r)
  integer, intent(in) :: n
  character(n/2) :: s
  character(max(1, len(s) - 1)) :: t(2)
  character(len(s) + len(t)) :: r
  integer :: k
  k = len(r)
  r = s // t(1)
end function
function h(n, s) result(r)
  integer(8), intent(in) :: n
  character(n - 5) :: s
  integer :: r(len(s) + 1)
  r = len(s)
end function
end module
program main
  use m
  implicit none
  interface
    function both(string1, string2)
      character (*) :: string1
      character (len(string1) - 20) :: string2
      character (len(string1) + len(string2) / 2) :: both
    end function
  end interface
  character(80) :: text = 'x'
  character(8) :: t(2) = ['abcdefgh', 'ijklmnop']
  print *, len(both(text, text)), len(both(text(1:30), text))
  print *, len(g(8, text, t)), g(6, 'hello', t), '|'
  print *, h(8_8, text), '|', h(5_8, text)
end program
