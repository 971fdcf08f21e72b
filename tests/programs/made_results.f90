! Functions whose bounds depend on elements of arguments make their value themselves.
module m
  implicit none
  type grid
    integer :: dims(2) = [2, 3]
    integer, allocatable :: sizes(:)
  contains
    procedure :: field
    procedure :: second
  end type
  integer :: order(2) = [4, 1]
contains
  function zeros(n) result(a)
    integer, intent(in) :: n(2)
    real :: a(n(1), n(2))
    a = 0
    a(1, n(2)) = 1
  end function
  pure function reshaped(v, n) result(a)
    real, intent(in) :: v(:)
    integer, intent(in), dimension(2) :: n
    real :: a(0:n(1) - 1, n(2))
    a = reshape(v, n)
  end function
  function field(self, level)
    class(grid), intent(in) :: self
    integer, intent(in) :: level
    real, dimension(self%dims(1), self%dims(2)) :: field
    field = level
  end function
  function second(self) result(r)
    class(grid), intent(in) :: self
    integer :: r(self%sizes(2))
    r = self%sizes(1)
  end function
  function from_module() result(r)
    integer :: r(order(1), order(2))
    r = 7
  end function
  recursive function powers(base, n) result(r)
    integer, intent(in) :: base, n(:)
    integer :: r(n(size(n)))
    r(1) = base
    if (size(r) > 1) r(2:) = base * powers(base, n - 1)
  end function
  function letters(n) result(r)
    integer, intent(in) :: n(:)
    character(3) :: r(n(1))
    r = 'abc'
  end function
end module
program t
  use m
  implicit none
  interface
    function outside(n) result(p)
      integer, intent(in) :: n(3)
      integer :: p(n(1), n(2), n(3))
    end function
  end interface
  type(grid) :: g
  real, allocatable :: a(:, :)
  real :: b(3, 2)
  integer :: i
  a = zeros([2, 3])
  print *, shape(a), a
  b = zeros(ubound(b)) + reshaped([(real(i), i=1, 6)], [3, 2])
  print *, b
  print *, sum(reshaped([1., 2., 3., 4.], g%dims(1) * [1, 1]))
  print *, g%field(5), shape(g%field(1))
  g%sizes = [9, 4]
  print *, g%second()
  print *, size(from_module()), powers(3, [1, 5])
  print *, letters([2, 1])
  print *, shape(outside([1, 2, 3])), sum(outside([2, 2, 2]))
end program
function outside(n) result(p)
  integer, intent(in) :: n(3)
  integer :: p(n(1), n(2), n(3))
  p = product(n)
end function
