! Lengths of values of functions that depend on elements of arguments, and of constants.
module m
  implicit none
  integer :: width = 4
  character(*), parameter :: names(3) = ['one  ', 'two  ', 'three']
  type thing
    character(:), allocatable :: name
    character(8) :: tags(2) = 'tag'
    integer :: n(2) = [3, 5]
  contains
    procedure :: label, tag, padded
  end type
contains
  function label(self) result(r)
    class(thing), intent(in) :: self
    character(len(self%name) + 2) :: r
    r = '<' // self%name // '>'
  end function
  function tag(self) result(r)
    class(thing), intent(in) :: self
    character(len_trim(self%tags(2))) :: r
    r = self%tags(2)
  end function
  function padded(self) result(r)
    class(thing), intent(in) :: self
    character(self%n(2)) :: r
    r = self%name
  end function
  function joined(s) result(r)
    character(*), intent(in) :: s(:)
    character(sum(len_trim(s)) + size(s) - 1) :: r
    integer :: i
    r = s(1)
    do i = 2, size(s)
      r = trim(r) // ',' // s(i)
    end do
  end function
  function first(s) result(r)
    character(*), intent(in) :: s(:)
    character(len_trim(s(1))) :: r
    r = s(1)
  end function
  function of_module() result(r)
    character(width) :: r
    r = 'abcdefgh'
  end function
  function named(i) result(r)
    integer, intent(in) :: i
    character(len_trim(names(i))) :: r
    r = names(i)
  end function
  function digits_of(i) result(r)
    integer, intent(in) :: i
    character(count_digits(i)) :: r
    write (r, '(i0)') i
  end function
  pure integer function count_digits(i)
    integer, intent(in) :: i
    integer :: k
    k = abs(i)
    count_digits = merge(1, 0, i < 0) + 1
    do while (k > 9)
      count_digits = count_digits + 1
      k = k / 10
    end do
  end function
  function lower(s) result(r)
    character(*), intent(in) :: s
    character(len(s)) :: r
    integer :: i
    do i = 1, len(s)
      r(i:i) = s(i:i)
      if (s(i:i) >= 'A' .and. s(i:i) <= 'Z') r(i:i) = achar(iachar(s(i:i)) + 32)
    end do
  end function
  function words(s) result(r)
    character(*), intent(in) :: s(:)
    character(maxval(len_trim(s))) :: r(size(s))
    r = s
  end function
end module
program t
  use m
  implicit none
  type(thing) :: x
  character(3) :: two(2) = ['xy ', 'z  '], low(-1:0) = ['abc', 'd  ']
  x%name = 'abc'
  print *, x%label() // '|', x%tag() // '|', x%padded() // '|'
  print *, joined(['ab ', 'c  ', 'def']) // '|', first(two) // first(two(2:1:-1)) // first(low) // '|'
  print *, of_module() // '|', named(2) // '|', digits_of(-1234) // '|', lower('HeLLo') // '|'
  print *, words(['ab ', 'c  ']), len(words(['ab ', 'c  ']))
end program
