! test: kernel kept_exits
! Variables of loops keep what lanes leave with. Lanes leave before a variable changes and after it, for several labels;
! a LOGICAL that is carried round the loop takes lanes away from a change, but not from the loop; lanes that stop come
! back to an inner loop.
subroutine kept_exits(x, n, first, second, flagged, inner, steps)
  double precision, intent(in) :: x
  integer, intent(in) :: n
  double precision, intent(out) :: first, second, flagged, inner
  integer, intent(out) :: steps
  double precision :: s, r
  logical :: goes
  integer :: i, j, way

  ! Two labels: before the change of s for one, after it for the other.
  s = x
  way = 0
  do i = 1, n
    if (s > 40d0) go to 10
    s = s*1.5d0 + 1d0
    if (mod(int(s), 7) == 3) go to 20
  end do
  way = 3
  go to 30
10 way = 1
  go to 30
20 way = 2
30 first = s + 1000*way
  steps = i

  ! Where the flag is down, s stays as it is, though the lane goes on.
  s = 0
  r = x
  goes = .true.
  i = 0
  do
    i = i + 1
    goes = goes .and. r < 20d0
    if (.not. goes .and. i > n) exit
    if (i > 60) exit
    r = r + 1.25d0
    if (goes) s = s + r
  end do
  flagged = s + r/3

  ! A series, left when it converges or after a count that differs.
  s = 1
  r = 1
  do i = 1, n
    r = -r*x/(10d0*i)
    s = s + r
    if (abs(r) < 1d-3*abs(s)) exit
  end do
  second = s

  ! Left lanes come back in the next iteration of the outer loop.
  inner = 0
  s = x
  do j = 1, 3
    do i = 1, n + j
      if (s > 10d0*j) exit
      s = s + 0.75d0*i
      if (mod(i, 4) == 3 .and. s > 5d0) exit
    end do
    inner = inner + s*j
  end do
end subroutine
