! What statements do with the targets of pointers to objects, components and arrays.
program pointer_statements
  implicit none
  type vec
    real(8) :: x(3)
    character(4) :: tag
    logical :: on
    complex :: z
  end type
  type(vec), pointer :: p, all(:), grid(:, :)
  type(vec), target :: one, many(4)
  real(8), pointer :: x(:), s
  integer, pointer :: n, list(:)
  character(4), pointer :: tags(:), tag
  character(20) :: line
  integer :: i, j
  one = vec([1, 2, 3], 'abcd', .true., (1, 2))
  p => one
  print *, p%x, p%tag, p%on, p%z
  print *, p
  p%tag(2:3) = 'XY'
  print *, one%tag, p%tag(1:2)//'!', len(p%tag), len_trim(p%tag)
  do i = 1, 4
    many(i) = one
    many(i)%x = many(i)%x*i
    many(i)%tag = achar(96 + i)
  end do
  all => many(4:1:-1)
  print *, all%tag, all(1)%x(2), all(2:3)%x(1)
  all(2) = all(1)
  all(3:4)%x(3) = [10d0, 20d0]
  print *, many%x(3), many%tag
  tags => many%tag
  tags(1) = 'new'
  print *, many(1)%tag, tags
  tag => many(2)%tag
  tag(4:4) = '#'
  print *, many(2)%tag
  x => many%x(2)
  x = x + 100
  print *, many%x(2), sum(x), maxloc(x)
  x => many(3)%x
  print *, x, size(x)
  s => many(3)%x(1)
  s = s**2
  print *, x(1), sqrt(s)
  allocate (grid(2, 3))
  do j = 1, 3
    do i = 1, 2
      grid(i, j) = vec([i, j, i*j], 'g', i == j, (0, 0))
    end do
  end do
  print *, grid%x(3), grid(2, :)%x(1), count(grid%on), shape(grid)
  all => grid(2, :)
  all(2)%x = -1
  print *, grid(2, 2)%x, size(all)
  grid(1, :) = all
  print *, grid(1, 2)%x
  deallocate (grid)
  allocate (n, list(4))
  n = 3
  read (*, *) n, list
  print *, n, list
  write (line, '(i3, 4i2)') n, list
  print *, line
  read (line(1:3), *) list(2)
  print *, list
  select case (n)
  case (5)
    print *, 'five'
  case default
    print *, 'other'
  end select
  where (list > 1)
    list = -list
  elsewhere
    list = 0
  end where
  print *, list, any(list < 0), merge(1, 2, list == 0)
  forall (i=1:4) list(i) = i*i
  print *, list, [(list(i), i = 4, 1, -1)], list([4, 2])
  list([1, 3]) = [100, 300]
  print *, list, minval(list), (list(i) + n, i = 1, 2)
  do concurrent (i=1:4)
    list(i) = list(i) + 1
  end do
  print *, list
  do while (n > 3)
    n = n - 1
  end do
  print *, n
  block
    integer, pointer :: q
    integer :: k
    q => list(2)
    k = q
    print *, k, associated(q)
  end block
  call inner(3)
  print *, list
contains
  recursive subroutine inner(k)
    integer, intent(in) :: k
    integer, target :: here(3)
    integer, pointer :: at(:)
    integer, save :: depth = 0
    here = k
    at => here
    depth = depth + 1
    if (k > 0) then
      call inner(k - 1)
    end if
    print *, k, here, at(2), depth
    at(1) = 9
    if (k == 2) return
    list(1) = list(1) + here(1)
  end subroutine
end program
