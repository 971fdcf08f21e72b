! Indices with TARGET or POINTER where only a DO loop takes them; each was "`I` has no type".
subroutine refused(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer, target :: i
  integer, pointer :: p
  integer :: j
  p => i
  x = [(p*j, j = 1, n)]
  x = [(i, i = 1, n)]
  forall (i = 1:n) x(i) = p
  do concurrent (p = 1:n)
    x(p) = i
  end do
  read (*, *) (x(i), i = 1, n)
  do i = 1, n
    x(i) = p
  end do
end subroutine
