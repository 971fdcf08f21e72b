! test: kernel outlived
! A pointer to a variable of a procedure that has returned.
subroutine outlived(n, k)
  integer :: n, k
  integer, pointer :: p(:)
  allocate (p(3))
  p = n
  if (mod(n, 2) == 1) call local(p)
  k = p(2) ! fails: a pointer is not associated or a component not allocated, or an index is outside of it
contains
  subroutine local(p)
    integer, pointer :: p(:)
    integer, target :: own(4)
    own = 7
    p => own
  end subroutine
end subroutine
