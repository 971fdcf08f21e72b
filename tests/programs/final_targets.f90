! Local variables with TARGET are finalized where their procedure is left, whether a pointer points to them or not.
module things
  implicit none
  type thing
    integer :: n = 1
  contains
    final :: finish
  end type
  type holder
    type(thing) :: inside
    integer :: k = 0
  end type
contains
  subroutine finish(x)
    type(thing), intent(inout) :: x
    print *, 'final', x%n
  end subroutine
  subroutine plain()
    type(thing), target :: x
    x%n = 2
    print *, 'plain'
  end subroutine
  subroutine pointed(early)
    logical, intent(in) :: early
    type(thing), target :: x
    type(thing), pointer :: p
    x%n = 3
    p => x
    p%n = p%n + 1
    if (early) return
    print *, 'pointed', p%n
  end subroutine
  subroutine within()
    type(holder), target :: h
    integer, pointer :: k
    h%inside%n = 5
    k => h%k
    k = 6
    print *, 'within', h%k
  end subroutine
  subroutine saved()
    type(thing), target, save :: x
    x%n = x%n + 1
    print *, 'saved', x%n
  end subroutine
end module

program main
  use things
  implicit none
  call plain()
  call pointed(.false.)
  call pointed(.true.)
  call within()
  call saved()
  call saved()
end program
