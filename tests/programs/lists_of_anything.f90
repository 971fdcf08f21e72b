! A list whose nodes hold values of any type, pointers to numbers, and arrays of them.
module any_list
  implicit none
  type :: node
    class(*), allocatable :: value
    type(node), pointer :: next => null()
  end type
  type :: list
    type(node), pointer :: head => null(), tail => null()
    integer :: n = 0
  contains
    procedure :: add
    procedure :: show
  end type
contains
  subroutine add(self, value)
    class(list), intent(inout) :: self
    class(*), intent(in) :: value
    type(node), pointer :: p
    allocate(p)
    allocate(p%value, source=value)
    if (.not. associated(self%head)) then
      self%head => p
    else
      self%tail%next => p
    end if
    self%tail => p
    self%n = self%n + 1
  end subroutine
  subroutine show(self)
    class(list), intent(in) :: self
    type(node), pointer :: p
    p => self%head
    do while (associated(p))
      call one(p%value)
      select type (v => p%value)
      type is (integer)
        print *, 'int', v
        v = v + 1
      type is (real(8))
        print '(a,f8.3)', 'real8', v
      type is (character(*))
        print *, 'text [', v, ']', len(v)
      type is (logical)
        print *, 'log', v
      class default
        print *, 'other'
      end select
      p => p%next
    end do
  end subroutine
  subroutine one(x)
    class(*), intent(in) :: x
    select type (x)
    type is (integer)
      print *, 'one int', x
    type is (character(len=*))
      print *, 'one text ', x
    class default
      print *, 'one other'
    end select
  end subroutine
end module
program main
  use any_list
  implicit none
  type(list) :: l
  class(*), allocatable :: a, b
  class(*), pointer :: p
  integer, target :: it = 7
  real, target :: ra(3) = [1., 2., 3.]
  class(*), pointer :: pa(:)
  call l%add(5)
  call l%add(2.5d0)
  call l%add('hello')
  call l%add(.true.)
  call l%add((1.0, 2.0))
  call l%show()
  call l%show()
  a = 3
  call one(a)
  a = 'abc' // 'def'
  call one(a)
  b = a
  call one(b)
  allocate(integer :: p)
  select type (p)
  type is (integer)
    p = 42
  end select
  call one(p)
  deallocate(p)
  p => it
  select type (p)
  type is (integer)
    p = p + 1
  end select
  print *, it
  pa => ra
  select type (pa)
  type is (real)
    pa(2) = 20.
    print *, pa, size(pa)
  end select
  print *, ra
  deallocate(a)
  allocate(character(len=4) :: a)
  select type (a)
  type is (character(*))
    a = 'wxyz1'
    print *, a, len(a)
  end select
  pa => null()
  allocate(pa(2), source=[1, 2])
  select type (pa)
  type is (integer)
    print *, pa
  end select
  deallocate(pa)
  print *, allocated(a), allocated(b)
end program
