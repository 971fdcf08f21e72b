! Lengths that call functions of the program: in results, where the caller needs them too, and in local variables.
module sizes
  implicit none
contains
  pure integer function twice(n)
    integer, intent(in) :: n
    twice = 2 * n
  end function
  pure function width(s) result(n)
    character(*), intent(in) :: s
    integer :: n
    n = len_trim(s)
  end function
  pure function total(a) result(n)
    integer, intent(in) :: a(:)
    integer :: n
    n = sum(a)
  end function
  function rep(s, n) result(r)
    character(*), intent(in) :: s
    integer, intent(in) :: n
    character(len=twice(n) + len(s)) :: r
    r = repeat(s, n)
  end function
  function short(s) result(r)
    character(*), intent(in) :: s
    character(width(s)) :: r
    character(twice(width(s))) :: local
    local = s // s
    r = local(2:)
  end function
  function many(a, m) result(r)
    integer, intent(in) :: a(:), m
    character(total(a)) :: r(m)
    integer :: i
    do i = 1, m
      r(i) = repeat(char(64 + i), 10)
    end do
  end function
end module
program specification_functions
  use sizes, only: rep, short, many
  implicit none
  character(8) :: t = 'abc'
  print *, '[', rep('ab', 3), ']', len(rep('x', 2))
  print *, '[', short(t), ']', len(short('word  ')), '[', short(t(1:1) // '  '), ']'
  print *, many([1, 2], 2), '|', many([1, 1, 1, 1], 1)
end program
