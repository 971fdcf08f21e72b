! Names of types that stand for no procedure, or for one that does not take the object.
module bound
  type :: t
    integer :: i = 0
  contains
    procedure :: f => nothing
    procedure, pass(q) :: g
    procedure :: h
    procedure :: i => g
    generic :: w => g2, h
    procedure, nopass :: free
    procedure :: free2 => free
    procedure ::
    integer :: late
  contains
  end type
  type :: u
    class(t) :: x
  contains
    final :: free, none
  end type
  type :: k
    integer :: a
  contains
    generic :: read(formatted) => set
    procedure(kf), deferred :: later
  end type
end module
module sound
  type :: k
    integer :: a
  contains
    procedure, nopass :: free
    generic :: assignment(=) => set
    procedure :: set
    procedure :: kf
    generic :: several => kf, free
  end type
  type :: l
    type(k) :: k
  end type
  type :: v
    integer :: a
    integer :: b
  contains
    procedure, pass(q) :: g
    procedure :: a => free
    procedure :: f => nothing
    generic :: w => g2, g
    procedure :: free2 => free
    integer :: late
  end type
contains
  subroutine g(self)
    class(v) :: self
  end subroutine
  subroutine free
  end subroutine
  subroutine set(self, i)
    class(k), intent(out) :: self
    integer, intent(in) :: i
    self%a = i
  end subroutine
  integer function kf(self)
    class(k) :: self
    kf = self%a
  end function
  class(k) function made()
    allocatable :: made
  end function
end module
program p
  use sound
  type(k) :: v
  type(l) :: l1, l2
  class(k) :: w
  class(k), pointer :: q
  class(*), pointer :: any
  integer :: n
  call v%free()
  call v%nothing(1)
  call n%free()
  print *, v%free()
  call v%free(1)
  call v%kf()
  call v%several(2)
  l1 = l2
  print *, v%kf(1), v%kf%x
  call v%
  select type (v)
  type is (k)
  class is (k)
  class default
  end select
end program
