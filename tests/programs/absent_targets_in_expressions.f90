! An absent dummy argument with TARGET is passed on in conditions and loops, a present one in FORALL, too; what is
! DOUBLE PRECISION is a target for what is REAL(8).
module parts
 implicit none
 real(8), pointer :: keep
contains
  pure integer function g(i, n)
    integer, intent(in) :: i
    integer, optional, intent(in) :: n
    g = i
    if (present(n)) g = i * n
  end function
 integer function f(n)
  integer, optional, intent(in) :: n
  f = -1
  if (present(n)) f = n
 end function
 subroutine s(n)
  integer, optional, target :: n
  integer, pointer :: p
  integer :: i, a(3)
  if (present(n)) p => n
  if (present(n) .and. f(n) > 0) print *, 'and', p
  a = 0
  where ([1, 2, 3] > f(n)) a = f(n)
  print *, a
  do while (f(n) > 9)
   p = p - 1
  end do
  print *, f(n)
  if (present(n)) then
   forall (i = 1:3) a(i) = g(i, n)
   print *, a
  end if
 end subroutine
 function at(x) result(p)
  real(8), target :: x(:)
  real(8), pointer :: p
  p => x(2)
 end function
end module
program absent_targets_in_expressions
 use parts
 implicit none
 integer, target :: k = 12
 double precision :: x(3)
 x = 0
 keep => at(x)
 keep = 4
 print *, x
 call s()
 call s(k)
end program
