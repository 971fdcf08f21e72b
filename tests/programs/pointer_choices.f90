! Generic procedures choose by targets; OPTIONAL pointers, targets that are passed on, lists that are sorted and merged.
! A pointer with INTENT(OUT) was set to null at entry, also one that is absent.
module sorting
  implicit none
  type cell
    real(8) :: key
    type(cell), pointer :: next
  end type
  interface describe
    module procedure describe_cell, describe_real, describe_reals
  end interface
contains
  subroutine describe_cell(c)
    type(cell), intent(in) :: c
    print *, 'cell', c%key
  end subroutine
  subroutine describe_real(r)
    real(8), intent(in) :: r
    print *, 'real', r
  end subroutine
  subroutine describe_reals(r)
    real(8), intent(in) :: r(:)
    print *, 'reals', size(r), r
  end subroutine
  function cons(key, rest) result(c)
    real(8), intent(in) :: key
    type(cell), pointer :: rest, c
    allocate (c)
    c%key = key
    c%next => rest
  end function
  recursive function merge_lists(a, b) result(c)
    type(cell), pointer :: a, b, c
    if (.not. associated(a)) then
      c => b
    else if (.not. associated(b)) then
      c => a
    else if (a%key <= b%key) then
      c => a
      c%next => merge_lists(a%next, b)
    else
      c => b
      c%next => merge_lists(a, b%next)
    end if
  end function
  recursive subroutine sort(list)
    type(cell), pointer :: list, slow, fast, second
    if (.not. associated(list)) return
    if (.not. associated(list%next)) return
    slow => list
    fast => list%next
    do while (associated(fast))
      fast => fast%next
      if (associated(fast)) then
        slow => slow%next
        fast => fast%next
      end if
    end do
    second => slow%next
    nullify (slow%next)
    call sort(list)
    call sort(second)
    list => merge_lists(list, second)
  end subroutine
  subroutine split(list, odd, even)
    type(cell), pointer, intent(in) :: list
    type(cell), pointer, intent(out) :: odd
    type(cell), pointer, intent(out), optional :: even
    type(cell), pointer :: at
    integer :: n
    at => list
    n = 0
    do while (associated(at))
      n = n + 1
      if (mod(n, 2) == 1) then
        odd => cons(at%key, odd)
      else if (present(even)) then
        even => cons(at%key, even)
      end if
      at => at%next
    end do
  end subroutine
  integer function count_cells(list)
    type(cell), target, intent(in) :: list
    type(cell), pointer :: p
    p => list
    count_cells = 0
    do while (associated(p))
      count_cells = count_cells + 1
      p => p%next
    end do
  end function
  subroutine outer(x, p)
    real(8), target :: x(:)
    real(8), pointer :: p(:)
    call middle(x(2:), p)
  end subroutine
  subroutine middle(x, p)
    real(8), target :: x(:)
    real(8), pointer :: p(:)
    p => x(::2)
  end subroutine
  function head_key(list)
    type(cell), pointer, intent(in) :: list
    real(8), pointer :: head_key
    head_key => list%key
  end function
end module
program pointer_choices
  use sorting
  implicit none
  type(cell), pointer :: list, odd, even, none
  real(8), pointer :: k, keys(:)
  real(8), target :: x(6)
  type(cell), target :: fixed(3)
  integer :: i
  nullify (list, none)
  do i = 1, 10
    list => cons(mod(i*7.3d0, 5d0), list)
  end do
  call sort(list)
  call show(list)
  call split(list, odd, even)
  call show(odd)
  call show(even)
  call split(list, odd)
  print *, count_cells(odd), count_cells(list%next)
  call describe(list)
  call describe(list%next%next)
  call describe(list%key)
  k => list%next%key
  call describe(k)
  x = [(dble(i), i = 1, 6)]
  keys => x(5:2:-1)
  call describe(keys)
  call describe(keys(2:3))
  call outer(x, keys)
  keys = keys*10
  print *, x
  do i = 1, 3
    fixed(i)%key = i
    if (i < 3) then
      fixed(i)%next => fixed(i + 1)
    else
      nullify (fixed(i)%next)
    end if
  end do
  print *, count_cells(fixed(1)), count_cells(fixed(2)), fixed(1)%next%next%key
  fixed(1)%next%next%key = 33
  print *, fixed%key
  k => head_key(list)
  k = -5
  print *, list%key
  if (head_key(list) < 0) print *, 'negative'
  fixed(1) = list
  print *, fixed(1)%key, associated(fixed(1)%next, list%next)
  list%next = fixed(2)
  print *, list%next%key, list%next%next%key
contains
  subroutine show(l)
    type(cell), pointer, intent(in) :: l
    type(cell), pointer :: p
    p => l
    do while (associated(p))
      write (*, '(f7.3)', advance='no') p%key
      p => p%next
    end do
    print *
  end subroutine
end program
