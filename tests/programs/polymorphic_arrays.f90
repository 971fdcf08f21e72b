! Arrays of CLASS, components and module variables of CLASS, and OPTIONAL and INTENT(OUT) arguments of it.
module m
  implicit none
  type :: base
    integer :: i = 1
  contains
    procedure :: add
    procedure :: assign_base
    procedure :: tell => tell_base
  end type
  type, extends(base) :: ext
    real :: z(3) = [1., 2., 3.]
  contains
    procedure :: tell => tell_ext
    procedure :: assign_base => assign_ext
  end type
  type, extends(ext) :: far
    integer :: n = 7
  end type
  type :: box
    class(base), allocatable :: v
    class(base), allocatable :: many(:)
  end type
  class(base), allocatable :: global
contains
  subroutine assign_base(self, other)
    class(base), intent(inout) :: self
    class(base), intent(in) :: other
    self%i = other%i + 100
  end subroutine
  subroutine assign_ext(self, other)
    class(ext), intent(inout) :: self
    class(base), intent(in) :: other
    self%i = other%i + 200
    select type (other)
    class is (ext)
      self%z = other%z * 2
    end select
  end subroutine
  subroutine add(self, n, other)
    class(base), intent(inout) :: self
    integer, intent(in) :: n
    class(base), intent(in), optional :: other
    self%i = self%i + n
    if (present(other)) self%i = self%i + other%i
  end subroutine
  subroutine tell_base(self, unit)
    class(base), intent(in) :: self
    integer, intent(in) :: unit
    print *, 'base', unit, self%i
  end subroutine
  subroutine tell_ext(self, unit)
    class(ext), intent(in) :: self
    integer, intent(in) :: unit
    print *, 'ext', unit, self%i, self%z
  end subroutine
  subroutine two(a, b)
    class(base), intent(in) :: a, b
    select type (a)
    type is (base)
      print *, 'a base'
    type is (ext)
      print *, 'a ext'
    class is (ext)
      print *, 'a beyond'
    end select
    select type (b)
    type is (base)
      print *, 'b base'
    class is (ext)
      print *, 'b ext', b%z(2)
    end select
    print *, same_type_as(a, b), extends_type_of(a, b), extends_type_of(b, a)
  end subroutine
  subroutine grow(x)
    class(base), allocatable, intent(inout) :: x(:)
    class(base), allocatable :: tmp(:)
    integer :: i, n
    n = 0
    if (allocated(x)) n = size(x)
    allocate (ext :: tmp(n + 1))
    do i = 1, n
      tmp(i)%i = x(i)%i
    end do
    tmp(n + 1)%i = 10 * (n + 1)
    call move_alloc(tmp, x)
  end subroutine
  subroutine maybe(x, y)
    class(base), allocatable, intent(in), optional :: x
    class(base), pointer, intent(in), optional :: y
    print *, present(x), present(y)
    if (present(x)) then
      if (allocated(x)) call x%tell(1)
    end if
    if (present(y)) then
      if (associated(y)) call y%tell(2)
    end if
  end subroutine
  function total(x) result(s)
    class(base), intent(in) :: x(:)
    integer :: s, k
    s = 0
    do k = 1, size(x)
      s = s + x(k)%i
    end do
    select type (x)
    class is (ext)
      s = s + nint(sum(x(1)%z))
    end select
  end function
end module
program main
  use m
  implicit none
  class(base), allocatable :: a, b, xs(:)
  class(base), pointer :: p, row(:), one
  type(far), target :: f
  type(ext), target :: es(4)
  type(box) :: h, g
  integer :: i, stat
  allocate (a)
  allocate (ext :: b)
  call a%tell(1); call b%tell(2)
  call a%add(5, b); call b%add(1)
  call a%add(n = 2, other = b)
  call a%tell(3)
  call two(a, b); call two(b, a); call two(f, b); call two(b, f); call two(f, f)
  a = b
  call a%tell(4)
  b = a
  call b%tell(5)
  do i = 1, 3
    call grow(xs)
  end do
  print *, size(xs), xs%i, total(xs), total(xs(2:3))
  select type (xs)
  type is (ext)
    xs(2)%z = 9
    print *, xs(2)%z, xs(1)%z
  end select
  call xs(2)%tell(6)
  p => f
  call p%tell(7)
  call maybe(); call maybe(x = b); call maybe(y = p); call maybe(b, p)
  row => es
  row(3)%i = 33
  print *, size(row), es(3)%i, lbound(row), total(row)
  row(0:) => es(2:4)
  print *, lbound(row), ubound(row), row(1)%i
  one => row(1)
  call one%tell(8)
  allocate (h%v, source = es(3))
  allocate (far :: h%many(2))
  h%many(2)%i = 5
  g = h
  g%many(1)%i = 77
  call h%v%tell(9); call g%v%tell(10); call g%many(1)%tell(11); call h%many(1)%tell(12); call h%many(2)%tell(13)
  deallocate (h%v)
  print *, allocated(h%v), allocated(g%v)
  allocate (h%v, stat = stat); print *, stat
  allocate (h%v, stat = stat); print *, stat /= 0
  allocate (global, source = f)
  call global%tell(14)
  print *, extends_type_of(global, b), same_type_as(global, f)
  nullify (p)
  print *, associated(p)
end program
