! Inquiries about elements of arrays and of components of elements, in constant expressions; a procedure that is called
! by a name of the type of another object, which is the procedure itself.
module walks
  implicit none
  type base
    integer :: k = 1
  contains
    procedure :: walk
  end type
  type, extends(base) :: longer
    type(base) :: inside
  contains
    procedure :: walk => walk_on
  end type
contains
  subroutine walk(self)
    class(base), intent(in) :: self
    print *, 'base', self%k
  end subroutine
  subroutine walk_on(self)
    class(longer), intent(in) :: self
    type(longer) :: other
    integer, save :: count = 0
    count = count + 1
    print *, 'longer', count
    if (count < 3) call other%walk()
    call self%inside%walk()
  end subroutine
end module

program main
  use walks
  implicit none
  type cell
    real(8) :: x = 2
    integer(2) :: n(3) = 7
  end type
  real(8) :: a(3) = 1
  character(5) :: words(2) = 'abc'
  logical(1) :: set(2) = .true.
  type(cell) :: cells(2)
  integer, parameter :: k = kind(a(1)), d = digits(a(2)), s = storage_size(words(1)), n = len(words(2))
  real(kind(a(1))) :: x
  type(longer) :: it
  x = real(1, kind(cells(1)%x))/3
  print *, k, d, s, n, kind(set(1)), kind(x), x, real(1, kind(a(3)))/3
  print *, huge(a(1)), int(3.7, kind(cells(2)%n(1))), kind(int(1, kind(cells(2)%n)))
  call it%walk()
end program
