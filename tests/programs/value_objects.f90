! Objects passed to dummy arguments with VALUE: what the procedure does to any of their components stays there.
module things
  implicit none
  type inner
    integer :: k(2) = [1, 2]
    complex :: z(2) = (1, 1)
    logical :: set(2) = .false.
  end type
  type thing
    integer :: a(2) = 1
    integer :: b = 1
    character(3) :: names(2) = 'abc'
    type(inner) :: n
    type(inner) :: more(2)
  end type
contains
  subroutine change(x, i)
    type(thing), value :: x
    integer, value :: i
    x%a(i) = 5
    x%b = 5
    x%names = 'xyz'
    x%n%k = 7
    x%n%z(2) = 0
    x%n%set = .true.
    x%more(2)%k(1) = 9
    x%more(1) = x%n
    i = 0
    call show('inside', x)
  end subroutine
  subroutine show(name, x)
    character(*), intent(in) :: name
    type(thing), intent(in) :: x
    print *, name, x%a, x%b, x%names, x%n%k, x%n%set, x%more(1)%k, x%more(2)%k
    print *, x%n%z
  end subroutine
end module

program main
  use things
  implicit none
  type(thing) :: one, several(2)
  integer :: at = 2
  call change(one, at)
  call show('outside', one)
  call change(several(at), 1)
  call show('element', several(2))
  print *, at
end program
