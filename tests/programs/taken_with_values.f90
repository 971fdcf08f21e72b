! Functions whose value is made in an argument take variables of their host, and get internal procedures that take some.
program main
  implicit none
  type wcount
    real, allocatable :: w(:)
    character(:), allocatable :: name
  end type
  type(wcount), allocatable :: wc(:)
  real, allocatable :: r(:)
  integer :: k
  real, allocatable :: host(:)
  allocate (wc(2))
  wc(2)%w = [1., 2.]
  wc(1)%name = 'first'
  wc(2)%name = 'second one'
  r = get()
  print *, r
  print *, label(1), '|', label(2), '|'
  r = scaled([1., 2.], 3.)
  print *, r
  k = 7
  host = [4., 5.]
  print *, applied(f, 3)
  print *, grown(f)
  print *, texts(f), '|'
  print *, turned(f), padded(f), '|'
contains
  function get() result(x)
    real, allocatable :: x(:)
    x = wc(2)%w
  end function
  function label(i) result(s)
    integer, intent(in) :: i
    character(:), allocatable :: s
    s = wc(i)%name // '!'
  end function
  function scaled(a, by) result(x)
    real, intent(in) :: a(:), by
    real, allocatable :: x(:)
    x = [by*a, wc(2)%w]
  end function
  integer function f(i)
    integer, intent(in) :: i
    f = i*k + size(host) + size(wc)
  end function
  function applied(g, n) result(y)
    interface
      integer function g(i)
        integer, intent(in) :: i
      end function
    end interface
    integer, intent(in) :: n
    integer :: y(n), i
    y = [(g(i), i = 1, n)]
  end function
  function grown(g) result(y)
    procedure(f) :: g
    real, allocatable :: y(:)
    y = [real(g(1)), host]
  end function
  function texts(g) result(s)
    procedure(f) :: g
    character(:), allocatable :: s
    s = repeat('x', g(1)) // wc(1)%name
  end function
  complex function turned(g) result(z)
    procedure(f) :: g
    z = cmplx(g(2), -g(1))
  end function
  function padded(g) result(s)
    procedure(f) :: g
    character(12) :: s
    write (s, '(i5)') g(2)
  end function
end program
