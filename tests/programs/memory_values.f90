! What is stored in COMMON, saved variables, modules and elements of arrays is read again by other names, after
! calls, in other iterations and on other paths.
module counters
  integer :: calls = 0
  real(8) :: total, last(3)
contains
  subroutine note(x)
    real(8), intent(in) :: x
    calls = calls + 1
    total = total + x
    last(mod(calls, 3) + 1) = x
  end subroutine note
end module counters

subroutine exchange(a, b)
  real(8) :: a, b, kept
  a = a + b
  kept = a
  b = kept - b
end subroutine exchange

real(8) function looks(k)
  integer :: k
  common /shared/ table, scale, n
  real(8) :: table(6), scale
  integer :: n
  n = n + k
  looks = table(k) * scale
end function looks

real(8) function saved(x, first)
  real(8) :: x, before, step, now
  logical :: first
  save
  data before /1d0/
  if (first) step = x
  now = x + step
  saved = now - before
  before = now
end function saved

program memory_values
  use counters
  implicit none
  common /shared/ table, scale, n
  real(8) :: table(6), scale, other(6), pair(2), work(20), looks, saved
  integer :: n, i, j, bits(2)
  real(8) :: as_real
  equivalence (bits, as_real), (other(2), pair(1))
  table = 0
  scale = 2
  n = 3
  table(2) = 5
  print *, looks(2), n, table(2)
  table(n) = 7
  print *, table(2), table(5), looks(5), n
  do i = 1, 4
    scale = scale + table(2)
    if (mod(i, 2) == 0) call exchange(scale, table(i))
    table(2) = table(2) + scale
    print *, scale, table(2), table(i), looks(i)
  end do
  print *, n, scale
  as_real = 1.5d0
  bits(1) = 1
  print *, as_real, bits(2)
  other = 1
  pair(2) = 4
  other(3) = other(3) + pair(2)
  pair(1) = other(3)
  print *, other, pair
  total = 10
  call note(total + 0)
  call note(last(2))
  total = total * 2
  call note(1d0)
  print *, calls, total, last
  work = 0
  work(1) = 3
  do j = 1, 5
    work(j + 1) = work(j) + work(1)
    work(1) = work(j + 1) - 1
    if (work(1) > 20) exit
    call exchange(work(1), work(j + 1))
  end do
  print *, j, work(1:7)
  print *, saved(1d0, .true.), saved(2d0, .false.), saved(4d0, .false.)
  i = 2
  work(i) = 9
  i = i + 1
  work(i) = work(i - 1) + 1
  i = i - 1
  print *, work(i), work(i + 1), work(2)
end program memory_values
