! Objects of CLASS that are ALLOCATABLE or POINTER: what a call, SELECT TYPE, ALLOCATE and copies do depends on the
! type that they have when they are there.
module shapes
  implicit none
  type, abstract :: shape
    real(8) :: x = 0, y = 0
  contains
    procedure(area_of), deferred :: area
    procedure :: move
    procedure :: label
  end type
  abstract interface
    function area_of(self) result(a)
      import :: shape
      class(shape), intent(in) :: self
      real(8) :: a
    end function
  end interface
  type, extends(shape) :: circle
    real(8) :: r = 1
  contains
    procedure :: area => circle_area
    procedure :: label => circle_label
  end type
  type, extends(shape) :: box
    real(8) :: w = 1, h = 1
    real(8), allocatable :: extra(:)
  contains
    procedure :: area => box_area
  end type
  type, extends(box) :: square
  contains
    procedure :: label => square_label
  end type
  type :: holder
    class(shape), allocatable :: item
    class(shape), pointer :: other => null()
  end type
contains
  subroutine move(self, dx, dy)
    class(shape), intent(inout) :: self
    real(8), intent(in) :: dx, dy
    self%x = self%x + dx
    self%y = self%y + dy
  end subroutine
  function label(self) result(t)
    class(shape), intent(in) :: self
    character(:), allocatable :: t
    t = 'shape'
  end function
  function circle_label(self) result(t)
    class(circle), intent(in) :: self
    character(:), allocatable :: t
    t = 'circle'
  end function
  function square_label(self) result(t)
    class(square), intent(in) :: self
    character(:), allocatable :: t
    t = 'a square'
  end function
  function circle_area(self) result(a)
    class(circle), intent(in) :: self
    real(8) :: a
    a = 3 * self%r**2
  end function
  function box_area(self) result(a)
    class(box), intent(in) :: self
    real(8) :: a
    a = self%w * self%h
    if (allocated(self%extra)) a = a + sum(self%extra)
  end function
  subroutine describe(s)
    class(shape), intent(in) :: s
    select type (s)
    type is (circle)
      print *, 'circle of', s%r
    class is (box)
      print *, 'box of', s%w, s%h
    class default
      print *, 'something'
    end select
  end subroutine
  subroutine new_shape(kind, s)
    integer, intent(in) :: kind
    class(shape), allocatable, intent(out) :: s
    type(box) :: b
    b%x = 1; b%y = 2; b%w = 3; b%h = 4; b%extra = [1d0, 2d0]
    select case (kind)
    case (1)
      allocate (circle :: s)
    case (2)
      allocate (s, source = b)
    case (3)
      allocate (square :: s)
    end select
  end subroutine
  function make(kind) result(s)
    integer, intent(in) :: kind
    class(shape), allocatable :: s
    call new_shape(kind, s)
  end function
  subroutine replace(s)
    class(shape), allocatable, intent(inout) :: s
    type(circle), allocatable :: c
    if (s%area() > 5) then
      allocate (c)
      c%r = 7
      call move_alloc(c, s)
    end if
  end subroutine
end module
program main
  use shapes
  implicit none
  class(shape), allocatable :: s, t
  class(shape), pointer :: p, q
  type(circle), target :: c
  type(square), target :: sq
  type(holder) :: h, k
  type(holder), allocatable :: all(:)
  integer :: i
  do i = 1, 3
    call new_shape(i, s)
    print *, allocated(s), s%area(), s%label()
    call s%move(1d0, 2d0)
    print *, s%x, s%y
    call describe(s)
    select type (s)
    type is (circle)
      s%r = 9
      print *, 'set', s%r
    type is (box)
      s%extra(1) = 100
      print *, size(s%extra)
    class is (shape)
      print *, 'other', s%x
    end select
    print *, s%area()
    if (allocated(t)) deallocate (t)
    allocate (t, source = s)
    print *, t%area(), same_type_as(s, t), extends_type_of(t, sq), extends_type_of(t, c)
    call t%move(1d0, 1d0)
    print *, s%x, t%x
    call replace(t)
    print *, t%area(), t%label()
  end do
  p => c
  q => sq
  sq%w = 3
  print *, p%area(), q%area(), associated(p), associated(p, q), same_type_as(p, q)
  c%r = 5
  print *, p%area()
  call describe(p)
  call describe(q)
  q => p
  print *, associated(p, q), q%label()
  allocate (square :: q)
  print *, q%area(), q%label()
  deallocate (q)
  allocate (p, mold = sq)
  print *, p%area()
  allocate (h%item, source = sq)
  h%other => c
  k = h
  k%item%x = 12
  print *, h%item%x, k%item%x, k%item%area(), k%other%area()
  allocate (all(3))
  do i = 1, 3
    allocate (all(i)%item, source = make(i))
    call all(i)%item%move(real(i, 8), 0d0)
  end do
  do i = 1, 3
    print *, all(i)%item%label(), all(i)%item%area(), all(i)%item%x
    select type (u => all(i)%item)
    class is (box)
      print *, 'box', u%w, u%area()
    type is (circle)
      print *, 'circle', u%r, u%area()
    end select
  end do
  s = make(2)
  print *, s%area()
  s = circle(1d0, 2d0, 4d0)
  print *, s%area(), s%label(), s%x
end program
