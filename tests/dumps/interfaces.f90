! What units look like from outside: types of the source, ranks and bounds, intents, and the dummy arguments that go with
! others. A scalar or an array (*) of its variable's type has no line.
! test: dump cfg
subroutine shapes(n, k, x, a, b, c, d, e)
  integer, intent(in) :: n
  integer :: k
  real, intent(out) :: x
  real(8) :: a(n, 3), b(k:n, *), c(2*n), e(*)
  real(8), intent(inout) :: d(0:, :)
  d(0, 1) = a(1, 1) + b(k, 1) + c(1) + e(1)
  x = 1.0
end subroutine

complex(8) function pole(z, name, names, flags, byte)
  complex(8), intent(in) :: z
  character(*), intent(in) :: name
  character(3) :: names(n)
  integer, parameter :: n = 4
  logical(1) :: flags(2)
  integer(1) :: byte
  pole = z
end function

function label(work, spare) result(text)
  real, allocatable :: work(:)
  integer, allocatable :: spare
  character(5) :: text
  allocate (work(2:9))
  text = "none"
contains
  subroutine fill()
    work = 1.0
  end subroutine
end function

function twice(v, f)
  real, intent(in) :: v(:)
  real :: twice(size(v))
  real, external :: f
  twice = f(v(1))*v
end function

complex function entered(z, m)
  complex z, other
  integer m, table(m)
  entered = z
  return
  entry other(table, m)
  other = table(m)
end function
