! Default REAL of 8 bytes: constants, components, generic names, intrinsic functions and implied types follow.
module shapes
  implicit none
  type point
    real :: x = 0.1, y
    integer :: n = 1
    complex :: z = (1, 0.5)
    logical :: l = .true.
  end type
  interface area
    module procedure area_r, area_i, area_s
  end interface
  interface operator(+)
    module procedure add
  end interface
  real, parameter :: pi = 3.141592653589793238
  real, save :: table(3) = [0.1, 0.2, 0.3]
contains
  real function area_r(r) result(a)
    real, intent(in) :: r
    a = pi*r**2
  end function
  integer function area_i(r) result(a)
    integer, intent(in) :: r
    a = 3*r**2
  end function
  real(4) function area_s(r) result(a)
    real(4), intent(in) :: r
    a = 3.14_4*r
  end function
  type(point) function add(a, b)
    type(point), intent(in) :: a, b
    add = point(a%x + b%x, a%y + b%y, a%n + b%n)
  end function
  elemental real function half(x)
    real, intent(in) :: x
    half = x/2
  end function
  pure function scaled(v, s) result(w)
    real, intent(in) :: v(:)
    real, optional, intent(in) :: s
    real :: w(size(v))
    w = v
    if (present(s)) w = v*s
  end function
end module
program main
  use shapes
  use, intrinsic :: iso_fortran_env, only: real32, real64, int32
  implicit none
  type(point) :: p, q
  real, allocatable :: a(:), b(:, :)
  class(*), pointer :: thing
  real, target :: t = 0.7
  integer, target :: it = 5
  real(real32) :: single = 0.1
  integer(int32) :: short = 3
  integer :: i, n(2)
  character(20) :: text
  logical :: mask(3)
  namelist /group/ t, i, p
  p = point(1.1, 2.2)
  q = p + point(0.1, y=0.2)
  print *, q%x, q%y, q%n, q%z, q%l
  print *, area(2.0), area(3), area(single), area(float(2)), area(size(table)), area(real(short)), area(len('abc'))
  a = half([1.0, 3.0, 5.0]); print *, a, scaled(a), scaled(a, 0.1)
  allocate (b(2, 2), source=0.1); print *, matmul(b, b), sum(b), maxval(a), maxloc(a), dot_product(a, a)
  mask = a > 1; print *, mask, count(mask), any(mask), merge(a, -a, mask)
  thing => t; call show(thing); thing => it; call show(thing)
  allocate (thing, source=1.5); call show(thing)
  do i = 1, 3
    select case (i)
    case (1); print *, 'one'
    case (2:3); print *, 'more', i*1.1
    end select
  end do
  write (text, '(f8.4, i4)') t, it; print *, text
  read (text, *) t, i; print *, t, i
  print *, real(single, real64), single + 0.1, single*2, short/2, short + 1, dble(single)
  print *, [real :: (i, i = 1, 3)], (i*0.1, i = 1, 3), cmplx(single), cmplx(1, 2), aint(2.5), anint(2.5)
  print *, shape(b), ubound(a), reshape([1.0, 2.0, 3.0, 4.0], [2, 2]), spread(1.1, 1, 2)
  n = [1, 2]; print *, n(minloc(a(1:2), 1)), kind(n), ishft(1, 20), huge(1), not(0), iand(7, 3)
  associate (x => t*2.0); print *, x, kind(x); end associate
  block; real :: z; z = 1.0/3.0; print *, z; end block
  print *, transfer(1.0, [1_4]), int(1.5), nint(2.5), floor(-1.5), mod(7, 3), 7/2, 2**20, i**2
  write (*, group)
  do concurrent (i = 1:2); n(i) = i*10; end do
  print *, n, norm2([3.0, 4.0]), gamma(5.0), erf(0.5), bessel_j0(1.0), hypot(3.0, 4.0)
  print '(3(es24.16))', 0.1, 1.0/3, sqrt(2.0)
contains
  subroutine show(x)
    class(*), intent(in) :: x
    select type (x)
    type is (real); print *, 'real', x, kind(x)
    type is (real(4)); print *, 'real4', x
    type is (integer); print *, 'integer', x, kind(x)
    class default; print *, 'other'
    end select
  end subroutine
end program
