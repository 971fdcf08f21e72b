! Procedure pointers in a list, as the result of a function, as OPTIONAL arguments; internal and external procedures as
! their targets.
module reg
  implicit none
  private
  public :: entry_t, add, run_all, get, kind_of, op
  abstract interface
    pure integer function op(a, b)
      integer, intent(in) :: a, b
    end function
  end interface
  type :: entry_t
    character(8) :: name = ''
    procedure(op), pointer, nopass :: f => null()
    type(entry_t), pointer :: next => null()
  end type
  type(entry_t), pointer :: head => null()
contains
  subroutine add(name, f)
    character(*), intent(in) :: name
    procedure(op) :: f
    type(entry_t), pointer :: e
    allocate (e)
    e%name = name
    e%f => f
    e%next => head
    head => e
  end subroutine
  subroutine run_all(a, b)
    integer, intent(in) :: a, b
    type(entry_t), pointer :: e
    e => head
    do while (associated(e))
      print *, e%name, e%f(a, b), e%f(b=a, a=b)
      e => e%next
    end do
  end subroutine
  function get(name) result(f)
    character(*), intent(in) :: name
    procedure(op), pointer :: f
    type(entry_t), pointer :: e
    f => null()
    e => head
    do while (associated(e))
      if (e%name == name) f => e%f
      e => e%next
    end do
  end function
  subroutine kind_of(f, what)
    procedure(op), pointer, intent(in), optional :: f
    character(*), intent(out) :: what
    what = 'none'
    if (present(f)) then
      what = 'null'
      if (associated(f)) what = 'set'
    end if
  end subroutine
end module
program p
  use reg
  implicit none
  interface
    pure integer function ext(a, b)
      integer, intent(in) :: a, b
    end function
  end interface
  procedure(op), pointer :: q
  character(8) :: w
  integer :: base = 100
  call add('plus', plus)
  call add('ext', ext)
  call add('times', times)
  call run_all(3, 5)
  q => get('ext')
  print *, q(9, 2)
  q => get('nothing')
  call kind_of(q, w); print *, w
  call kind_of(what=w); print *, w
  q => get('plus')
  call kind_of(q, w); print *, w
  q => with_host
  print *, q(1, 2)
  base = 200
  print *, q(1, 2)
  print *, twice(q, 4)
contains
  pure integer function plus(a, b)
    integer, intent(in) :: a, b
    plus = a + b
  end function
  pure integer function times(a, b)
    integer, intent(in) :: a, b
    times = a * b
  end function
  pure integer function with_host(a, b)
    integer, intent(in) :: a, b
    with_host = a + b + base
  end function
  integer function twice(f, n)
    procedure(op) :: f
    integer, intent(in) :: n
    twice = f(f(n, n), n)
  end function
end program
pure integer function ext(a, b)
  integer, intent(in) :: a, b
  ext = a - b
end function
