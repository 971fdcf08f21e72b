! test: kernel walk
! A walk that goes one step too far where the list is short.
subroutine walk(n, k)
  integer :: n, k, i
  type node
    integer :: value
    type(node), pointer :: next => null()
  end type
  type(node), pointer :: first, p
  nullify (first)
  do i = 1, 5
    allocate (p)
    p%value = i
    p%next => first
    first => p
  end do
  p => first
  do i = 1, n
    p => p%next ! fails: a pointer is not associated or a component not allocated, or an index is outside of it
  end do
  k = 0
  if (n < 5) k = p%value
end subroutine
