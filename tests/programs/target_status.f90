! STAT= and ERRMSG= give their values to a TARGET, to what a pointer points to, or to a component, and SOURCE= may be one:
! they were taken for names of variables. ERRMSG= was ignored where a pointer is freed.
module m
  implicit none
  integer, target, save :: st = -1
  character(20), target :: message = 'none'
end module
program p
  use m
  implicit none
  type result
    integer :: status = -1
    character(40) :: text = 'nothing'
    integer :: more(2) = -1
  end type
  type row
    real, allocatable :: v(:)
  end type
  type(result) :: plain
  type(result), target :: e
  type(result), pointer :: pe
  integer, pointer :: ps, none => null()
  character(20), pointer :: pm
  real, allocatable :: a(:), b(:)
  real, target :: values(3) = [1., 2., 3.]
  real, pointer :: pv(:)
  type(row) :: rows(2)
  integer :: k(2) = -1
  ps => st
  pm => message
  pe => e
  pv => values(3:1:-1)
  allocate (a(3), stat=k(2))
  print *, k
  allocate (a(3), stat=st, errmsg=message)
  print *, st, ps, pm
  deallocate (a, stat=ps, errmsg=pm)
  print *, st, message
  deallocate (a, stat=plain%status, errmsg=plain%text)
  print *, plain%status, plain%text
  allocate (a(3), stat=plain%more(2))
  print *, plain%more
  deallocate (a, stat=e%more(k(2) + 1), errmsg=e%text(3:))
  print *, e%more, e%text
  deallocate (a, stat=pe%status, errmsg=pe%text)
  print *, e%status, e%text
  allocate (a, source=values, stat=st)
  allocate (b, source=pv)
  print *, a, b, st
  deallocate (a, b)
  allocate (a(0:2), source=pv(2))
  print *, a, lbound(a)
  ! Of pointers.
  deallocate (none, stat=ps, errmsg=message(3:12))
  print *, st, message
  allocate (none, stat=e%status, errmsg=pm)
  print *, e%status, message
  deallocate (none, stat=st, errmsg=message)
  print *, st, message, associated(none)
  st = 9
  deallocate (none, stat=st, errmsg=plain%text)
  print *, ps, plain%text
  ! Of components in arrays.
  allocate (rows(2)%v(3), stat=st, errmsg=message)
  print *, st, message
  allocate (rows(2)%v(3), stat=pe%status, errmsg=pe%text)
  print *, pe%status, e%text
  if (size(a) > 2) deallocate (a, stat=ps)
  print *, st, allocated(a)
end program
