! test: kernel dangling
! A pointer to what another one has freed. Its memory may hold another target by then, which it must not show.
subroutine dangling(n, k)
  integer :: n, k
  type node
    integer :: value
    type(node), pointer :: next => null()
  end type
  type(node), pointer :: p, q, other
  allocate (p)
  p%value = n
  q => p
  if (n > 3) deallocate (p)
  allocate (other)
  other%value = 100
  k = q%value ! fails: a pointer is not associated or a component not allocated, or an index is outside of it
end subroutine
