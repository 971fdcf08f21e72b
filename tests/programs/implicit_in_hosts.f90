! IMPLICIT NONE of a host holds in its procedures, which may say it again, or give types of their own.
program implicit_in_hosts
  implicit none
  integer :: i
  i = 3
  call again(i)
  call other(i)
contains
  subroutine again(k)
    implicit none
    integer :: k
    print *, k
  end subroutine
  subroutine other(k)
    implicit real (a-h), integer (k)
    a = k + 0.5
    print *, a, k
  contains_none: if (k > 0) then
    print *, 'positive'
  end if contains_none
  end subroutine
end program
