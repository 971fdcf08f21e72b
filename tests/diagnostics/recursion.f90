integer function factorial(n)
  integer n, other
  factorial = 1
  if (n > 1) factorial = n*other(n - 1)
end function
integer function other(n)
  integer n, factorial
  other = factorial(n)
end function
recursive subroutine again(n)
  if (n > 0) call again(n - 1)
end subroutine
