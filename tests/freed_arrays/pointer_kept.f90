! test: kernel kept
! A target that nobody frees is no failure, and neither is a pointer that is freed by another name.
subroutine kept(n, k)
  integer :: n, k, i
  integer, pointer :: p, q(:)
  k = 0
  do i = 1, n
    allocate (p, q(i))
    p = i
    q = p
    k = k + sum(q)
  end do
  if (n > 0) deallocate (p)
  if (n > 0) k = k + q(n)
end subroutine
