! LBOUND and UBOUND of a component of an element of an array are those of the component's declaration; those of a
! component of all elements begin at 1. Both were those of the section of the variable that such a component is.
module boxes
  implicit none
  type box
    real(8) :: edge(0:2) = 0
    integer :: count(-1:1, 2:3) = 0
    integer :: id = 0
  end type
  type crate
    type(box) :: inner(5:6)
    type(box) :: lid
  end type
contains
  subroutine show(all)
    type(box), intent(in) :: all(:)
    print '(*(i4))', lbound(all), lbound(all(2)%edge), ubound(all(1)%count), lbound(all%id), ubound(all%id)
  end subroutine
end module
program component_bounds
  use boxes
  implicit none
  type(box) :: some(0:3)
  type(crate) :: crates(2), single
  type(box), allocatable :: made(:)
  integer :: i
  print '(*(i4))', lbound(some(0)%edge, 1), ubound(some(0)%edge, 1), lbound(some(0)%count, 2)
  print '(*(i4))', lbound(some(1)%count), ubound(some(1)%count, kind=8), lbound(some(1)%edge(:)), lbound(some(1)%edge(0:))
  print '(*(i4))', lbound(some%id), ubound(some%id, 1), lbound(some(1:2)%id), lbound(some(2:)%edge(1), 1), lbound(some)
  print '(*(i4))', lbound(crates(1)%inner), lbound(crates(2)%inner(5)%count), ubound(crates(2)%inner(5)%count, dim=1)
  print '(*(i4))', lbound(single%inner), lbound(single%inner%id), ubound(single%inner(6)%edge)
  print '(*(i4))', lbound(crates%lid), ubound(crates%lid, 1), lbound(crates(1)%inner, 1), ubound(single%lid%edge)
  allocate (made(-2:1))
  print '(*(i4))', lbound(made), lbound(made(0)%edge), ubound(made(0)%count), ubound(made%id)
  do i = lbound(made(-2)%edge, 1), ubound(made(-2)%edge, 1)
    made(-2)%edge(i) = i
  end do
  print '(*(f4.0))', made(-2)%edge, made(1)%edge
  call show(some)
  call show(some(1:2))
end program
