! What pointers can't point to from the beginning.
module bad
  implicit none
  integer, target :: there = 1
  integer :: plain = 2
  integer, allocatable, target :: some
  integer, pointer :: first => plain
  real, pointer :: second => there
  integer, pointer :: third => there + 1
  integer, pointer :: fourth => some
  integer, pointer :: fifth => fourth
  integer, pointer :: sixth => there
end module
subroutine s()
  use bad
  integer, target :: here
  integer, pointer :: seventh => here
  seventh = sixth
end subroutine
end
