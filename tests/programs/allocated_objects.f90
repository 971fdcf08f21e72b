! ALLOCATABLE scalar objects whose type has ALLOCATABLE components.
program p
  type t
    integer, allocatable :: a(:)
    real :: x = 2
  end type
  type(t), allocatable :: s, u
  allocate(s)
  s%a = [1,2]
  print *, s%a, s%x, allocated(u), allocated(s)
  call make(u, 3)
  if (allocated(u)) print *, u%a
  u = s
  print *, u%a
  deallocate(s)
  print *, allocated(s)
  s = t([5,6], 1.0)
  print *, s%a
contains
  subroutine make(e, n)
    type(t), allocatable, intent(out) :: e
    integer, intent(in) :: n
    if (n > 2) then
      allocate(e)
      allocate(e%a(n))
      e%a = n
    end if
  end subroutine
end program
