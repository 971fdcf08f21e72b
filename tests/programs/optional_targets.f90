! OPTIONAL dummy arguments with TARGET: PRESENT said that they are not OPTIONAL.
module optional_targets
  implicit none
  type node
    integer :: value = 3
  end type
contains
  subroutine scalar(q, add)
    integer, optional, target, intent(inout) :: q
    integer, intent(in) :: add
    integer, pointer :: p
    if (.not. present(q)) then
      print *, 'no scalar'
      return
    end if
    p => q
    p = p + add
  end subroutine
  subroutine on(q)
    integer, optional, target :: q
    call scalar(q, 10)
  end subroutine
  integer function total(v, n) result(sum_of)
    integer, intent(in) :: n
    integer, optional, target :: v(0:n - 1)
    integer, pointer :: p(:)
    sum_of = -1
    if (present(v)) then
      p => v(::2)
      p = p*2
      sum_of = sum(v) + 100*lbound(v, 1)
    end if
  end function
  subroutine object(o)
    type(node), optional, target :: o
    type(node), pointer :: p
    if (present(o)) then
      p => o
      p%value = p%value + 1
    else
      print *, 'no object'
    end if
  end subroutine
  integer function open_total(v)
    integer, optional, target, intent(in) :: v(:)
    integer, pointer :: p(:)
    open_total = 0
    if (present(v)) then
      p => v
      open_total = sum(p) + size(v)
    end if
  end function
end module
subroutine external(a, b)
  implicit none
  integer, optional, target :: a
  integer, intent(out) :: b
  integer, pointer :: p
  b = -1
  if (present(a)) then
    p => a
    p = p + 1
    b = p
  end if
end subroutine
program main
  use optional_targets
  implicit none
  interface
    subroutine external(a, b)
      integer, optional, target :: a
      integer, intent(out) :: b
    end subroutine
  end interface
  integer, target :: i
  integer :: j
  integer, target :: list(4)
  type(node), target :: known
  type(node) :: other
  i = 1
  j = 2
  call scalar(add=5)
  call scalar(i, 5)
  call scalar(j, 6)
  call on(j)
  print *, i, j
  list = [1, 2, 3, 4]
  i = total(n=4)
  print *, i
  i = total(list, 4)
  print *, i, list
  call object()
  call object(known)
  call object(other)
  print *, known%value, other%value
  i = open_total()
  print *, i
  i = open_total(list)
  print *, i
  i = open_total(list(2:3))
  print *, i
  call external(b=i)
  print *, i
  call external(j, i)
  print *, i, j
end program
