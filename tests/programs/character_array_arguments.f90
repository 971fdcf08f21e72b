! Arrays of CHARACTER as arguments of every form of dummy argument, also as sections that are copied and copied back, and
! functions whose value is such an array, or of a length that depends on the arguments.
module m
contains
  subroutine shape_(t)
    character(*), intent(inout) :: t(:)
    integer i
    do i = 1, size(t)
      t(i) = '<' // t(i)
    end do
  end subroutine
  subroutine star(t, n)
    integer, intent(in) :: n
    character(*), intent(inout) :: t(*)
    integer i
    do i = 1, n
      t(i)(1:1) = '*'
    end do
  end subroutine
  subroutine expl(t, n)
    integer, intent(in) :: n
    character(4), intent(inout) :: t(n)
    print *, t
    t = t(n:1:-1)
  end subroutine
  function words(n) result(r)
    integer, intent(in) :: n
    character(n) :: r(3)
    r = 'abcdefgh'
    r(2) = 'x'
  end function
  function upper(s) result(r)
    character(*), intent(in) :: s(:)
    character(len(s)) :: r(size(s))
    integer i, j, k
    do i = 1, size(s)
      do j = 1, len(s)
        k = ichar(s(i)(j:j))
        if (k >= 97 .and. k <= 122) k = k - 32
        r(i)(j:j) = char(k)
      end do
    end do
  end function
  pure integer function twice(n)
    integer, intent(in) :: n
    twice = 2 * n
  end function
  function rep(s, n) result(r)
    character(*), intent(in) :: s
    integer, intent(in) :: n
    character(len=2*n + len(s)) :: r
    r = repeat(s, n)
  end function
  elemental function first(s) result(r)
    character(*), intent(in) :: s
    character(1) :: r
    r = s(1:1)
  end function
end module
program character_array_arguments
  use m
  implicit none
  character(4) :: a(6), b(2, 3)
  integer i
  a = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6']
  call shape_(a)
  print *, a
  call shape_(a(2:6:2))
  print *, a
  call shape_(a(3:4))
  print *, a
  call star(a, 2)
  call star(a(5), 2)
  call star(a(1:5:3), 2)
  print *, a
  call expl(a, 6)
  print *, a
  call expl(a(6:2:-2), 3)
  print *, a
  b = reshape(a, [2, 3])
  call shape_(b(2, :))
  print *, b
  print *, words(2), words(9), '|'
  a(1:3) = words(3)
  print *, a
  print *, upper(a), upper(['abc', 'xyz'])
  print *, '[', rep('ab', 3), ']', len(rep('x', 2))
  print *, first(a), first(['qw', 'er'])
  do i = 1, 2
    call shape_(a(i:i+1))
  end do
  print *, a
  call shape_(a(1:4)(2:3))
  print *, a
  print *, size(words(3)), len(words(3))
end program
