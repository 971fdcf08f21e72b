! Linked lists: insert in order, delete, reverse, lists of lists, doubly linked ones, all freed at the end.
module lists
  implicit none
  type item
    integer :: key = 0
    character(8) :: name = 'none'
    type(item), pointer :: next => null(), previous => null()
  end type
  type list
    type(item), pointer :: first => null()
    type(item), pointer :: last => null()
    integer :: count = 0
    type(list), pointer :: next => null()
  end type
contains
  subroutine append(self, key, name)
    type(list), intent(inout) :: self
    integer, intent(in) :: key
    character(*), intent(in) :: name
    type(item), pointer :: new
    allocate (new)
    new%key = key
    new%name = name
    if (associated(self%last)) then
      self%last%next => new
      new%previous => self%last
    else
      self%first => new
    end if
    self%last => new
    self%count = self%count + 1
  end subroutine
  subroutine insert_sorted(first, key)
    type(item), pointer, intent(inout) :: first
    integer, intent(in) :: key
    type(item), pointer :: new, at
    allocate (new)
    new%key = key
    if (.not. associated(first)) then
      first => new
      return
    end if
    if (key < first%key) then
      new%next => first
      first => new
      return
    end if
    at => first
    do while (associated(at%next))
      if (at%next%key >= key) exit
      at => at%next
    end do
    new%next => at%next
    at%next => new
  end subroutine
  recursive subroutine remove(at, key)
    type(item), pointer :: at
    integer, intent(in) :: key
    type(item), pointer :: old
    if (.not. associated(at)) return
    if (at%key == key) then
      old => at
      at => at%next
      deallocate (old)
      call remove(at, key)
    else
      call remove(at%next, key)
    end if
  end subroutine
  subroutine reverse(first)
    type(item), pointer :: first, done, rest
    nullify (done)
    do while (associated(first))
      rest => first%next
      first%next => done
      done => first
      first => rest
    end do
    first => done
  end subroutine
  function find(first, key) result(found)
    type(item), pointer :: first
    integer, intent(in) :: key
    type(item), pointer :: found
    found => first
    do
      if (.not. associated(found)) return
      if (found%key == key) return
      found => found%next
    end do
  end function
  integer function length(first)
    type(item), pointer, intent(in) :: first
    type(item), pointer :: at
    length = 0
    at => first
    do while (associated(at))
      length = length + 1
      at => at%next
    end do
  end function
  subroutine show(first)
    type(item), pointer :: first, at
    integer :: keys(20), n
    n = 0
    at => first
    do while (associated(at))
      n = n + 1
      keys(n) = at%key
      at => at%next
    end do
    print '(20i5)', keys(1:n)
  end subroutine
  subroutine destroy(first)
    type(item), pointer :: first, old
    do while (associated(first))
      old => first
      first => first%next
      deallocate (old)
    end do
  end subroutine
end module
program pointer_lists
  use lists
  implicit none
  type(item), pointer :: sorted => null(), at
  type(list), pointer :: all, one
  type(list) :: names
  integer :: i, j
  do i = 1, 9
    call insert_sorted(sorted, mod(i*5, 11))
  end do
  call show(sorted)
  call reverse(sorted)
  call show(sorted)
  call remove(sorted, 7)
  call remove(sorted, 10)
  call show(sorted)
  print *, length(sorted)
  at => find(sorted, 4)
  print *, associated(at), at%key, at%next%key
  at => find(sorted, 44)
  print *, associated(at)
  call append(names, 1, 'one')
  call append(names, 2, 'two')
  call append(names, 3, 'three')
  at => names%last
  do while (associated(at))
    print *, at%key, at%name, associated(at%previous), associated(at%next)
    at => at%previous
  end do
  ! a list of lists
  nullify (all)
  do i = 1, 3
    allocate (one)
    one%next => all
    all => one
    do j = 1, i
      call append(one, 10*i + j, 'x')
    end do
  end do
  one => all
  do while (associated(one))
    print *, one%count, one%first%key, one%last%key
    call show(one%first)
    one => one%next
  end do
  call destroy(sorted)
  call destroy(names%first)
  print *, associated(sorted), associated(names%first)
  do while (associated(all))
    one => all%next
    call destroy(all%first)
    deallocate (all)
    all => one
  end do
  print *, associated(all)
end program
