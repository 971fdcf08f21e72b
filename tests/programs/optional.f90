! OPTIONAL dummy arguments of all kinds, given by place and by keyword, left out, and passed on to OPTIONAL ones; those
! of the host in internal procedures; generic names that choose among procedures with OPTIONAL arguments.
module opt
  implicit none
  type point
    real :: x, y
    integer :: tag(2)
  end type
  interface shift
    module procedure shift_real, shift_integer
  end interface
contains
  subroutine scalars(a, i, z, l, s)
    real, intent(in), optional :: a
    integer, intent(inout), optional :: i
    complex, optional :: z
    logical, intent(in), optional :: l
    character(*), intent(inout), optional :: s
    print *, present(a), present(i), present(z), present(l), present(s)
    if (present(a)) print *, 'a', a
    if (present(i)) then
      i = i + 1
      print *, 'i', i
    end if
    if (present(z)) then
      z = z * (0.0, 1.0)
      print *, 'z', z
    end if
    if (present(l) .and. present(a)) print *, 'l', l
    if (present(s)) then
      print *, len(s), s
      s = 'changed'
    end if
  end subroutine
  integer function total(a, n, b, c)
    integer, intent(in) :: n
    integer, optional, intent(in) :: a(:), b(n), c(*)
    integer :: k
    total = 0
    if (present(a)) total = total + sum(a)
    if (present(b)) total = total + 100*sum(b)
    if (present(c)) then
      do k = 1, n
        total = total + 10000*c(k)
      end do
    end if
  end function
  subroutine outer(x, y)
    real, optional :: x, y
    call inner(x, y)
    call inner(y=x)
    call inner(y=y, x=x)
  contains
    subroutine deep
      if (present(x)) then
        x = x + 0.5
        print *, 'deep', x
      else
        print *, 'deep none'
      end if
    end subroutine
    subroutine inner(x, y)
      real, optional :: x
      real, optional :: y
      print *, 'inner', present(x), present(y)
      call deep2
      end subroutine
    subroutine deep2
      call deep
    end subroutine
  end subroutine
  subroutine grow(a, n, t)
    integer, allocatable, optional :: a(:)
    integer, optional :: n
    character(:), allocatable, optional :: t
    if (present(a)) then
      if (.not. allocated(a)) allocate(a(2), source=7)
      a = [a, 1]
    end if
    if (present(n)) n = 5
    if (present(t)) t = 'grown'
    call seen(a, n)
  end subroutine
  subroutine seen(a, n)
    integer, optional, intent(in) :: a(:)
    integer, optional :: n
    print *, 'seen', present(a), present(n)
    if (present(a)) print *, size(a), a
  end subroutine
  subroutine place(p, q)
    type(point), intent(inout), optional :: p
    type(point), optional :: q(:)
    print *, present(p), present(q)
    if (present(p)) then
      p%x = p%x + 1
      p%tag = p%tag*2
    end if
    if (present(q)) q(1)%y = 9
  end subroutine
  subroutine apply(x, f, g)
    real, intent(inout) :: x
    interface
      real function f(y)
        real, intent(in) :: y
      end function
    end interface
    optional :: f
    external :: g
    real, optional :: g
    if (present(f)) x = f(x)
    if (present(g)) x = x + g(x)
  end subroutine
  real function twice(y)
    real, intent(in) :: y
    twice = 2*y
  end function
  elemental real function scaled(x, by)
    real, intent(in) :: x
    real, intent(in), optional :: by
    scaled = x
    if (present(by)) scaled = x*by
  end function
  subroutine shift_real(x, by)
    real, intent(inout) :: x
    real, optional, intent(in) :: by
    if (present(by)) then
      x = x + by
    else
      x = x + 1
    end if
  end subroutine
  subroutine shift_integer(x, by)
    integer, intent(inout) :: x
    integer, optional, intent(in) :: by
    integer :: step
    step = 10
    if (present(by)) step = by
    x = x + step
  end subroutine
end module
program main
  use opt
  implicit none
  integer :: i, v(3)
  complex :: z
  character(10) :: s
  real :: x, y, r(3)
  integer, allocatable :: a(:), nothing(:)
  character(:), allocatable :: t
  type(point) :: p, q(2)
  i = 3; z = (1.0, 2.0); s = 'hello'
  call scalars()
  call scalars(1.5)
  call scalars(1.5, i, z, .true., s)
  call scalars(s=s, i=i)
  call scalars(l=.false., a=2.5)
  print *, i, z, s
  v = [1, 2, 3]
  print *, total(n=3), total(v, 3), total(v(1:2), 3), total(n=3, b=v), total(n=2, c=v), total(v, 3, v, v)
  x = 1; y = 2
  call outer()
  call outer(x)
  call outer(y=y)
  call outer(x, y)
  print *, x, y
  call grow()
  call grow(a)
  call grow(n=i)
  call grow(a, i, t)
  print *, a, i, t
  call seen(nothing)
  call seen(a)
  p = point(1.0, 2.0, [1, 2])
  q = p
  call place()
  call place(p)
  call place(q=q)
  call place(q=q, p=q(2))
  print *, p, q
  x = 3
  call apply(x)
  call apply(x, twice)
  call apply(x, g=twice)
  call apply(x, twice, twice)
  print *, x
  r = [1.0, 2.0, 3.0]
  print *, scaled(r), scaled(r, 2.0), scaled(r, r), scaled(2.0, by=3.0)
  i = 1; x = 1
  call shift(i)
  call shift(i, by=5)
  call shift(x)
  call shift(x, 0.25)
  print *, i, x
end program
