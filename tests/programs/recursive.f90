! Recursion: direct and mutual, results by RESULT, local arrays anew for each
! execution, variables that are kept, functions as arguments.
program recursive_procedures
  implicit none
  integer :: factorial, ackermann, fib, n, total
  logical :: is_even
  real :: halve
  external :: fib
  print *, factorial(10), fib(20)
  print *, is_even(10), is_even(7)
  print *, ackermann(2, 9)
  call hanoi(5, 1, 2, 3)
  call permute(0)
  total = 0
  call deepen(total, 100000)
  print *, total
  print *, halve(1000.0)
  n = 0
  call walk(1, n)
  print *, n
  call outer(fib, 12)
end program

recursive integer function factorial(n) result(value)
  integer :: n
  value = 1
  if (n > 1) value = n*factorial(n - 1)
end function

recursive function fib(n) result(value)
  integer :: n, value
  if (n < 2) then
    value = n
  else
    value = fib(n - 1) + fib(n - 2)
  end if
end function

recursive logical function is_even(n) result(even)
  integer :: n
  logical :: is_odd
  if (n == 0) then
    even = .true.
  else
    even = is_odd(n - 1)
  end if
end function

recursive logical function is_odd(n) result(odd)
  integer :: n
  logical :: is_even
  odd = n /= 0
  if (odd) odd = is_even(n - 1)
end function

recursive integer function ackermann(m, n) result(a)
  integer :: m, n
  if (m == 0) then
    a = n + 1
  else if (n == 0) then
    a = ackermann(m - 1, 1)
  else
    a = ackermann(m - 1, ackermann(m, n - 1))
  end if
end function

recursive subroutine hanoi(n, from, to, via)
  integer :: n, from, to, via
  integer, save :: moves = 0
  if (n == 0) return
  call hanoi(n - 1, from, via, to)
  moves = moves + 1
  if (n > 3) print *, moves, from, to
  call hanoi(n - 1, via, to, from)
end subroutine

! Each execution has its own array, which the inner ones must not change.
recursive subroutine permute(depth)
  integer :: depth, row(4), i
  integer, save :: leaves = 0
  do i = 1, 4
    row(i) = 10*depth + i
  end do
  if (depth == 3) then
    leaves = leaves + 1
    if (mod(leaves, 20) == 0) print *, leaves, row
    return
  end if
  do i = 1, 4
    if (row(i) /= 10*depth + i) print *, 'changed', depth, i
    call permute(depth + 1)
    call change(row, depth)
  end do
  if (depth == 1) print *, row
end subroutine

subroutine change(row, depth)
  integer :: row(4), depth
  row(1) = 10*depth + 1
end subroutine

recursive subroutine deepen(total, n)
  integer :: total, n
  if (n == 0) return
  total = total + mod(n, 3)
  call deepen(total, n - 1)
end subroutine

recursive real function halve(x) result(y)
  real :: x, table(100)
  integer :: i
  do i = 1, 100
    table(i) = x/i
  end do
  y = table(3)
  if (x > 1.0) y = halve(x/2) + table(2)
end function

recursive subroutine walk(i, n)
  integer :: i, n
  if (i > 1000) return
  n = n + 1
  call walk(2*i, n)
  call walk(2*i + 1, n)
end subroutine

recursive subroutine outer(f, n)
  integer, external :: f
  integer :: n
  if (n == 10) return
  print *, n, f(n)
  call outer(f, n - 1)
end subroutine
