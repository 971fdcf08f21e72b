! CLASS(*): dummy arguments of any type, and pointers and allocated objects of any derived type.
module m
  implicit none
  type :: point
    real :: x = 1, y = 2
  end type
  type, extends(point) :: point3
    real :: z = 3
    integer, allocatable :: tags(:)
  end type
  type :: other
    integer :: k = 5
  end type
  type :: cache
    class(*), allocatable :: raw
  end type
  type :: node
    class(*), pointer :: value => null()
    type(node), pointer :: next => null()
  end type
contains
  recursive function text(x) result(t)
    class(*), intent(in) :: x
    character(:), allocatable :: t
    character(30) :: buffer
    select type (x)
    type is (integer)
      write (buffer, '(i0)') x
      t = 'int ' // trim(buffer)
    type is (integer(8))
      write (buffer, '(i0)') x
      t = 'long ' // trim(buffer)
    type is (real(8))
      write (buffer, '(f8.3)') x
      t = 'double ' // trim(adjustl(buffer))
    type is (real)
      write (buffer, '(f8.3)') x
      t = 'real ' // trim(adjustl(buffer))
    type is (logical)
      t = 'logical ' // merge('yes', 'no ', x)
    type is (character(*))
      t = 'text ' // x
    type is (point)
      t = 'point ' // text(x%x) // text(x%y)
    class is (point)
      t = 'beyond point ' // text(x%x)
    class default
      t = 'unknown'
    end select
  end function
  subroutine say(a, b, c)
    class(*), intent(in) :: a
    class(*), intent(in), optional :: b, c
    print *, text(a), '.'
    if (present(b)) print *, '  and ', text(b), '.'
    if (present(c)) print *, '  and ', text(c), '.'
  end subroutine
  subroutine double_it(x)
    class(*), intent(inout) :: x
    select type (x)
    type is (integer)
      x = 2 * x
    type is (real)
      x = 2 * x
    class is (point)
      x%x = 2 * x%x
    end select
  end subroutine
  function total(x) result(s)
    class(*), intent(in) :: x(:)
    real :: s
    s = -1
    select type (x)
    type is (real)
      s = sum(x)
    type is (integer)
      s = real(sum(x))
    type is (point3)
      s = sum(x%z)
    end select
  end function
  subroutine prepare(c, kind)
    type(cache), intent(inout) :: c
    integer, intent(in) :: kind
    if (allocated(c%raw)) deallocate (c%raw)
    if (kind == 1) then
      allocate (point3 :: c%raw)
    else
      allocate (other :: c%raw)
    end if
    select type (r => c%raw)
    type is (point3)
      r%z = 10 * kind
      r%tags = [kind, kind + 1]
    type is (other)
      r%k = 100 * kind
    end select
  end subroutine
  subroutine view(c)
    type(cache), intent(inout), target :: c
    type(point3), pointer :: p
    call fetch(c, p)
    if (associated(p)) then
      print *, 'has', p%z, p%tags
      p%z = p%z + 1
    else
      print *, 'has not'
    end if
  end subroutine
  subroutine fetch(c, p)
    type(cache), intent(inout), target :: c
    type(point3), pointer, intent(out) :: p
    nullify (p)
    select type (t => c%raw)
    type is (point3)
      p => t
    end select
  end subroutine
end module
program main
  use m
  implicit none
  integer :: i
  real :: r
  type(point) :: p
  type(point3) :: q, qs(2)
  type(cache) :: c, d
  type(other), target :: o
  type(point3), target :: q3
  type(node), pointer :: head, n
  class(*), pointer :: any
  class(*), allocatable :: stuff
  i = 4
  r = 1.5
  call say(i); call say(r, 'hello', 2.5d0); call say(.true., c = p); call say(q, o)
  call say(3_8, b = r * 2, c = i + 1)
  call double_it(i); call double_it(r); call double_it(p); call double_it(q)
  print *, i, r, p%x, q%x
  print *, total([1., 2., 3.]), total([1, 2]), total(qs), total([.true.])
  call prepare(c, 1); call view(c); call view(c)
  d = c
  call view(d)
  call prepare(c, 2); call view(c); call view(d)
  select type (r => c%raw)
  type is (other)
    print *, r%k
  end select
  any => o
  select type (any)
  type is (other)
    any%k = 77
  end select
  print *, o%k, same_type_as(any, o)
  any => q3
  call say(any)
  call double_it(any)
  print *, q3%x
  nullify (head)
  allocate (n); n%value => o; n%next => head; head => n
  allocate (n); n%value => q3; n%next => head; head => n
  allocate (n); allocate (point :: n%value); n%next => head; head => n
  n => head
  do while (associated(n))
    select type (v => n%value)
    type is (point)
      print *, 'point', v%x
    type is (point3)
      print *, 'point3', v%z
    class default
      print *, 'other'
    end select
    n => n%next
  end do
  allocate (stuff, source = q3)
  call say(stuff)
  stuff = p
  call say(stuff)
end program
