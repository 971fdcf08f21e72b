! Functions that change what pointers lead to, and make targets while they do.
program pointer_functions
  implicit none
  type node
    integer :: v = 0
    type(node), pointer :: next => null()
  end type
  type(node), pointer :: p
  integer :: i, n
  allocate (p)
  n = 0
  do i = 1, 100
    n = n + grow(p%next)
  end do
  print *, n, length(p)
  n = bump(p%v)*10 + p%v
  print *, p%v, n
  if (bump(p%next%v) > 0 .and. bump(p%next%next%v) == 1) print *, p%next%v, p%next%next%v
  do while (bump(p%v) < 5)
    n = n + 1
  end do
  print *, p%v, n
  print *, fill(p)
  if (n < 0) then
    print *, 'never'
  else if (bump(p%v) == 7) then
    print *, 'seven', p%v
  end if
contains
  integer function grow(q)
    type(node), pointer :: q
    type(node), pointer :: new
    allocate (new)
    new%next => q
    q => new
    grow = 1
  end function
  integer function bump(k)
    integer, intent(inout) :: k
    real, pointer :: scratch(:)
    allocate (scratch(200))
    scratch = 1
    k = k + nint(sum(scratch))/200
    bump = k
  end function
  integer function length(first)
    type(node), pointer, intent(in) :: first
    type(node), pointer :: at
    length = 0
    at => first
    do while (associated(at))
      length = length + 1
      at => at%next
    end do
  end function
  real(8) function fill(one)
    type(node) :: one
    one%v = one%v + 1
    fill = one%v/4d0
  end function
end program
