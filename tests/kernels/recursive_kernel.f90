! test: kernel gcds
! A kernel that is called by itself: lanes that do not call keep what they have, in arguments that are assigned and in
! local arrays. What a call leaves in kept variables is read after it, though nothing reads it after the kernel.
recursive subroutine gcds(a, b, steps, g, trace)
  integer :: a, b, steps, g, before, i
  real(8) :: trace, own(5)
  real(8), save :: left(2) = 0, last = 7
  before = steps
  do i = 1, 5
    own(i) = i*before + trace
  end do
  steps = steps + 1
  if (b == 0) then
    g = a
    left(1) = steps
    last = a
    return
  end if
  if (mod(a, 2) == 1 .and. before < 40) then
    call gcds(b, mod(a, b), steps, g, trace)
    trace = trace + own(mod(a, 5) + 1)/2
  else
    call gcds(b + 0, mod(a, b), steps, g, own(3))
    trace = trace - own(3)
  end if
  trace = trace + left(1) - last
  left(2) = left(2) + 1
  last = left(2)
end subroutine
