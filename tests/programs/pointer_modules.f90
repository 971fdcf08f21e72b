! Pointers of modules, private ones, renamed ones, targets that keep their values, defined operators.
module store
  implicit none
  private
  type, public :: box
    private
    integer, pointer :: data(:) => null()
    integer, public :: used = 0
  end type
  type, public :: entry
    character(10) :: name
    real :: value
    type(entry), pointer :: next => null()
  end type
  type, public :: table
    type(entry), pointer :: slot => null()
  end type
  integer, pointer, public :: global(:) => null()
  integer, target :: hidden(3) = [7, 8, 9]
  integer, target, public :: open_to_all = 5
  real, pointer :: memo => null()
  interface put
    module procedure put_integer, put_entry
  end interface
  interface operator(+)
    module procedure joined
  end interface
  interface assignment(=)
    module procedure from_integer
  end interface
  public :: put, total, share, operator(+), assignment(=), lookup, remember, print_all, next_id
contains
  subroutine put_integer(b, i)
    type(box), intent(inout) :: b
    integer, intent(in) :: i
    integer, pointer :: larger(:)
    if (.not. associated(b%data)) allocate (b%data(2))
    if (b%used == size(b%data)) then
      allocate (larger(2*b%used))
      larger(:b%used) = b%data
      deallocate (b%data)
      b%data => larger
    end if
    b%used = b%used + 1
    b%data(b%used) = i
  end subroutine
  subroutine put_entry(b, e)
    type(table), intent(inout) :: b
    type(entry), intent(in) :: e
    type(entry), pointer :: new
    allocate (new)
    new = e
    new%next => b%slot
    b%slot => new
  end subroutine
  integer function total(b)
    type(box), intent(in) :: b
    total = 0
    if (associated(b%data)) total = sum(b%data(1:b%used))
  end function
  subroutine share
    global => hidden
  end subroutine
  function joined(a, b) result(c)
    type(box), intent(in) :: a, b
    type(box) :: c
    allocate (c%data(a%used + b%used))
    c%data = [a%data(1:a%used), b%data(1:b%used)]
    c%used = size(c%data)
  end function
  subroutine from_integer(b, i)
    type(box), intent(out) :: b
    integer, intent(in) :: i
    call put_integer(b, i)
  end subroutine
  function lookup(t, name) result(value)
    type(table), intent(in) :: t
    character(*), intent(in) :: name
    real, pointer :: value
    type(entry), pointer :: at
    nullify (value)
    at => t%slot
    do while (associated(at))
      if (at%name == name) then
        value => at%value
        exit
      end if
      at => at%next
    end do
  end function
  subroutine remember(x, y)
    real, intent(in) :: x
    real, intent(out) :: y
    if (.not. associated(memo)) then
      allocate (memo)
      memo = 0
    end if
    memo = memo + x
    y = memo
  end subroutine
  subroutine print_all(t)
    type(table), intent(in) :: t
    type(entry), pointer :: p
    p => t%slot
    do
      if (.not. associated(p)) exit
      write (*, '(a, f6.2)') p%name, p%value
      p => p%next
    end do
  end subroutine
  integer function next_id()
    integer, save, target :: id = 10
    integer, pointer :: p
    p => id
    p = p + 1
    next_id = id
  end function
end module
program pointer_modules
  use store, every => global
  implicit none
  type(box) :: a, b, c
  type(table) :: t
  real, pointer :: v
  integer, pointer :: p
  real :: y
  integer :: i
  do i = 1, 5
    call put(a, i)
  end do
  b = 40
  c = a + b
  print *, total(a), total(b), total(c), c%used
  call share
  every(2) = every(2)*10
  print *, every, size(every)
  p => open_to_all
  p = 6
  print *, open_to_all
  call put(t, entry('one', 1.0, null()))
  call put(t, entry('two', 2.0))
  call put(t, entry(name='three', value=3.0, next=null()))
  v => lookup(t, 'two')
  if (associated(v)) v = 22
  call print_all(t)
  if (.not. associated(lookup(t, 'four'))) print *, 'none'
  call remember(1.5, y)
  call remember(2.0, y)
  print *, y
  print *, next_id(), next_id()
  print *, next_id()
end program
