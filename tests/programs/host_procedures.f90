! Internal procedures as arguments: they take the variables of their host with them, through several levels. Two of
! them that use one variable see what the other one assigns.
program host_procedures
  implicit none
  real :: factor, total, table(3)
  complex :: z
  integer :: calls, i
  factor = 2
  total = 0
  calls = 0
  z = (1.0, -1.0)
  table = [1.0, 10.0, 100.0]
  call apply(scaled, 3.0)
  call twice(scaled, 4.0)
  print *, total, calls, z
  call pair(scaled, listed, 2.0)
  print *, total, calls, z
  call run(reset)
  print *, total, calls, table
  print *, fixed_point(half, 10.0), calls
  do i = 1, 3
    call nested(i)
  end do
contains
  real function scaled(x)
    real, intent(in) :: x
    calls = calls + 1
    scaled = factor*x
    total = total + scaled
    z = z*(0.0, 1.0)
  end function
  real function listed(x)
    real, intent(in) :: x
    calls = calls + 100
    listed = table(int(x)) + total
    table(int(x)) = -1
  end function
  real function half(x)
    real, intent(in) :: x
    calls = calls + 1
    half = x/2 + factor
  end function
  subroutine reset
    total = 0
    calls = 0
    table = table + factor
  end subroutine
  subroutine twice(g, x)
    real, external :: g
    real, intent(in) :: x
    call apply(g, x)
    call apply(scaled, x + 1)
    total = total + 1000
    call apply(g, x + 2)
  end subroutine
  subroutine nested(k)
    integer, intent(in) :: k
    call pair(scaled, listed, real(k))
    print *, k, calls, table
  end subroutine
  real function fixed_point(f, start)
    real, external :: f
    real, intent(in) :: start
    real :: next
    fixed_point = start
    do
      next = f(fixed_point)
      if (abs(next - fixed_point) < 1e-3) exit
      fixed_point = next
    end do
  end function
end program

subroutine apply(g, x)
  implicit none
  real, external :: g
  real, intent(in) :: x
  print *, g(x)
end subroutine

subroutine pair(f, g, x)
  implicit none
  real, external :: f, g
  real, intent(in) :: x
  real :: a, b
  a = f(x)
  b = g(x)
  call apply(f, b)
  print *, a, b
end subroutine

subroutine run(s)
  implicit none
  external :: s
  call s
end subroutine
