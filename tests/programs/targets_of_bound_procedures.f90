! A TARGET whose bound procedure keeps a pointer to it, and one that is an argument of a bound procedure.
module m
  implicit none
  type :: cell
    integer :: x = 0
    integer :: parts(2) = [3, 4]
  contains
    procedure :: where
    procedure :: keep
    procedure :: watch
  end type
  type :: holder
    type(cell) :: inner
  end type
  type(cell), pointer :: kept => null()
  integer, pointer :: watched => null()
contains
  function where(s) result(p)
    class(cell), intent(inout), target :: s
    integer, pointer :: p
    p => s%x
  end function
  subroutine keep(s)
    class(cell), intent(inout), target :: s
    kept => s
  end subroutine
  subroutine watch(s, n)
    class(cell), intent(inout) :: s
    integer, target, intent(inout) :: n
    watched => n
    s%x = s%x + 1
  end subroutine
  subroutine by_function(s)
    class(cell), intent(inout), target :: s
    integer, pointer :: p
    p => s%where()
    p = p + 10
    print *, s%x, s%parts(2)
  end subroutine
  subroutine by_call(s)
    class(cell), intent(inout), target :: s
    call s%keep()
    kept%x = kept%x + 100
    print *, s%x
  end subroutine
  subroutine by_argument(s, n)
    class(cell), intent(inout) :: s
    integer, intent(inout), target :: n
    call s%watch(n)
    watched = 5
    print *, n
  end subroutine
  subroutine nested(h)
    type(holder), intent(inout), target :: h
    integer, pointer :: p
    p => h%inner%where()
    p = p + 1000
  end subroutine
  pure subroutine double(s, n)
    class(cell), intent(inout), target :: s
    integer, intent(in) :: n
    s%x = s%x * n
  end subroutine
end module
program p
  use m
  implicit none
  type(cell), target :: c
  type(holder), target :: h
  integer, target :: n
  call by_function(c)
  call by_call(c)
  n = 1
  call by_argument(c, n)
  call nested(h)
  call double(c, 2)
  print *, c%x, n, h%inner%x, kept%x, watched
end program
