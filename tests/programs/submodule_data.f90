! Pointers, targets, types, texts, procedure arguments and modules that use the parent in separate module procedures.
module m
  implicit none
  type node
    integer :: v = 0
    type(node), pointer :: next => null()
  end type
  type(node), pointer :: head => null()
  integer, target :: store(3) = [1, 2, 3]
  integer, pointer :: view(:)
  integer, allocatable :: table(:)
  interface
    module subroutine push(v)
      integer, intent(in) :: v
    end subroutine
    module function find(v) result(p)
      integer, intent(in) :: v
      type(node), pointer :: p
    end function
    module function words(n) result(w)
      integer, intent(in) :: n
      character(len=n) :: w(2)
    end function
    recursive module function fact(n) result(f)
      integer, intent(in) :: n
      integer :: f
    end function
    module subroutine point_at(a, p)
      integer, target, intent(inout) :: a(:)
      integer, pointer, intent(out) :: p(:)
    end subroutine
    module function apply(f, x) result(y)
      interface
        real function f(x)
          real, intent(in) :: x
        end function
      end interface
      real, intent(in) :: x
      real :: y
    end function
    module subroutine never()
    end subroutine
    module function make(n) result(a)
      integer, intent(in) :: n
      integer, allocatable :: a(:)
    end function
  end interface
  abstract interface
    integer function op(a)
      integer, intent(in) :: a
    end function
  end interface
end module
module user
  use m
  integer :: base = 5
contains
  subroutine all_of_it()
    call push(base)
    call push(base + 1)
  end subroutine
end module
submodule (m) s
  use user, only: base
  type local
    integer :: k = 4
    real, allocatable :: r(:)
  end type
  type(local), save :: mine
  integer, save :: n = 0
contains
  module subroutine push(v)
    integer, intent(in) :: v
    type(node), pointer :: p
    allocate (p)
    p%v = v + base*0
    p%next => head
    head => p
    n = n + 1
    mine%k = mine%k + n
  end subroutine
  module procedure find
    p => head
    do while (associated(p))
      if (p%v == v) return
      p => p%next
    end do
  end procedure
  module function words(n) result(w)
    integer, intent(in) :: n
    character(len=n) :: w(2)
    integer :: i
    do i = 1, 2
      w(i) = repeat(achar(96 + i), n)
    end do
  end function
  module procedure fact
    if (n <= 1) then
      f = 1
    else
      f = n*fact(n - 1)
    end if
  end procedure
  module procedure point_at
    p(0:) => a(2:)
    view => store
    store(2) = mine%k
    if (.not. allocated(mine%r)) allocate (mine%r(n))
    mine%r = 1.5
    store(3) = nint(sum(mine%r))
  end procedure
  module procedure apply
    y = f(x) + twice(2)
  end procedure
  module procedure make
    integer :: i
    a = [(i*n, i = 1, 3)]
    table = a
  end procedure
  integer function twice(k)
    integer, intent(in) :: k
    twice = 2*k
  end function
end submodule
program main
  use user
  use m
  implicit none
  integer, target :: x(3) = [7, 8, 9]
  integer, pointer :: p(:)
  type(node), pointer :: q
  integer, allocatable :: a(:)
  character(:), allocatable :: w(:)
  call all_of_it()
  q => find(6); print *, associated(q), q%v, associated(find(1))
  w = words(3); print *, w
  print *, fact(5)
  call point_at(x, p); p(0) = 80
  print *, x, lbound(p), view, store
  print *, apply(g, 2.0)
  a = make(3); print *, a, table
contains
  real function g(x)
    real, intent(in) :: x
    g = x*x
  end function
end program
