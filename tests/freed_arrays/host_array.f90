! test: kernel k
! As module_array.f90, of the array of a kernel that is the host.
subroutine k(n, y)
  implicit none
  integer :: n, y
  integer, allocatable :: a(:)
  allocate (a(1000))
  y = 0
  call s(a, y)
contains
  subroutine s(x, y)
    integer :: x(:), y
    deallocate (a) ! fails: deallocation of a
    x(900) = n
    y = x(900)
  end subroutine
end subroutine
