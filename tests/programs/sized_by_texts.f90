! Bounds and lengths that ask about arrays of texts and their elements: such an array was taken for a scalar there, or not
! known yet, as texts got their sizes last.
module text
  implicit none
  character(4) :: cur(2) = ['abcd', 'x   ']
contains
  subroutine widths(rows, total)
    character(*), intent(in) :: rows(:)
    integer, intent(out) :: total
    integer :: w(size(rows))
    logical :: l(2*size(rows)), l2(ubound(rows, 1))
    w = len_trim(rows)
    total = sum(w)
    print *, size(w), size(l), size(l2)
  end subroutine
  subroutine s()
    integer :: x(len_trim(cur(2)))
    print *, size(x)
  end subroutine
  subroutine e(c, n, m)
    integer, intent(in) :: n, m
    character(5), intent(in) :: c(n, m)
    real :: x(size(c)), y(size(c, 1)), z(min(m, size(c)))
    integer :: q(len_trim(c(2, 1)))
    character(len_trim(c(2, 1))) :: t
    integer :: cc(count(c /= 'one'))
    integer :: kk(maxval(len_trim(c)))
    t = 'abcdefgh'
    print *, size(x), size(y), size(z), size(q), t, size(cc), size(kk)
  end subroutine
  subroutine f(c, x)
    character(*), intent(in) :: c(:)
    real, intent(in) :: x(size(c))
    print *, x
  end subroutine
  subroutine b(c)
    character(*), intent(in) :: c(:)
    character(len_trim(c(2))) :: t
    t = 'abcdefgh'
    print *, t
  end subroutine
end module
program p
  use text
  implicit none
  integer :: n
  character(5) :: c(2,3) = 'one'
  call widths(['one  ', 'three', 'to   '], n)
  print *, n
  call s
  c(2,1) = 'four'
  call e(c, 2, 3)
  call f(['a','b','c'], [1.,2.,3.])
  call b(['a  ', 'bc '])
end program
