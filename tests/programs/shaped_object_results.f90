! Functions whose value is an array of derived type make it themselves, so that its bounds may depend on anything.
module shapes
  implicit none
  integer :: width = 2
  type pair
    real :: r(2) = 7
    integer :: n = 1
  end type
  type text
    character(:), allocatable :: t
  end type
  type mesh
    integer, allocatable :: e(:)
  contains
    procedure :: points
    procedure :: grid
  end type
  interface operator(.twice.)
    module procedure twice
  end interface
contains
  function twice(a) result(c)
    type(pair), intent(in) :: a(:)
    type(pair) :: c(size(a))
    integer :: i
    do i = 1, size(a)
      c(i)%r = 2 * a(i)%r
    end do
  end function
  function points(self) result(c)
    class(mesh), intent(in) :: self
    type(pair) :: c(size(self%e))
    c%n = self%e
  end function
  function grid(self, rows)
    class(mesh), intent(in) :: self
    integer, intent(in) :: rows
    type(pair), dimension(0:rows - 1, size(self%e) / rows) :: grid
    grid%n = reshape(self%e, [rows, size(self%e) / rows])
    grid(0, :)%n = lbound(grid, 1) - ubound(grid, 2)
  end function
  type(pair) function wide(by) result(c)
    integer, intent(in) :: by
    dimension :: c(width * by)
    c%n = width
  end function
  function words(line) result(w)
    character(*), intent(in) :: line
    type(text) :: w(count(transfer(line, 'a', len(line)) == ' ') + 1)
    integer :: i, at, next
    at = 1
    do i = 1, size(w)
      next = index(line(at:), ' ')
      if (next == 0) next = len(line) - at + 2
      w(i)%t = line(at:at + next - 2)
      at = at + next
    end do
  end function
  recursive function halves(n) result(all)
    integer, intent(in) :: n
    type(pair) :: all(min(n, 2) * max(1, n / 2))
    if (n > 3) then
      all(:size(all) / 2) = halves(n / 2)
      all(size(all) / 2 + 1:) = halves(n / 2)
    end if
    all(1)%n = n
  end function
end module
program t
  use shapes
  implicit none
  interface
    function outside(n) result(p)
      import :: pair
      integer, intent(in) :: n
      type(pair) :: p(n, n + 1)
    end function
  end interface
  type(pair) :: s(3), k(3), m(0:1, 3)
  type(pair), allocatable :: some(:), many(:, :)
  type(text), allocatable :: all(:)
  type(mesh) :: g
  character(:), allocatable :: line
  integer :: i
  s%r(1) = [3., 4., 5.]
  k = twice(s)
  print '(6f6.1)', (k(i)%r, i=1, 3)
  k = .twice. k
  print '(6f6.1)', (k(i)%r, i=1, 3)
  g%e = [1, 2, 3, 4, 5, 6]
  some = g%points()
  print *, size(some), some%n, sum(g%points(), some)
  m = g%grid(2)
  print *, m%n
  many = g%grid(3)
  print *, shape(many), lbound(many), many(1, 2)%n, many(3, 1)%r
  print *, size(wide(3)), shape(g%grid(3))
  width = 5
  some = wide(1)
  print *, size(some), some%n
  all = words('the quick  fox')
  print *, size(all), (all(i)%t // '.', i=1, size(all))
  line = all(2)%t // ' ' // all(1)%t
  all = words(line)
  print *, size(all), (all(i)%t // '.', i=1, size(all))
  some = halves(8)
  print *, some%n
  many = outside(2)
  print *, shape(many), many%n
  call show(twice(twice(s)))
  call inner
contains
  integer function sum(p, q)
    type(pair), intent(in) :: p(:), q(:)
    integer :: i
    sum = 0
    do i = 1, size(p)
      sum = sum + p(i)%n * q(i)%n
    end do
  end function
  subroutine show(p)
    type(pair), intent(in) :: p(:)
    print '(i3, 6f6.1)', size(p), (p(i)%r, i=1, size(p))
  end subroutine
  subroutine inner
    some = of_host()
    print *, size(some), some%n
  end subroutine
  function of_host() result(p)
    type(pair) :: p(size(all) + size(g%e))
    p%n = [(i, i=1, size(p))]
  end function
end program
function outside(n) result(p)
  use shapes, only: pair
  integer, intent(in) :: n
  type(pair) :: p(n, n + 1)
  p(n, 2)%n = 9
end function
