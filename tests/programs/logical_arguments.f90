! LOGICALs of 1, 2 and 8 bytes that share storage, as arguments and as items that are read: they go by a LOGICAL of the
! usual size and back.
program logical_arguments
  implicit none
  logical(1) :: a(6), one, m(2, 3)
  logical(2) :: two(4)
  logical(8) :: wide
  integer(1) :: bytes(6)
  character(20) :: line = 'T F T F T F .true. f'
  integer :: i
  common /c/ a, one, m, wide, two
  equivalence (a, bytes)
  a = .false.
  one = .true.
  wide = .false.
  two = .false.
  m = .false.
  call scalar(one, wide)
  print *, one, wide
  call scalar(a(3), wide)
  call array(a, 6)
  print *, a, bytes
  call array(a(4), 3)
  call array(a(1:5:2), 3)
  print *, a, bytes
  call shaped(m(:, 2:3))
  call shaped(m)
  print *, m
  call pairs(two, 4)
  call pairs(two(3), 1)
  print *, two
  read (line, *) a(2:5), one, wide, two(1)
  print *, bytes, one, wide, two
  read (line, *) (a(i), i = 1, 6)
  read (line, '(l1, 1x, l1)') wide, m(1, 1)
  print *, a, wide, m(1, 1)
  print *, number(a(1)), number(one), number(.not. one), negated(a), by_value(a(2))
  call inner
  print *, bytes, one
contains
  subroutine scalar(l, w)
    logical(1) :: l
    logical(8), intent(inout) :: w
    l = .not. l
    w = .true.
  end subroutine
  subroutine array(l, n)
    integer :: n
    logical(1) :: l(n)
    l(n) = .not. l(n)
    l(1) = .true.
  end subroutine
  subroutine shaped(l)
    logical(1) :: l(:, :)
    l(size(l, 1), size(l, 2)) = .true.
  end subroutine
  subroutine pairs(l, n)
    integer :: n
    logical(2) :: l(*)
    l(n) = .true.
  end subroutine
  integer function number(l)
    logical(1), intent(in) :: l
    number = merge(7, 8, l)
  end function
  elemental logical function negated(l)
    logical(1), intent(in) :: l
    negated = .not. l
  end function
  logical function by_value(l)
    logical(1), value :: l
    l = .not. l
    by_value = l
  end function
  subroutine inner
    one = .not. one
    bytes(1) = 0
    a(2) = one
    call scalar(a(3), wide)
    call array(a, 6)
  end subroutine
end program
