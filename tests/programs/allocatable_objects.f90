! ALLOCATABLE objects whose type has arrays. For a scalar one, each array was refused, since it was not declared with `:`.
! What an assignment allocates had the bounds of the value, not those of the component: elements were found in other
! places, or outside.
module shapes
  implicit none
  type curve
    real(8) :: points(0:2) = 1
    integer :: id = 4
    integer :: grid(-1:1, 2) = 7
  end type
  type pair
    type(curve) :: both(2)
    character(3) :: name = 'abc'
  end type
contains
  function curves(n) result(all)
    integer, intent(in) :: n
    type(curve) :: all(n)
    integer :: i
    do i = 1, n
      all(i)%points = i
      all(i)%grid(-1, :) = i
    end do
  end function
  function one(at) result(curve_of)
    real(8), intent(in) :: at
    type(curve) :: curve_of
    curve_of%points = [at, at + 1, at + 2]
  end function
  subroutine change(c)
    type(curve), intent(inout) :: c
    c%points(0) = 2*c%points(0)
    c%id = c%id + sum(c%grid(-1, :))
  end subroutine
  subroutine make(c)
    type(curve), allocatable, intent(inout) :: c
    if (allocated(c)) then
      deallocate (c)
    else
      allocate (c)
      c%points(2) = 9
    end if
  end subroutine
end module
program allocatable_objects
  use shapes
  implicit none
  type(curve), allocatable :: c, several(:)
  type(pair), allocatable :: p, q
  type(curve) :: single
  allocate (c)
  print *, c%points, c%id, c%grid(-1, 2)
  c%points(0) = 5
  call change(c)
  print *, c%points, c%id
  p = pair([c, one(3d0)])
  q = p
  q%both(1) = p%both(2)
  q%both = q%both(2:1:-1)
  print *, q%both(1)%points(0), q%both(2)%points(2), p%both(1)%points(0), q%name, allocated(p)
  deallocate (c)
  print *, allocated(c)
  c = one(7d0)
  print *, c%points(0), c%points(2), lbound(c%points), ubound(c%grid)
  call make(c)
  print *, allocated(c)
  call make(c)
  print *, allocated(c), c%points(1:2)
  single%points = [4, 5, 6]
  several = [single, c]
  print *, several(1)%points(0), several(2)%points(2), lbound(several)
  several = curves(3)
  several = several(3:1:-1)
  print *, several(1)%points(0), several(3)%points(2), several(1)%grid(-1, 2)
  several(2:3) = [single, single]
  print *, several(2)%points(0), several(3)%points(2)
end program
