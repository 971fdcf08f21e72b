! Bounds that are values of functions of constant arrays, where only constants can be bounds.
module sizes
  implicit none
  integer, parameter :: parts(3) = [1, 2, 3]
  real :: all(sum(parts)), some(minval(parts):maxval(parts))
  real, save :: more(sum([2, 2]), maxval(parts) + 1)
end module
program p
  use sizes
  implicit none
  print *, shape(all), lbound(some), ubound(some), shape(more)
end program
