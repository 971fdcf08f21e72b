! The extents of a function's value follow from ALLOCATABLE arguments, and from functions of arrays.
module m
contains
  function col(a) result(pt)
    real, allocatable, intent(in) :: a(:,:)
    real :: pt(size(a,1))
    pt = a(:,1)
  end function
  function flat(x) result(r)
    real, intent(in) :: x(:,:)
    real :: r(product(shape(x)))
    r = reshape(x, [size(x)])
  end function
  function most(x) result(r)
    integer, intent(in) :: x(:,:)
    real :: r(maxval(sum(x, 1)))
    r = 2
  end function
  function s(n) result(r)
    integer, allocatable, intent(in) :: n
    real :: r(n)
    r = n
  end function
end module
program p
  use m
  real, allocatable :: t(:,:)
  integer, allocatable :: n
  t = reshape([1.,2.,3.,4.,5.,6.],[2,3])
  n = 3
  print *, col(t)
  print *, flat(t(:,2:))
  print *, size(most(reshape([1,2,3,4],[2,2])))
  print *, s(n)
end program
