! DATA for objects of derived type, arrays of them and elements of these, with repeated values; NULL() for pointers.
module points
  implicit none
  type point
    integer :: n
    real :: x
  end type
  type named
    character(4) :: name
    type(point) :: at
    logical :: is_set
  end type
end module

program main
  use points
  implicit none
  type(point) :: one, line(3), grid(2, 2), some(5), from_zero(0:2)
  type(named) :: names(2), single
  integer :: i, k
  real, pointer :: p, q(:)

  data one /point(1, 1.5)/
  data line /point(1, 0.5), 2*point(2, 2.5)/
  data grid /point(11, 1.0), point(21, 2.0), point(12, 3.0), point(22, 4.0)/
  data (some(i), i = 1, 5, 2) /3*point(7, 7.5)/, some(2), some(4) /point(-2, -2.0), point(-4, -4.0)/
  data from_zero /3*point(9, 0.0)/
  data names /named('ab', point(1, 2.0), .true.), named('cdef', point(3, 4.0), .false.)/
  data single%name, single%at, single%is_set /'xyz', point(5, 6.0), .true./
  data k /42/, p /null()/
  data q /null()/
  print '(9(i4, f6.2))', one, line
  print '(9(i4, f6.2))', grid
  print '(9(i4, f6.2))', some
  print '(9(i4, f6.2))', from_zero
  print '(a, i4, f6.2, l2)', names, single
  print *, associated(p), associated(q), k
end program
