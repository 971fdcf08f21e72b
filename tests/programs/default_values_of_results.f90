! Results of functions whose first statement gives the derived type: they began without their default values.
module kinds
  implicit none
  integer, parameter :: wide = 8, length = 5
  type base
    real(wide) :: x = 1.25_wide
    character(length) :: name = 'first'
    integer :: list(length) = 7
    real, allocatable :: more(:)
  end type
  type pair
    integer :: k = 5, list(2) = [1, 2]
  end type
  type node
    integer :: value = 5
    type(node), pointer :: next => null()
  end type
end module
module results
  use kinds, only: base, node, pair
  implicit none
  integer, parameter :: three = 3
contains
  pure recursive type(base) function named(n) result(r)
    integer, intent(in) :: n
    r%list(n) = r%list(n) + n
    if (n == 1) allocate (r%more(2))
  end function
  elemental type(node) function one(n)
    integer, intent(in) :: n
    if (n > 2) one%value = n
  end function
  type(base) function host()
    type inner
      integer :: a(three) = three
    end type
    type(inner) :: i
    i = local()
    host%list(2:4) = i%a
  contains
    type(inner) function local()
      local%a(2) = local%a(2)*10
    end function
  end function
  ! DIMENSION, ALLOCATABLE and POINTER are statements of their own.
  type(pair) function several(n)
    dimension several(n)
    integer, intent(in) :: n
    several(1)%k = 77
  end function
  type(pair) function grown(n)
    allocatable grown(:)
    integer, intent(in) :: n
    allocate (grown(n))
    grown(n)%list(2) = grown(n)%list(2) + 1
  end function
  type(node) function new(n)
    pointer new
    integer, intent(in) :: n
    allocate (new)
    new%value = new%value + n
  end function
  integer function number(n)
    pointer number
    integer, intent(in) :: n
    nullify (number)
    if (n > 2) allocate (number, source=n)
  end function
end module
program p
  use kinds
  use results
  implicit none
  type(base) :: b
  type(node) :: n
  type(pair) :: list(2)
  b = named(2)
  print *, b%x, b%name, b%list, allocated(b%more)
  b = named(1)
  print *, b%list, allocated(b%more)
  n = one(1)
  print *, n%value, associated(n%next)
  n = one(3)
  print *, n%value, associated(n%next)
  b = host()
  print *, b%x, b%name, b%list
  list = several(2)
  print *, list
  list = grown(2)
  print *, list
  n = new(4)
  print *, n%value
  print *, associated(number(1)), number(3)
end program
