! Binary trees: recursive insertion through pointer dummy arguments, traversal, depth, copies, deletion.
module trees
  implicit none
  type tree
    integer :: key
    real(8) :: weight
    type(tree), pointer :: left, right
  end type
contains
  recursive subroutine insert(root, key)
    type(tree), pointer :: root
    integer, intent(in) :: key
    if (.not. associated(root)) then
      allocate (root)
      root%key = key
      root%weight = 1d0/key
      nullify (root%left, root%right)
    else if (key < root%key) then
      call insert(root%left, key)
    else
      call insert(root%right, key)
    end if
  end subroutine
  recursive subroutine in_order(root, keys, n)
    type(tree), pointer, intent(in) :: root
    integer, intent(inout) :: keys(:), n
    if (.not. associated(root)) return
    call in_order(root%left, keys, n)
    n = n + 1
    keys(n) = root%key
    call in_order(root%right, keys, n)
  end subroutine
  recursive function depth(root) result(d)
    type(tree), pointer, intent(in) :: root
    integer :: d
    if (associated(root)) then
      d = 1 + max(depth(root%left), depth(root%right))
    else
      d = 0
    end if
  end function
  recursive function total(root) result(sum_of)
    type(tree), pointer, intent(in) :: root
    real(8) :: sum_of
    sum_of = 0
    if (.not. associated(root)) return
    sum_of = root%weight + total(root%left) + total(root%right)
  end function
  recursive function copy(root) result(new)
    type(tree), pointer, intent(in) :: root
    type(tree), pointer :: new
    nullify (new)
    if (.not. associated(root)) return
    allocate (new)
    new = root
    new%left => copy(root%left)
    new%right => copy(root%right)
  end function
  recursive subroutine free(root)
    type(tree), pointer :: root
    if (.not. associated(root)) return
    call free(root%left)
    call free(root%right)
    deallocate (root)
  end subroutine
  function smallest(root) result(at)
    type(tree), pointer :: root, at
    at => root
    do while (associated(at%left))
      at => at%left
    end do
  end function
end module
program pointer_trees
  use trees
  implicit none
  type(tree), pointer :: root, other, at
  integer :: i, n, keys(20), seed
  nullify (root)
  seed = 17
  do i = 1, 15
    seed = mod(seed*37 + 11, 101)
    call insert(root, seed + 1)
  end do
  n = 0
  call in_order(root, keys, n)
  print '(20i4)', keys(1:n)
  print *, n, depth(root), total(root)
  other => copy(root)
  other%key = -1
  print *, root%key, other%key, associated(other%left, root%left)
  at => smallest(root)
  print *, at%key
  at%weight = 100
  print *, total(root), total(other)
  call free(root)
  print *, associated(root)
  n = 0
  call in_order(other, keys, n)
  print '(20i4)', keys(1:n)
  call free(other)
end program
