! LBOUND of an assumed-size array took its last dimension, whose extent nobody knows, for one without elements.
  integer :: table(-1:1, -1:1) = 0
  call ask(table, 3)
  call ask([7, 9, 4, 6, 7, 9], 3)
contains
  subroutine ask(a, n)
    integer :: n, a(2:n+1, 4:*)
    print *, lbound(a, 1), lbound(a, 2), ubound(a, 1)
    print *, lbound(a)
    print *, any(lbound(a) /= [2, 4])
  end subroutine
end
