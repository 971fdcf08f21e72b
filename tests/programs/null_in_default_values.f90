! Default values of components by constructors with NULL(): the others were lost.
module m
  type :: t0
    integer :: id = 0
  end type
  type, extends(t0) :: t2
    integer, pointer :: p => null()
  end type
  type :: t3
    type(t2) :: x = t2(9, null())
    type(t2) :: y = t2(id=8)
  end type
  type :: t4
    type(t0) :: x = t0(9)
  end type
end module
program p
  use m
  type(t3) :: b
  type(t4) :: c
  class(t3), allocatable :: d
  allocate(d)
  print *, b%x%id, b%y%id, c%x%id, d%x%id
end program
