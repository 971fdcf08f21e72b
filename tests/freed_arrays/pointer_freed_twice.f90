! test: kernel twice
! What is deallocated must have a target.
subroutine twice(n, k)
  integer :: n, k
  real, pointer :: p(:), q(:)
  allocate (p(n + 1))
  q => p
  p = 1
  k = int(sum(q))
  if (n /= 2) deallocate (p)
  deallocate (q) ! fails: a pointer is not associated or a component not allocated, or an index is outside of it
end subroutine
