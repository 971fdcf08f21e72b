! Internal procedures use and change the variables of their host, also through one another and of implied type.
program host
  integer :: calls
  real :: total, a(3)
  calls = 0
  total = 0.0
  k = 4
  do i = 1, 3
    a(i) = i
    call add(a(i))
  end do
  b = twice(total)
  print *, calls, total, b, k
  call shift(a)
  print *, a(1), a(2), a(3)
contains
  subroutine add(x)
    real, intent(in) :: x
    total = total + x
    call count
  end subroutine add
  subroutine count
    calls = calls + 1
    k = k + 1
  end subroutine count
  real function twice(x)
    real :: x
    twice = 2.0*x
    call count
  end function twice
  subroutine shift(v)
    real :: v(3)
    integer :: i, total
    total = 5
    do i = 1, 3
      v(i) = v(i) + total
    end do
    call add(100.0)
  end subroutine shift
end program host
