! Functions whose values are arrays of derived type, with bounds of constants and of arguments; generic references whose
! arguments are the values of functions of arrays.
module shapes
  implicit none
  type circle
    real :: r = 1.0
    character(6) :: label = 'circle'
    integer :: at(2) = [0, 0]
  end type
  type pair
    type(circle) :: c
    integer :: n = 2
  end type
  interface norm
    module procedure norm_vector, norm_matrix, norm_scalar
  end interface
contains
  function many(n, scale) result(cs)
    integer, intent(in) :: n
    real, intent(in), optional :: scale
    type(circle) :: cs(n)
    integer :: i
    do i = 1, n
      cs(i)%r = i
      cs(i)%at = [i, -i]
    end do
    if (present(scale)) cs%r = cs%r*scale
  end function
  function two() result(ps)
    type(pair) :: ps(0:1)
    ps(1)%c%label = 'second'
  end function
  function grid(c, low, high)
    type(circle), intent(in) :: c(:)
    integer, intent(in) :: low, high
    type(circle) :: grid(size(c), low:high)
    integer :: i
    do i = low, high
      grid(:, i) = c
      grid(:, i)%r = grid(:, i)%r + 10*i
    end do
  end function
  real function norm_vector(v)
    real, intent(in) :: v(:)
    norm_vector = sqrt(sum(v**2))
  end function
  real function norm_matrix(m)
    real, intent(in) :: m(:, :)
    norm_matrix = -sqrt(sum(m**2))
  end function
  real function norm_scalar(x)
    real, intent(in) :: x
    norm_scalar = 100*x
  end function
end module
program main
  use shapes
  implicit none
  type(circle) :: cs(3), g(3, 2)
  type(pair) :: ps(2)
  real :: m(2, 2)
  integer :: i
  cs = many(3)
  print *, cs
  cs(2:3) = many(scale=2.0, n=size(cs) - 1)
  print *, cs%r, cs%at(2)
  do i = 1, 2
    cs(:i) = many(i, 0.5)
    print *, cs%r
  end do
  ps = two()
  print *, ps%c%label, ps%n, ps(2)%c%r
  g = grid(cs, -1, 0)
  print *, g%r, g(3, 2)%at
  m = reshape([3.0, 0.0, 0.0, 4.0], [2, 2])
  print *, norm(reshape(m, [4])), norm(matmul(m, m)), norm(matmul(m, [1.0, 1.0])), norm(sum(m, 1)), norm(sum(m))
  print *, norm(pack(m, m > 0)), norm(spread([1.0, 2.0], 1, 3)), norm(max(1.0, m)), norm(cshift(m, 1)), norm(transpose(m))
end program
