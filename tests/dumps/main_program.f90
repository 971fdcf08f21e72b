! test: dump source
! test: dump cfg
! test: dump ssa
! A main program prints text and numbers, and stops.
program sum
  implicit none
  integer :: i
  real(8) :: total
  total = 0
  loop: do i = 1, 10
    if (mod(i, 3) == 0) cycle loop
    if (total > 20 .and. i /= 8) exit loop
    total = total + sqrt(real(i, 8))
  end do loop
  print *, 'total', total, i
  if (total < 0) stop 'never'
  stop 3
end program sum
