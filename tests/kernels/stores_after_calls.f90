! test: kernel tally
! Variables that are assigned right behind a call keep their values in the lanes that did not take part in it.
module tallies
  implicit none
  integer :: total, calls
contains
  subroutine weigh(n, value)
    integer, intent(in) :: n
    integer, intent(out) :: value
    integer :: parts(0:3), left
    parts = [0, 10, 20, 40]
    calls = calls + 1
    left = n
    value = 0
    do while (left > 0)
      value = value + parts(mod(left, 4))
      left = left / 4
    end do
    total = total + value
  end subroutine
end module
subroutine tally(n, y, z)
  use tallies
  implicit none
  integer :: n, y, z, got
  total = 10 * n
  calls = 0
  got = 0
  if (mod(n, 4) == 0) then
    call weigh(n, got)
    total = total * 2
    calls = calls + 100
  end if
  if (mod(n, 3) == 1) then
    call weigh(n + 1, got)
    calls = -calls
  end if
  y = total
  z = 100 * calls + got
end subroutine
