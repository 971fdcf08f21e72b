! Default values of components that are objects: arrays of them, parts of named constants, and parents by name; what
! constructors leave to them, and arrays that one value fills.
module shapes
  implicit none
  type pt
    integer :: x = 1
  end type
  type, extends(pt) :: pt3
    integer :: z = 3
  end type
  type arr
    real :: a(3) = [1.0, 2.0, 3.0]
    integer :: k = 4
  end type
  type(pt), parameter :: pts(3) = [pt(4), pt(5), pt(6)], one = pt(9)
  type(arr), parameter :: arrs(2) = [arr(k=7), arr([4.0, 5.0, 6.0])]
  type all
    integer :: n = 0
    type(pt) :: listed(2) = [pt(7), pt(9)]
    type(pt) :: same(2) = pt(8)
    type(pt) :: named(3) = pts
    type(pt) :: part = pts(2)
    type(pt) :: square(2, 2) = reshape([pts, one], [2, 2])
    type(pt) :: counted(4) = [one, pt(2), pts(2), pts(1)]
    type(pt3) :: child = pt3(pt=pt(8), z=6)
    type(pt3) :: other = pt3(z=2)
    type(arr) :: arrays(2) = arr([7.0, 8.0, 9.0])
    type(arr) :: both(2) = [arr(k=1), arr(a=[3.0, 2.0, 1.0])]
    type(arr) :: from(2) = arrs
    type(arr) :: usual(2)
  end type
end module
program p
  use shapes
  implicit none
  type nest
    type(pt) :: r(2)
    type(arr) :: a(2)
  end type
  type(all) :: v, w(2)
  type(all), allocatable :: c(:)
  type(nest) :: n = nest(r=pt(4), a=arr(k=5)), m
  type(arr) :: start(2) = arr([1.0, 2.0, 3.0])
  call show(v)
  call show(w(2))
  allocate (c(2))
  call show(c(2))
  c(1) = all(n=3, part=pt(11))
  call show(c(1))
  print *, n%r%x, n%a%k, n%a(2)%a
  m = nest(pt(5), arr(k=c(1)%n))
  print *, m%r%x, m%a%k, m%a(1)%a
  print *, start(2)%a, start%k
contains
  subroutine show(a)
    type(all), intent(in) :: a
    print *, a%n, a%listed%x, a%same%x, a%named%x, a%part%x, a%square%x, a%counted%x
    print *, a%child%x, a%child%z, a%other%x, a%other%z
    print *, a%arrays(2)%a, a%arrays%k, a%both(1)%a, a%both(2)%a, a%both%k
    print *, a%from(1)%a, a%from(2)%a, a%from%k, a%usual(2)%a, a%usual%k
  end subroutine
end program
