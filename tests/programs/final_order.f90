! Which objects are finalized, and in which order: own procedure, components, parent.
module finals
  implicit none
  type :: part
    integer :: k = 0
  contains
    final :: end_part
  end type
  type :: base
    integer :: id = 0
    type(part) :: p
  contains
    final :: end_base
  end type
  type, extends(base) :: ext
    integer :: extra = 0
  contains
    final :: end_ext
  end type
  type :: holder
    type(base), allocatable :: b
    class(base), allocatable :: c
    type(base), pointer :: q => null()
  end type
  type :: vec
    integer :: n = 0
  contains
    final :: end_vec, end_vecs
  end type
  type :: el
    integer :: n = 0
  contains
    final :: end_el
  end type
contains
  subroutine end_part(x)
    type(part), intent(inout) :: x
    print *, '    final part', x%k
  end subroutine
  subroutine end_base(x)
    type(base), intent(inout) :: x
    print *, '    final base', x%id
  end subroutine
  subroutine end_ext(x)
    type(ext), intent(inout) :: x
    print *, '    final ext', x%id, x%extra
  end subroutine
  subroutine end_vec(x)
    type(vec), intent(inout) :: x
    print *, '    final vec', x%n
  end subroutine
  subroutine end_vecs(x)
    type(vec), intent(inout) :: x(:)
    print *, '    final vecs', x%n
  end subroutine
  impure elemental subroutine end_el(x)
    type(el), intent(inout) :: x
    print *, '    final el', x%n
  end subroutine
  subroutine locals()
    type(base) :: a
    type(base), allocatable :: b
    class(base), allocatable :: c
    type(ext), pointer :: d
    type(vec) :: v, w(2)
    type(vec), allocatable :: u(:)
    type(el) :: e(2)
    type(holder) :: h
    type(base), save :: s
    a%id = 1; a%p%k = 10
    allocate (b); b%id = 2
    allocate (ext :: c); c%id = 3
    allocate (d); d%id = 4
    v%n = 5; w%n = [6, 7]
    allocate (u(2)); u%n = 8
    e%n = [9, 10]
    allocate (h%b); h%b%id = 11
    allocate (ext :: h%c); h%c%id = 12
    print *, '  leave'
  end subroutine
  subroutine out(x)
    type(base), intent(out) :: x
    print *, '  in out'
  end subroutine
  subroutine out_class(x)
    class(base), intent(out) :: x
    print *, '  in out_class', x%id
  end subroutine
  function make(n) result(r)
    integer, intent(in) :: n
    type(base) :: r
    r%id = n
  end function
  function make_alloc(n) result(r)
    integer, intent(in) :: n
    type(base), allocatable :: r
    allocate (r)
    r%id = n
  end function
end module
program p
  use finals
  implicit none
  type(base) :: x, y
  type(base), allocatable :: a, b
  class(base), allocatable :: c
  class(base), pointer :: q
  type(ext) :: e
  type(vec), allocatable :: v(:)
  type(holder), allocatable :: h
  print *, 'locals'; call locals()
  x%id = 20; y%id = 21
  print *, 'assign'; x = y
  print *, 'construct'; x = base(22)
  print *, 'function'; x = make(23)
  print *, 'falloc'; x = make_alloc(24)
  print *, 'out'; call out(x)
  x%id = 25
  print *, 'outclass'; call out_class(x)
  e%id = 26
  print *, 'outclass e'; call out_class(e)
  allocate (a); a%id = 27
  print *, 'dealloc'; deallocate (a)
  allocate (a); a%id = 28
  allocate (b); b%id = 29
  print *, 'alloc assign'; a = b
  print *, 'move'; call move_alloc(b, a)
  allocate (ext :: c); c%id = 30
  print *, 'dealloc class'; deallocate (c)
  allocate (ext :: q); q%id = 31
  print *, 'dealloc ptr'; deallocate (q)
  allocate (c, source=e)
  print *, 'class assign'; c = x
  allocate (v(3)); v%n = [1, 2, 3]
  print *, 'arr assign'; v = v(1:2)
  print *, 'arr dealloc'; deallocate (v)
  allocate (h); allocate (h%b, h%q); h%b%id = 32; h%q%id = 33
  print *, 'holder'; deallocate (h)
  print *, 'end'
end program
