! A main program of old style whose internal procedures are targets: its variables are seen wherever they are called.
program p
  use, intrinsic :: iso_fortran_env, only: real64
  implicit real(real64) (a-h, o-z)
  interface
    real(real64) function fn(x)
      import :: real64
      real(real64), intent(in) :: x
    end function
  end interface
  procedure(fn), pointer :: q
  intrinsic :: dsin
  external :: outside
  real(real64) :: outside
  parameter (third = 1.0_real64/3)
  integer, save :: calls = 0
  type :: pair
    integer :: a = 1, b = 2
  end type
  type(pair) :: pr = pair(3, 4)
  equivalence (u, v)
  common /blk/ w
  dimension z(3)
  save z
  data z /1, 2, 3/
  u = 2
  w = 5
  q => mine
  print '(3f10.5)', q(1.0_real64), each(q), v
  q => dsin
  print '(f10.5)', q(1.0_real64)
  q => outside
  print '(f10.5,i4,2i3)', q(1.0_real64), calls, pr%a, pr%b
contains
  real(real64) function mine(x)
    real(real64), intent(in) :: x
    calls = calls + 1
    pr%b = pr%b + 1
    mine = x*third + w + sum(z) + u
  end function
  real(real64) function each(f)
    procedure(fn) :: f
    each = f(3.0_real64) + f(0.0_real64)
  end function
end program
double precision function outside(x)
  double precision, intent(in) :: x
  common /blk/ w
  double precision w
  outside = x + w
end function
