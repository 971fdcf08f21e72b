! Array constructors and vector subscripts of objects with ALLOCATABLE components, and vector subscripts that are
! components or values of functions.
module m
  implicit none
  type part
    character(:), allocatable :: name
    integer, allocatable :: v(:)
    integer :: id = 0
  end type
  type elem
    integer :: v(2) = [3, 1]
  end type
  type node
    real :: x = 0
  end type
contains
  subroutine show(p)
    type(part), intent(in) :: p(:)
    integer :: i
    do i = 1, size(p)
      print '(i0,1x,a,*(1x,i0))', p(i)%id, p(i)%name, p(i)%v
    end do
    print *, '--'
  end subroutine
  function make(n) result(q)
    integer, intent(in) :: n
    type(part) :: q
    q%name = repeat('x', n)
    q%v = [n, n + 1]
    q%id = n
  end function
  function ord(k) result(ix)
    integer, intent(in) :: k(:)
    integer :: ix(size(k))
    integer :: i
    ix = [(size(k) + 1 - i, i = 1, size(k))]
  end function
end module
program main
  use m
  implicit none
  type(part), allocatable :: p(:), r(:)
  type(part) :: two(2, 3), fixed(2)
  type(elem) :: e(2)
  type(node) :: n(3), s(2)
  integer :: i, ix(3) = [2, 3, 1]
  integer, allocatable :: all(:)
  allocate(p(0))
  do i = 1, 3
    p = [p, make(i)]
  end do
  r = [make(9), p, make(7)]
  call show(r)
  r = [r(2:3), r(5:1:-2)]
  call show(r)
  fixed = [p(3), r(1)]
  call show([fixed, r, p(1:0)])
  r = p([3, 1])
  call show(r)
  p = p(ix)
  call show(p)
  p = p(ord([5, 6, 7]))
  call show(p)
  r = p(e(2)%v)
  call show(r)
  r = p(e(1)%v(2:1:-1))
  call show(r)
  r = [p(ix(1:2)), p(ord([1, 2]))]
  call show(r)
  p([1, 3]) = r(1:2)
  call show(p)
  two(1, :) = p
  two(2, :) = p(ix)
  r = two(2, [3, 1])
  call show(r)
  call show(two(1, [2, 2]))
  all = [2]
  call show(p(all))
  n%x = [1., 2., 3.]
  s = n(e(2)%v)
  print *, s%x
  s = n(ord([7, 8]))
  print *, s%x
  n = n(ord([1, 1, 1]))
  print *, n%x
  n(ord([4, 4]))  = s
  print *, n%x
end program
