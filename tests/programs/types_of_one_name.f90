! Types of one name from several modules: the constants of their definitions had one name, too.
module mr
  integer, parameter :: nn = 4
  type priv
    integer(nn) :: k = 5
  end type
end module
module mi
  integer, parameter :: nn = 4
  type priv
    integer(nn) :: k = 7
  end type
end module
module prof
  integer, parameter :: dp = 8
  type :: entry_t
    sequence
    real(dp) :: w
    integer :: n
  end type
contains
  function get(i) result(e)
    integer, intent(in) :: i
    type(entry_t) :: e
    e%w = 2*i; e%n = i
  end function
end module
program p
  use mr, only: pr => priv
  use mi, only: pi => priv
  type(pr) :: a
  type(pi) :: b
  print *, a%k, b%k
  call q
end program
subroutine q
  use prof, only: get, dp
  type :: entry_t
    sequence
    real(dp) :: w
    integer :: n
  end type
  type(entry_t) :: x
  x = get(4)
  print *, x%w, x%n
end subroutine
