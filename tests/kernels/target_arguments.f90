! test: kernel choose
! test: array table = 2.0 7.5 5.0 -1.0
! A subroutine of a module with TARGET arguments to which pointers point was refused as a kernel: its callers give such
! arguments where pointers can point to them, so a kernel has to be called by one that copies them there and back.
module choices
  implicit none
  integer, parameter :: most = 4
contains
  subroutine largest(a, best)
    real(8), target, intent(in) :: a(:)
    real(8), pointer :: best
    integer :: i
    best => a(1)
    do i = 2, size(a)
      if (a(i) > best) best => a(i)
    end do
  end subroutine
  subroutine choose(table, n, x, y, r)
    real(8), intent(in), dimension(most) :: table
    target :: table
    integer, intent(in) :: n
    real(8), target, intent(inout) :: x
    real(8), intent(out) :: y
    real(8), intent(out) :: r
    target :: y
    real(8), pointer :: p, best
    real(8), target, save :: kept = 1
    call largest(table(1:n), best)
    y = 0
    p => x
    if (x < 0) p => y
    p = p + best
    x = x*2
    p => kept
    r = p + x + y
  end subroutine
end module
