! Modules with parameters, variables and procedures; a chain of USE, renaming, PRIVATE; the modules stand in any order
! for forlane, and in that of their use for gfortran.
module kinds
  use, intrinsic :: iso_fortran_env, only: dp => real64, long => int64
  implicit none
  integer, parameter :: n = 3
end module kinds

module counters
  use kinds
  implicit none
  private
  integer, public :: total = 0
  integer, protected, public :: seen = 10
  real(dp) :: sums(n) = 0.5_dp
  public :: add, sum_of, dp, show
contains
  subroutine add(i, x)
    integer, intent(in) :: i
    real(dp), intent(in) :: x
    sums(i) = sums(i) + x
    total = total + 1
    call note
  end subroutine add
  subroutine note
    seen = seen + 1
  end subroutine note
  function sum_of(first) result(s)
    integer, intent(in) :: first
    real(dp) :: s
    integer :: i
    s = 0
    do i = first, n
      s = s + part(i)
    end do
  contains
    real(dp) function part(k)
      integer, intent(in) :: k
      part = sums(k) * scale()
    end function part
    integer function scale()
      scale = first
    end function scale
  end function sum_of
  subroutine show(v)
    integer, value :: v
    v = v + 1
    print *, 'value', v
  end subroutine show
end module counters

program main
  use counters, only: add, sum_of, real8 => dp, tally => total, seen, show
  use kinds, only: long
  implicit none
  integer(long) :: big
  integer :: v
  interface
    subroutine outside(x, n)
      import :: real8
      real(real8), intent(inout) :: x
      integer, intent(in) :: n
    end subroutine outside
  end interface
  real(real8) :: y
  call add(1, 1.0_real8)
  call add(2, 2.5_real8)
  call add(3, 0.125_real8)
  y = sum_of(1)
  print *, y, sum_of(2), tally, seen
  call outside(y, 3)
  big = 2_long**40
  print *, y, big
  v = 4
  call show(v)
  print *, v
end program main

subroutine outside(x, n)
  use counters, only: total
  double precision, intent(inout) :: x
  integer, intent(in) :: n
  x = x*n + total
end subroutine outside
