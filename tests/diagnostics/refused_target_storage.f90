! A variable with TARGET in COMMON can't be where pointers find it. The messages said that it is of derived type.
module shared
  integer, target :: m
  common /other/ m
end module
program p
  implicit none
  integer :: x, y
  integer, pointer :: q, r
  target x, y
  character(40) :: text
  integer, target :: i
  common /c/ x, y
  common /d/ r
  save /c/
  namelist /n/ i
  namelist /pointers/ q
  q => x
  q => i
  read (text, n, end=1)
1 continue
contains
  subroutine s(a)
    integer, target :: a
    namelist /arguments/ a
    q => a
  end subroutine
end program
