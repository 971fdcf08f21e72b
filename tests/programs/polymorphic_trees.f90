! Functions whose results are pointers of CLASS, trees of such pointers, and SELECT TYPE in SELECT TYPE.
module expr_m
  implicit none
  type, abstract :: expr
  contains
    procedure(eval_i), deferred :: eval
    procedure(same_i), deferred :: same
    generic :: operator(==) => same
    procedure :: depth => expr_depth
  end type
  type :: ref
    class(expr), pointer :: p => null()
  end type
  abstract interface
    recursive function eval_i(self, x) result(v)
      import :: expr
      class(expr), intent(in) :: self
      real(8), intent(in) :: x
      real(8) :: v
    end function
    function same_i(self, other) result(v)
      import :: expr
      class(expr), intent(in) :: self
      class(expr), intent(in) :: other
      logical :: v
    end function
  end interface
  type, extends(expr) :: const
    real(8) :: v = 0
  contains
    procedure :: eval => const_eval
    procedure :: same => const_same
  end type
  type, extends(expr) :: var
  contains
    procedure :: eval => var_eval
    procedure :: same => var_same
  end type
  type, extends(expr) :: binary
    character :: op = '+'
    class(expr), pointer :: l => null(), r => null()
  contains
    procedure :: eval => binary_eval
    procedure :: same => binary_same
    procedure :: depth => binary_depth
  end type
contains
  recursive function expr_depth(self) result(d)
    class(expr), intent(in) :: self
    integer :: d
    d = 1
  end function
  recursive function binary_depth(self) result(d)
    class(binary), intent(in) :: self
    integer :: d
    d = 1 + max(self%l%depth(), self%r%depth())
  end function
  recursive function const_eval(self, x) result(v)
    class(const), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%v
  end function
  recursive function var_eval(self, x) result(v)
    class(var), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = x
  end function
  recursive function binary_eval(self, x) result(v)
    class(binary), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    select case (self%op)
    case ('+')
      v = self%l%eval(x) + self%r%eval(x)
    case ('*')
      v = self%l%eval(x) * self%r%eval(x)
    case default
      v = -1
    end select
  end function
  function const_same(self, other) result(v)
    class(const), intent(in) :: self
    class(expr), intent(in) :: other
    logical :: v
    v = .false.
    select type (other)
    type is (const)
      v = self%v == other%v
    end select
  end function
  function var_same(self, other) result(v)
    class(var), intent(in) :: self
    class(expr), intent(in) :: other
    logical :: v
    v = same_type_as(self, other)
  end function
  function binary_same(self, other) result(v)
    class(binary), intent(in) :: self
    class(expr), intent(in) :: other
    logical :: v
    v = .false.
    select type (o => other)
    class is (binary)
      v = self%op == o%op
    end select
  end function
  function new_const(v) result(p)
    real(8), intent(in) :: v
    class(expr), pointer :: p
    type(const), pointer :: c
    allocate (c)
    c%v = v
    p => c
  end function
  function new_var() result(p)
    class(expr), pointer :: p
    allocate (var :: p)
  end function
  function new_binary(op, l, r) result(p)
    character, intent(in) :: op
    class(expr), pointer, intent(in) :: l, r
    class(expr), pointer :: p
    type(binary), pointer :: b
    allocate (b)
    b%op = op
    b%l => l
    b%r => r
    p => b
  end function
end module
program main
  use expr_m
  implicit none
  class(expr), pointer :: e, f
  type(ref) :: parts(3)
  integer :: i
  e => new_binary('+', new_binary('*', new_var(), new_const(2d0)), new_const(0.5d0))
  print *, e%eval(3d0), e%depth()
  f => new_const(4d0)
  print *, e == f, f == f, f%eval(0d0), f%depth()
  parts(1)%p => e
  parts(2)%p => f
  parts(3)%p => new_var()
  do i = 1, 3
    print *, i, parts(i)%p%eval(real(i, 8)), parts(i)%p == parts(3)%p, parts(i)%p%same(e)
    select type (q => parts(i)%p)
    type is (binary)
      print *, 'op ', q%op, q%l%depth(), q%r%eval(9d0)
      select type (w => q%l)
      type is (binary)
        print *, 'inner ', w%op, w%eval(2d0)
      class default
        print *, 'no'
      end select
    type is (const)
      q%v = q%v + 1
      print *, 'const', q%v
    class default
      print *, 'default', q%depth()
    end select
  end do
  print *, f%eval(1d0)
end program
