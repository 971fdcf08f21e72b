! Internal procedures as arguments that take variables of all kinds from their hosts, and have arguments of assumed shape
! and length: what belongs to these comes before what they take.
module solvers
  implicit none
  interface
    function rhs(t, y) result(dy)
      real, intent(in) :: t, y(:)
      real :: dy(size(y))
    end function
  end interface
contains
  subroutine euler(f, y, n, h)
    procedure(rhs) :: f
    real, intent(inout) :: y(:)
    integer, intent(in) :: n
    real, intent(in) :: h
    integer :: i
    do i = 1, n
      y = y + h*f(i*h, y)
    end do
  end subroutine
  subroutine twice(show, names)
    interface
      subroutine show(name, list)
        character(*), intent(in) :: name
        character(*), intent(in) :: list(:)
      end subroutine
    end interface
    character(*), intent(in) :: names(:)
    call show(names(1), names(2:))
    call outer(show)
  contains
    subroutine outer(again)
      interface
        subroutine again(name, list)
          character(*), intent(in) :: name
          character(*), intent(in) :: list(:)
        end subroutine
      end interface
      call again('inner', names)
    end subroutine
  end subroutine
end module
subroutine run(m, scale, label, w)
  use solvers
  implicit none
  integer, intent(in) :: m
  real, intent(in) :: scale
  character(*), intent(in) :: label
  real, intent(in) :: w(:)
  real :: y(m), decay(m)
  character(8) :: tag
  real, allocatable :: seen(:)
  integer :: calls
  calls = 0
  y = 1
  decay = [(scale*calls_of(m), calls = 1, m)]
  calls = 0
  call euler(decays, y, 4, 0.25)
  print *, y, calls
  tag = 'tag'
  call twice(show, ['ab ', 'cde', 'f  '])
  print *, tag, seen
  call apply(sum_of)
  call each(seen, add)
  print *, calls
contains
  subroutine each(x, f)
    real, intent(in) :: x(:)
    external :: f
    integer :: i
    do i = 1, size(x)
      call f(x(i))
    end do
  end subroutine
  subroutine add(x)
    real, intent(in) :: x
    calls = calls + nint(x)*size(seen)*nint(seen(2))
  end subroutine
  integer function calls_of(k)
    integer, intent(in) :: k
    calls_of = k + calls
  end function
  function decays(t, y) result(dy)
    real, intent(in) :: t, y(:)
    real :: dy(size(y))
    dy = -decay*y + w(1)*t
    calls = calls + 1
  end function
  subroutine show(name, list)
    character(*), intent(in) :: name
    character(*), intent(in) :: list(:)
    print *, name, '|', list, '|', label, size(list), len(list), w(size(w))
    tag = name
    if (.not. allocated(seen)) allocate (seen(0))
    seen = [seen, real(len(name))]
  end subroutine
  subroutine apply(f)
    interface
      function f(x) result(s)
        real, intent(in) :: x(:)
        character(:), allocatable :: s
      end function
    end interface
    print *, f([1., 2.])//'.', f(w)
  end subroutine
  function sum_of(x) result(s)
    real, intent(in) :: x(:)
    character(:), allocatable :: s
    character(10) :: text
    write (text, '(f8.2)') sum(x)*scale
    s = trim(adjustl(text))//label
  end function
end subroutine
program p
  interface
    subroutine run(m, scale, label, w)
      integer, intent(in) :: m
      real, intent(in) :: scale
      character(*), intent(in) :: label
      real, intent(in) :: w(:)
    end subroutine
  end interface
  call run(3, 0.5, 'xyz', [0.5, 1.5])
end program
