! Bounds and lengths that ask for the length of a local text, which is settled before what asks for it.
module m
  implicit none
contains
  integer pure function twice(i)
    integer, intent(in) :: i
    twice = 2*i
  end function
  subroutine s(c, k)
    character(*), intent(in) :: c
    integer, intent(in) :: k(:)
    character(len(c) + 2) :: t
    character(k(2)) :: u
    character(twice(3)) :: w
    real :: d(len(t))
    character(len(u)) :: v(size(d))
    t = c
    print *, size(d), len(u), len(v), size(v), len(w)
  end subroutine
  subroutine q(n)
    integer, intent(in) :: n
    real a(n)
    character(size(a)) b
    integer l(len(b)+1)
    print *, size(l), len(b)
  end subroutine
end module
program p
  use m
  call s('abc', [1,7])
  call q(4)
end program
