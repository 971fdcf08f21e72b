! Of the names of modules that are not given nothing is known: that is said once, and only other errors beside it.
program p
  use nowhere
  use also_nowhere, only: thing, kind_of
  implicit none
  type(thing) :: x
  real(kind_of) :: r
  integer :: i
  logical :: l
  if (x%flag) then
    print *, 1
  else if (x%other) then
    print *, 2
  else
    print *, 3
  end if
  do i = 1, x%n
    if (x%a(i) > 2) cycle
    if (i > 3) exit
  end do
  do while (x%go)
    x%go = .false.
  end do
  call work(x, key=3)
  l = 1.5
end program
subroutine other
  use third
  call x(unknown)
end subroutine
module third
  use nowhere
end module
subroutine unaffected
  implicit none
  y = 3
end subroutine
subroutine listed
  use nowhere, only: thing
  implicit none
  type(thing) :: x
  x%a = unknown
  call x%go()
end subroutine
subroutine through
  use third, only: a
  implicit none
  a = b
end subroutine
