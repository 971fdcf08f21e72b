! Arrays of assumed rank: a procedure is compiled for each rank that it is called with.
module ranks
  implicit none
  type point
    real :: x = 1
    integer :: n(2) = 2
  end type
  interface show
    module procedure show_real, show_integer
  end interface
contains
  integer function dimensions_of(a)
    real, intent(in) :: a(..)
    dimensions_of = rank(a)
  end function
  subroutine show_real(a, name)
    real, dimension(..), intent(in) :: a
    character(*), intent(in), optional :: name
    if (present(name)) print *, name
    print *, 'rank', rank(a), 'size', size(a), 'shape', shape(a)
    select rank (a)
    rank (0)
      print *, 'scalar', a
    rank (1)
      print *, 'vector', a, ubound(a)
    rank (2)
      print *, 'matrix', a(1, :), sum(a)
    rank default
      print *, 'more', lbound(a), ubound(a)
    end select
  end subroutine
  subroutine show_integer(a)
    integer, intent(in) :: a(..)
    print *, 'integers', rank(a), size(a)
    call inner(a)
  contains
    subroutine inner(b)
      integer, intent(in) :: b(..)
      select rank (c => b)
      rank (1)
        print *, 'inner', c, maxval(c)
      rank (0)
        print *, 'inner', c + 1
      end select
    end subroutine
  end subroutine
  subroutine fill(a, value)
    real, intent(inout) :: a(..)
    real, intent(in) :: value
    integer :: i
    whole: select rank (a)
    rank (0) whole
      a = value
    rank (1)
      do i = 1, size(a)
        a(i) = value * i
        if (i == 3) exit whole
      end do
      print *, 'short'
    rank (2)
      a = value
      a(1, 1) = 0
    end select whole
  end subroutine
  subroutine make(a, n)
    real, allocatable, intent(inout) :: a(..)
    integer, intent(in) :: n
    print *, allocated(a)
    select rank (a)
    rank (1)
      if (allocated(a)) deallocate (a)
      allocate (a(n))
      a = n
    rank (2)
      allocate (a(n, 2))
      a = 2 * n
    end select
  end subroutine
  subroutine sums(p, total)
    type(point), intent(in) :: p(..)
    real, intent(out) :: total
    total = -1
    select rank (p)
    rank (0)
      total = p%x
    rank (1)
      total = sum(p%x) + sum(p(2)%n)
    end select
  end subroutine
  subroutine maybe(a, b)
    integer, optional, intent(in) :: a(..)
    integer, intent(in) :: b
    print *, present(a), b
    if (present(a)) print *, size(a)
  end subroutine
  subroutine anything(x)
    class(*), intent(in) :: x(..)
    select rank (x)
    rank (0)
      select type (x)
      type is (integer)
        print *, 'an integer', x
      type is (character(*))
        print *, 'a text', x
      type is (point)
        print *, 'a point', x%x
      end select
    rank (1)
      select type (x)
      type is (real)
        print *, 'reals', x
      class default
        print *, 'others', size(x)
      end select
    end select
  end subroutine
  subroutine texts(t)
    character(*), intent(in) :: t(..)
    print *, len(t), rank(t)
    select rank (t)
    rank (0)
      print *, t // '.'
    rank (1)
      print *, t
    end select
  end subroutine
end module
program p
  use ranks
  implicit none
  real :: s, v(4), m(2, 3), c(2, 1, 2)
  real, allocatable :: a1(:), a2(:, :)
  type(point) :: one, some(3)
  s = 1.5; v = [1, 2, 3, 4]; m = reshape([1., 2., 3., 4., 5., 6.], [2, 3]); c = 1
  print *, dimensions_of(s), dimensions_of(v), dimensions_of(m(:, 1:2)), dimensions_of(c), dimensions_of(2 * v)
  call show(s)
  call show(v(2:3), 'named')
  call show(m, name='m')
  call show(c)
  call show(3)
  call show([4, 7, 6])
  call fill(s, 2.0)
  call fill(v, 3.0)
  call fill(v(1:2), 5.0)
  call fill(m(:, 2:3), 8.0)
  print *, s, v, m
  call make(a1, 3)
  call make(a1, 2)
  call make(a2, 2)
  print *, a1, a2
  call sums(one, s)
  print *, s
  call sums(some, s)
  print *, s
  call maybe(b=1)
  call maybe([1, 2], 2)
  call anything(3)
  call anything('abc')
  call anything(one)
  call anything(v)
  call anything([1, 2])
  call texts('abc')
  call texts(['ab', 'cd'])
end program
