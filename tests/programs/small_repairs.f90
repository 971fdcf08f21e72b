! MVBITS of all bits; bounds of a component of all objects; types of objects that are not there; elements that a vector
! subscript chooses; arrays that are declared with one element; whole numbers that are rounded upwards.
module shapes
  implicit none
  type :: shape
    integer :: n = 0
  end type
  type, extends(shape) :: circle
    integer :: r = 1
  end type
  type :: box
    type(shape) :: inner(0:1)
  end type
contains
  subroutine grow(all)
    class(shape) :: all(:)
    all%n = all%n + 1
  end subroutine
  subroutine first_only(a, n)
    integer, intent(in) :: n
    real, dimension(1), intent(inout) :: a
    a = a + 5
    print *, a, sum(a), a(1:n)
  end subroutine
end module

program small_repairs
  use shapes
  implicit none
  integer(4) :: bits
  integer :: n
  type(shape), target :: row(0:3)
  class(shape), pointer :: one, other
  type(circle), target :: round
  class(shape), allocatable :: gone
  type(box) :: packed
  real :: three(3) = [1.0, 2.0, 3.0]
  do n = 31, 32
    bits = -1
    call mvbits(1, 0, n, bits, 0)
    print *, bits
  end do
  associate (whole => row, parts => row%n)
    print *, lbound(whole), lbound(parts), ubound(parts)
  end associate
  associate (parts => packed%inner%n)
    print *, lbound(parts), ubound(parts), lbound(packed%inner%n), lbound(packed%inner)
  end associate
  one => null()
  other => round
  print *, same_type_as(one, row(0)), same_type_as(one, other), extends_type_of(other, one)
  allocate (circle :: gone)
  print *, same_type_as(gone, other)
  deallocate (gone)
  print *, same_type_as(gone, other), same_type_as(gone, one)
  call grow(row([3, 1]))
  call grow(row(0:1))
  print *, row%n
  call first_only(three, 3)
  print '(ru, g12.2, g12.3, rd, g12.2)', 99.0, 999.0, -99.0
end program
