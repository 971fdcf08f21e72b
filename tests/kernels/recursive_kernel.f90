! test: kernel gcds
! A kernel that is called by itself: lanes that do not call keep what they have, in arguments that are assigned and in
! local arrays.
recursive subroutine gcds(a, b, steps, g, trace)
  integer :: a, b, steps, g, before, i
  real(8) :: trace, own(5)
  before = steps
  do i = 1, 5
    own(i) = i*before + trace
  end do
  steps = steps + 1
  if (b == 0) then
    g = a
    return
  end if
  if (mod(a, 2) == 1 .and. before < 40) then
    call gcds(b, mod(a, b), steps, g, trace)
    trace = trace + own(mod(a, 5) + 1)/2
  else
    call gcds(b + 0, mod(a, b), steps, g, own(3))
    trace = trace - own(3)
  end if
end subroutine
