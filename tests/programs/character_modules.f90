! CHARACTER in modules, internal procedures, SELECT CASE and recursion.
module m
  implicit none
  character(8) :: state = 'start'
  character(*), parameter :: tag = 'TAG'
contains
  subroutine next(word)
    character(*), intent(in) :: word
    state = trim(state) // word
  end subroutine
  function star(a) result(r)
    character(*), intent(in) :: a
    character(12) :: r
    r = '<' // trim(a) // '>'
  end function
end module
program uses
  use m
  implicit none
  character(4) :: local
  local = 'loc'
  call next('ab')
  call inner
  print *, state, tag, local, star('xx'), len(star('a'))
  select case (local)
  case ('abc')
    print *, 'abc'
  case ('in' : 'inz')
    print *, 'in range'
  case default
    print *, 'default'
  end select
  print *, rec(3)
contains
  subroutine inner
    local = 'in'
    local(3:) = tag(:1)
    call next(local)
  end subroutine
  recursive function rec(n) result(r)
    integer, intent(in) :: n
    character(3) :: r
    character(2) :: t
    if (n == 0) then
      r = ''
    else
      t = rec(n - 1)
      r = achar(64 + n) // t
    end if
  end function
end program
