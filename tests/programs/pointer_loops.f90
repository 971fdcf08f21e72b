! DO variables with TARGET or POINTER. They are in memory that pointers reach, and were not found as variables there: "`I`
! has no type", or, where their first letter gave them one, loops over another variable that no pointer saw.
program pointer_loops
  implicit none
  call seen_by_pointer()
  call undeclared()
  call left_early(5)
  call pointers_as_variables(4)
  call labels(4)
contains
  subroutine seen_by_pointer()
    integer, target :: i
    integer, pointer :: p
    p => i
    do i = 1, 3
      call show('in', p)
    end do
    call show('after', p)
    do i = 7, i
      call show('never', p)
    end do
    call show('no iteration', p)
    outer: do i = 10, 1, -3
      if (p == 7) cycle outer
      call show('down', p)
    end do outer
    call show('after', i)
  end subroutine
  subroutine left_early(n)
    integer, intent(in) :: n
    integer, target :: i, j
    integer, pointer :: p, q
    p => i
    q => j
    do i = 1, n
      do j = 1, i
        if (q == 3) exit
      end do
      call show('inner', q)
      if (p == 4) go to 10
    end do
10  call show('outer', p)
    call given(i)
    call show('given', p)
  end subroutine
  subroutine given(i)
    integer, target :: i
    integer, pointer :: p
    p => i
    do i = 20, 22
      if (p == 21) return
    end do
  end subroutine
  subroutine pointers_as_variables(n)
    integer, intent(in) :: n
    integer, pointer :: p, q
    integer, target :: places(2)
    p => places(2)
    places = 0
    q => p
    do p = 1, n
      if (q == 3) places(1) = p
    end do
    call show('first', places(1))
    call show('second', places(2))
  end subroutine
  subroutine labels(n)
    integer, intent(in) :: n
    integer, target :: i
    integer, pointer :: p
    integer :: j
    p => i
    do 20 i = 1, n
      do 10 j = 1, i
        if (p == j) go to 20
10    call show('label', p*10 + j)
20  end do
    call show('after', p)
  end subroutine
  subroutine show(where, value)
    character(*), intent(in) :: where
    integer, intent(in) :: value
    print '(a, i4)', where, value
  end subroutine
end program
subroutine undeclared()
  target :: r
  real, pointer :: p
  integer :: count
  p => r
  count = 0
  do r = 0.5, 2.0, 0.75
    count = count + 1
    print '(a, f6.2)', 'real', p
  end do
  print '(a, i3, f6.2)', 'after', count, p
end subroutine
