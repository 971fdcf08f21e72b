! Lengths of results that ask about the arrays among the arguments, and about what they hold; indices of implied DOs that
! need more than default INTEGER; constructors without items.
program result_lengths
  implicit none
  character(1) :: a(5) = ['a','b','c','d','e']
  character(10) :: t
  integer(8) :: i
  t = joined(a)
  print *, t, len(joined(a)), len(joined(a(2:3)))
  i = 10000000000_8
  call show([(i, i = i, i + 5, 2_8)])
  print *, len([character(7) ::]), size([character(7) ::])
  print *, summed(['a ', 'bb'], '-'), len(summed(['a ', 'bb'], '-'))
  print *, twice(['ab', 'cd']), len(twice(a))
contains
  subroutine show(v)
    integer(8), intent(in) :: v(:)
    print *, v
  end subroutine
  function joined(c) result(text)
    character(1), dimension(:) :: c
    character(int(size(c, 1), kind=8)) :: text
    integer :: i
    do i = 1, size(c, 1)
      text(i:i) = c(i)
    end do
  end function
  function summed(words, sep) result(str)
    character(*), intent(in) :: words(:), sep
    character((size(words) - 1) * len_trim(sep) + sum(len_trim(words))) :: str
    integer :: i
    str = words(1)
    do i = 2, size(words)
      str = trim(str) // trim(sep) // words(i)
    end do
  end function
  elemental function twice(y) result(x)
    character(*), intent(in) :: y
    character(2 * len(y)) :: x
    x = y // y
  end function
end program
