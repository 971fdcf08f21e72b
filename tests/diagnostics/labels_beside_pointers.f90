! What a call assigns to a pointer's target after it returns would be lost by an alternate return.
module counters
contains
  subroutine add(n, *)
    integer :: n
    n = n + 1
    if (n > 1) return 1
  end subroutine
end module
program p
  use counters
  integer, pointer :: n
  allocate (n)
  n = 1
  call add(n, *10)
10 print *, n
end program
