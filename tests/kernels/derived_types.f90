! test: kernel layers
! Objects of derived type in lanes: a table of a module that rows change, locals with default values, arrays of objects
! that each row indexes and sorts in its own way, arguments and results, operators.
module layered
 implicit none
 integer, parameter :: dp = kind(1d0)
 type point
  real(dp) :: x = 0, y = 0
 end type
 type layer
  type(point) :: top
  integer :: kind = 0
  real(dp) :: weights(3) = [1d0, 2d0, 4d0]
 end type
 type(layer), save :: stack(6)
 type(point), parameter :: corners(2) = [point(-1, -1), point(1, 1)]
 interface operator(-)
  module procedure difference, opposite
 end interface
contains
 pure function difference(a, b) result(c)
  type(point), intent(in) :: a, b
  type(point) :: c
  c = point(a%x - b%x, a%y - b%y)
 end function
 pure function opposite(a) result(c)
  type(point), intent(in) :: a
  type(point) :: c
  c = point(-a%x, -a%y)
 end function
 pure real(dp) function distance(a)
  type(point), intent(in) :: a
  distance = sqrt(a%x**2 + a%y**2)
 end function
 subroutine enter(l, x, y)
  type(layer), intent(inout) :: l
  real(dp), intent(in) :: x, y
  if (l%kind > 2) return
  l%top = point(x, y)
  l%kind = l%kind + 1
  l%weights(l%kind) = l%weights(l%kind)*x
 end subroutine
end module
subroutine layers(x, y, k, far, count, total)
 use layered
 implicit none
 real(dp), intent(in) :: x, y
 integer, intent(in) :: k
 real(dp), intent(out) :: far, total
 integer, intent(out) :: count
 type(layer) :: sorted(6), held
 integer :: i, j
 do i = 1, k
  call enter(stack(mod(i*k, 6) + 1), x*i, y/i)
 end do
 if (distance(-stack(k)%top) > 1) then
  stack(k) = stack(1)
 else if (distance(stack(k)%top - corners(1 + mod(k, 2))) > 1) then
  stack(k)%top = corners(2)
 end if
 sorted = stack
 do i = 2, 6
  held = sorted(i)
  j = i - 1
  do while (j >= 1)
   if (sorted(j)%top%x <= held%top%x) exit
   sorted(j + 1) = sorted(j)
   j = j - 1
  end do
  sorted(j + 1) = held
 end do
 far = distance(sorted(6)%top - sorted(1)%top)
 count = sum(sorted%kind*[1, 2, 3, 4, 5, 6])
 total = sum(sorted(1:k)%weights(2)) + sum(sorted(k)%weights)
end subroutine
