! Functions of many types by pointers; PASS of an argument that is not the first; objects of CLASS.
module results_of
  implicit none
  type :: vec
    real :: x = 0, y = 0
  end type
  type :: base
    integer :: id = 0
    procedure(describe), pointer, pass(obj) :: d => null()
    procedure(maker), pointer, nopass :: make => null()
  end type
  type, extends(base) :: child
    character(5) :: tag = 'child'
  end type
  interface
    subroutine describe(n, obj, extra)
      import :: base
      integer, intent(in) :: n
      class(base), intent(in) :: obj
      integer, intent(in), optional :: extra
    end subroutine
    function maker(a, b) result(v)
      import :: vec
      real, intent(in) :: a, b
      type(vec) :: v
    end function
    function texter(n) result(t)
      integer, intent(in) :: n
      character(:), allocatable :: t
    end function
    function filler(n) result(a)
      integer, intent(in) :: n
      real :: a(n)
    end function
    function fixed(n) result(t)
      integer, intent(in) :: n
      character(4) :: t
    end function
  end interface
  procedure(tail), pointer :: of_procedure => null()
contains
  integer function tail(n)
    integer, intent(in) :: n
    tail = n - 1
  end function
  recursive function fact(n) result(r)
    integer, intent(in) :: n
    integer :: r
    if (n <= 1) then
      r = 1
    else
      of_procedure => fact
      r = n * of_procedure(n - 1)
    end if
  end function
  subroutine d1(n, obj, extra)
    integer, intent(in) :: n
    class(base), intent(in) :: obj
    integer, intent(in), optional :: extra
    select type (obj)
    type is (child)
      print *, 'd1 child', n, obj%id, obj%tag, present(extra)
    class default
      print *, 'd1', n, obj%id, present(extra)
    end select
  end subroutine
  subroutine d2(n, obj, extra)
    integer, intent(in) :: n
    class(base), intent(in) :: obj
    integer, intent(in), optional :: extra
    print *, 'd2', n, obj%id
    if (present(extra)) print *, extra
  end subroutine
  function swap(a, b) result(v)
    real, intent(in) :: a, b
    type(vec) :: v
    v = vec(b, a)
  end function
  function add(a, b) result(v)
    real, intent(in) :: a, b
    type(vec) :: v
    v%x = a + b
  end function
  function stars(n) result(t)
    integer, intent(in) :: n
    character(:), allocatable :: t
    t = repeat('*', n)
  end function
  function dots(n) result(t)
    integer, intent(in) :: n
    character(:), allocatable :: t
    t = repeat('.', 2*n)
  end function
  function ramp(n) result(a)
    integer, intent(in) :: n
    real :: a(n)
    integer :: i
    a = [(real(i), i=1, n)]
  end function
  function four(n) result(t)
    integer, intent(in) :: n
    character(4) :: t
    write (t, '(i4.4)') n
  end function
end module
program p
  use results_of
  implicit none
  type(base), allocatable :: list(:)
  class(base), pointer :: c
  class(base), allocatable :: al
  procedure(texter), pointer :: t
  procedure(filler), pointer :: fl
  procedure(fixed), pointer :: fx
  type(vec) :: v
  integer :: i
  allocate (list(3))
  do i = 1, 3
    list(i)%id = i
    if (mod(i, 2) == 0) then
      list(i)%d => d1
      list(i)%make => swap
    else
      list(i)%d => d2
      list(i)%make => add
    end if
  end do
  do i = 1, 3
    call list(i)%d(10*i)
    call list(i)%d(10*i, extra=i)
    v = list(i)%make(1., 2.)
    print *, v%x, v%y
  end do
  allocate (child :: c)
  c%id = 7
  c%d => d1
  call c%d(1)
  c%d => d2
  call c%d(2, 5)
  allocate (al, source=c)
  al%id = 8
  call al%d(3)
  t => stars
  print *, t(3), len(t(4))
  t => dots
  print *, t(3)
  fl => ramp
  print *, fl(4), sum(fl(3)) + size(fl(2))
  fx => four
  print *, fx(12) // '|'
  of_procedure => tail
  print *, of_procedure(5), fact(5)
end program
