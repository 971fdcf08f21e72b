! Elemental functions that read the array that is assigned: as a variable of their host or of a module, the values of
! all elements are computed first. LBOUND of dummy arrays without elements is 1.
module holder
  implicit none
  real :: kept(4) = [1, 2, 3, 4]
contains
  elemental real function others(i, x)
    integer, intent(in) :: i
    real, intent(in) :: x
    others = x + sum(kept(:i - 1)) + sum(kept(i + 1:))
  end function
end module

program main
  use holder
  implicit none
  integer :: i(4) = [1, 2, 3, 4], none(0)
  real :: a(4) = [1, 2, 3, 4]
  real, allocatable :: b(:)
  kept = others(i, kept)
  print *, kept
  a = own(i, a)
  print *, a
  a = [1, 2, 3, 4]
  a(4:1:-1) = 2*own(i, a) + a
  print *, a
  b = [1, 2, 3, 4]
  b = of_allocatable(i, b)
  print *, b
  call bounds(i, 3, 2)
  call bounds(none, 2, 4)
  call bounds(i(3:2), -1, -1)
contains
  elemental real function own(i, x)
    integer, intent(in) :: i
    real, intent(in) :: x
    own = x + sum(a(:i - 1)) + sum(a(i + 1:))
  end function
  elemental real function of_allocatable(i, x)
    integer, intent(in) :: i
    real, intent(in) :: x
    of_allocatable = x + sum(b(:i - 1)) + sum(b(i + 1:))
  end function
  subroutine bounds(x, first, last)
    integer, intent(in) :: x(-2:), first, last
    integer :: y(first:last), z(-3:last, 0:1)
    print '(12i4)', lbound(x), lbound(x, 1), ubound(x, 1), lbound(y, 1), ubound(y), lbound(z), lbound(z, 1), lbound(z, 2)
  end subroutine
end program
