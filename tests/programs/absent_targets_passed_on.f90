! Dummy arguments with TARGET that are absent are absent, too, where they are passed for OPTIONAL ones without it.
module parts
 implicit none
 real, pointer :: keep(:)
 integer, pointer :: keepn
 character(:), pointer :: keept
contains
 subroutine inner(a, n, t)
  real, optional :: a(:)
  integer, optional :: n
  character(*), optional :: t
  print *, present(a), present(n), present(t)
  if (present(a)) a = a + 1
  if (present(n)) n = n + 1
  if (present(t)) t = 'new'
 end subroutine
 subroutine inner_in(a, n, t)
  real, optional, intent(in) :: a(:)
  integer, optional, intent(in) :: n
  character(*), optional, intent(in) :: t
  print *, present(a), present(n), present(t)
  if (present(a)) print *, a
  if (present(n)) print *, n
  if (present(t)) print *, t
 end subroutine
 integer function total(a, n, t)
  real, optional, intent(in) :: a(:)
  integer, optional, intent(in) :: n
  character(*), optional, intent(in) :: t
  total = 0
  if (present(a)) total = int(sum(a))
  if (present(n)) total = total + n
  if (present(t)) total = total + len(t)
 end function
 subroutine outer(a, n, t)
  real, optional, target :: a(:)
  integer, optional, target :: n
  character(*), optional, target :: t
  if (present(a)) keep => a
  if (present(n)) keepn => n
  if (present(t)) keept => t
  call inner(a, n, t)
  call inner_in(a, n, t)
  print *, total(a, n, t) + total(n=n)
 end subroutine
end module
program absent_targets_passed_on
  use parts
implicit none
real, target :: x(3) = [1, 2, 3]
integer, target :: k = 5
character(4), target :: c = 'four'
call outer()
call outer(x)
call outer(n=k)
call outer(t=c)
call outer(x, k, c)
print *, x, k, c, keep, keepn, keept
end program
