! Final procedures of objects that are not allocated where DEALLOCATE has STAT, of arrays, and where a procedure returns early.
module fin_k
  implicit none
  integer :: count = 0
  type :: r
    integer :: n = 0
  contains
    final :: done
  end type
  type, extends(r) :: s
    real(8) :: x = 0
  contains
    final :: done_s
  end type
contains
  subroutine done(o)
    type(r), intent(inout) :: o
    count = count + o%n
  end subroutine
  subroutine done_s(o)
    type(s), intent(inout) :: o
    count = count + 100
  end subroutine
end module
subroutine k(i, c, st)
  use fin_k
  implicit none
  integer, intent(in) :: i
  integer, intent(out) :: c, st
  class(r), allocatable :: o
  type(s), allocatable :: q
  count = 0
  if (mod(i, 2) == 0) then
    allocate (s :: o)
  else if (mod(i, 3) /= 0) then
    allocate (o)
  end if
  if (allocated(o)) o%n = i
  deallocate (o, stat=st)
  if (st /= 0) st = 1
  call locals(i)
  deallocate (q, stat=st)
  if (st /= 0) st = st*0 + 7
  c = count
contains
  subroutine locals(m)
    integer, intent(in) :: m
    type(r) :: a
    type(s) :: b(2)
    a%n = 1000*m
    if (m > 3) return
    a%n = 5
  end subroutine
end subroutine
program p
  integer :: i, c, st
  do i = 1, 6
    call k(i, c, st)
    print *, i, c, st
  end do
end program
