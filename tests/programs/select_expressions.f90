! SELECT CASE on functions and expressions of CHARACTER, of every sort of length, and on functions of LOGICAL: a function is
! called once.
program select_expressions
  implicit none
  character(5) :: s
  integer :: i
  logical :: l
  s = 'ab'
  select case (trim(s))
  case ('ab')
    print *, 1
  case default
    print *, 2
  end select
  select case (f(3))
  case ('a':'c')
    print *, 'low'
  case ('d', 'e':)
    print *, 'high'
  end select
  select case (s // 'x')
  case ('ab   x')
    print *, 3
  end select
  select case (adjustl(' q'))
  case ('q')
    print *, 4
  end select
  select case (s(1:1))
  case ('a')
    print *, 5
  end select
  do i = 1, 3
  select case (g(i))
  case ('x')
    print *, 'x', i
  case ('xx')
    print *, 'xx', i
  case default
    print *, 'def', i
  end select
  end do
  select case (h(2))
  case (.true.)
    print *, 'T'
  case (.false.)
    print *, 'F'
  end select
  select case (char(65))
  case ('A')
  print *, 'A'
  end select
  select case (merge('a', 'b', s == 'ab'))
  case ('a')
  print *, 'merged'
  end select
contains
  character(3) function f(n)
    integer, intent(in) :: n
    f = char(96 + n)
    print *, 'called'
  end function
  function g(n)
    integer, intent(in) :: n
    character(n) :: g
    g = repeat('x', n)
  end function
  logical function h(n)
    integer, intent(in) :: n
    print *, 'h'
    h = n > 1
  end function
end program
