! Interface bodies with objects that have default values, or with pointers, which the body was taken to set at its entry.
module types
  implicit none
  type pair
    real :: x = 0., y = 0.5
  end type
  type link
    integer :: n = 2
    integer, pointer :: p => null()
  end type
  interface
    type(pair) function first(a)
      import pair
      real, intent(in) :: a
    end function
    function second(a) result(r)
      import :: pair
      real, intent(in) :: a
      type(pair) :: r
    end function
    subroutine set(a, b)
      import
      type(pair), intent(out) :: a(:)
      type(link), intent(out), optional :: b
    end subroutine
  end interface
end module
type(pair) function first(a)
  use types, only: pair
  real, intent(in) :: a
  first%x = first%y + a
end function
function second(a) result(r)
  use types, only: pair
  real, intent(in) :: a
  type(pair) :: r
  r%y = r%y - a
end function
subroutine set(a, b)
  use types, only: pair, link
  type(pair), intent(out) :: a(:)
  type(link), intent(out), optional :: b
  a(2)%x = size(a)
  if (present(b)) b%n = b%n + 1
end subroutine
integer function new(n)
  pointer new
  integer, intent(in) :: n
  allocate (new)
  new = n
end function
function chain(n)
  use types, only: link
  integer, intent(in) :: n
  type(link), pointer :: chain
  allocate (chain)
  allocate (chain%p, source=n)
end function
program p
  use types
  implicit none
  interface
    function new(n)
      integer, intent(in) :: n
      integer, pointer :: new
    end function
    function chain(n)
      import link
      integer, intent(in) :: n
      type(link), pointer :: chain
    end function
  end interface
  type(pair) :: a(2)
  type(link) :: b
  type(link), pointer :: c
  print *, first(1.), second(1.)
  a = pair(7., 8.)
  call set(a)
  print *, a
  allocate (b%p)
  call set(a, b)
  print *, b%n, associated(b%p), new(5)
  c => chain(6)
  print *, c%n, c%p
end program
