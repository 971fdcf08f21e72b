! test: kernel recurse
! Functions that call themselves, once, twice and in an argument, or each other, as deep as each lane's arguments say.
subroutine recurse(m, n, x, fac, fib, ack, even, pow, cf)
  implicit none
  integer :: m, n, fib, ack, fibonacci, ackermann
  logical :: even, is_even
  real(8) :: x, fac, pow, cf, factorial, power, quotient
  fac = factorial(n)
  fib = fibonacci(n)
  ack = -1
  if (m < 3) ack = ackermann(m, n)
  even = is_even(10*n + m)
  pow = power(x, n)
  cf = quotient(x, m + n)
end subroutine

recursive function factorial(n) result(value)
  integer :: n
  real(8) :: value
  value = 1
  if (n > 1) value = n*factorial(n - 1)
end function

recursive integer function fibonacci(n) result(value)
  integer :: n
  if (n < 2) then
    value = n
  else
    value = fibonacci(n - 1) + fibonacci(n - 2)
  end if
end function

recursive integer function ackermann(m, n) result(value)
  integer :: m, n
  if (m == 0) then
    value = n + 1
  else if (n == 0) then
    value = ackermann(m - 1, 1)
  else
    value = ackermann(m - 1, ackermann(m, n - 1))
  end if
end function

recursive logical function is_even(n) result(even)
  integer :: n
  logical :: is_odd
  even = n == 0
  if (.not. even) even = is_odd(n - 1)
end function

recursive logical function is_odd(n) result(odd)
  integer :: n
  logical :: is_even
  odd = .false.
  if (n > 0) odd = is_even(n - 1)
end function

! The way down is a loop in some of the lanes, the call in its middle.
recursive function power(x, n) result(value)
  integer :: n, i
  real(8) :: x, value, half
  value = 1
  do i = 1, n
    if (mod(n, 2) == 0) then
      half = power(x, n/2)
      value = half*half
      return
    end if
    value = value*x
    if (i == 3) exit
  end do
  if (n > 3) value = value*power(x, n - 3)
end function

recursive function quotient(x, n) result(value)
  integer :: n
  real(8) :: x, value
  select case (n)
  case (:0)
    value = x
  case (1, 4)
    value = 1/(x + quotient(x + 0.5d0, n - 1))
  case default
    value = 1 + x/(2 + quotient(x, n - 2))
  end select
end function
