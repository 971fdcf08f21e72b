! The number of steps that Collatz' sequence takes from START to 1.
integer function collatz(start)
  implicit none
  integer, parameter :: ik = selected_int_kind(18)
  integer(ik) :: start, n
  n = start
  collatz = 0
  do while (n /= 1)
    if (mod(n, 2_ik) == 0) then
      n = n/2
    else
      n = 3*n + 1
    end if
    collatz = collatz + 1
  end do
end function
