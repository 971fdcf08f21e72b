! Derived types with private procedures behind generic names, defined operators and assignment, elemental functions.
module vecs
  implicit none
  private
  integer, parameter :: dp = kind(1.0d0)
  type, public :: vec
    real(dp) :: x = 0, y = 0
  end type
  public :: operator(+), operator(*), norm, make, vecs_show, assignment(=)
  interface operator(+)
    module procedure add
  end interface
  interface operator(*)
    module procedure scale_l, scale_r, dot
  end interface
  interface norm
    module procedure norm_v, norm_r
  end interface
  interface assignment(=)
    module procedure from_real
  end interface
  type(vec), parameter, public :: origin = vec(0.5_dp, 0.25_dp)
contains
  elemental function add(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c = vec(a%x + b%x, a%y + b%y)
  end function
  pure type(vec) function scale_l(k, a)
    real(dp), intent(in) :: k
    type(vec), intent(in) :: a
    scale_l%x = k*a%x
    scale_l%y = k*a%y
  end function
  pure function scale_r(a, k) result(r)
    type(vec), intent(in) :: a
    real(dp), intent(in) :: k
    type(vec) :: r
    r = k*a
  end function
  pure real(dp) function dot(a, b)
    type(vec), intent(in) :: a, b
    dot = a%x*b%x + a%y*b%y
  end function
  real(dp) function norm_v(a)
    type(vec), intent(in) :: a
    norm_v = sqrt(a*a)
  end function
  real(dp) function norm_r(a)
    real(dp), intent(in) :: a
    norm_r = abs(a)
  end function
  elemental subroutine from_real(a, r)
    type(vec), intent(out) :: a
    real(dp), intent(in) :: r
    a%x = r
  end subroutine
  function make(x, y) result(v)
    real(dp), intent(in) :: x, y
    type(vec) :: v
    v = vec(x, y)
  end function
  subroutine vecs_show(v)
    type(vec), intent(in) :: v(:)
    integer i
    do i = 1, size(v)
      print '(2f8.3)', v(i)
    end do
  end subroutine
end module
program main
  use vecs, only: vec, operator(+), operator(*), norm, make, show => vecs_show, origin, assignment(=)
  implicit none
  type(vec) :: a, b, c(3)
  a = make(1d0, 2d0) + make(3d0, 4d0)*2d0
  print *, a, norm(a), norm(-3d0)
  b = 5d0
  print *, b
  c = [a, b, a + b]
  call show(c)
  c = c + a
  call show(c(2:3))
  if (norm(a + b) > 1d0) print *, 'big'
  print *, origin%x, origin%y
end program
