! Scalars of which one is another one's element, in statements of arrays: the graph of such a copy was malformed there.
program elements_in_array_statements
  implicit none
  integer :: pool(6) = [1, 2, 3, 4, 5, 6], b(3) = 0
  integer :: i
  do i = 1, 3
    call add(pool(i), pool(i + 1), b)
    call add(pool(i), pool(i), b)
  end do
  print *, pool, b
contains
  subroutine add(x, y, b)
    integer, intent(inout) :: x, y, b(:)
    y = y + 1
    x = x + 2
    b = b + x + y
    where (b > x) b = b - y
    b(1:x - x + 2) = b(1:2) + y
  end subroutine
end program
