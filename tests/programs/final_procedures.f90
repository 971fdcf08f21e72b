! Final procedures of lists, of a hierarchy of types, of elements of arrays, and where a procedure returns early.
module lists_f
  implicit none
  integer :: live = 0
  type :: node
    integer :: v = 0
    type(node), pointer :: next => null()
  contains
    final :: end_node
  end type
  type :: list
    type(node), pointer :: head => null()
  contains
    procedure :: push
    final :: end_list
  end type
  type, abstract :: res
    integer :: id = 0
  end type
  type, extends(res) :: file_res
    character(8) :: name = ''
  contains
    final :: close_file
  end type
  type, extends(res) :: mem_res
    real, allocatable :: d(:)
  contains
    final :: free_mem
  end type
  type :: pool
    class(res), allocatable :: r
  end type
contains
  recursive subroutine end_node(x)
    type(node), intent(inout) :: x
    live = live - 1
    if (associated(x%next)) deallocate (x%next)
  end subroutine
  subroutine end_list(x)
    type(list), intent(inout) :: x
    print *, 'end list', live
    if (associated(x%head)) deallocate (x%head)
  end subroutine
  subroutine push(self, v)
    class(list), intent(inout) :: self
    integer, intent(in) :: v
    type(node), pointer :: n
    allocate (n)
    live = live + 1
    n%v = v
    n%next => self%head
    self%head => n
  end subroutine
  subroutine close_file(x)
    type(file_res), intent(inout) :: x
    print *, 'close ', x%name, x%id
  end subroutine
  subroutine free_mem(x)
    type(mem_res), intent(inout) :: x
    print *, 'free', x%id, allocated(x%d)
    if (allocated(x%d)) print *, size(x%d)
  end subroutine
  subroutine work(n)
    integer, intent(in) :: n
    type(list) :: l
    integer :: i
    do i = 1, n
      call l%push(i)
    end do
    print *, 'work', live
    if (n > 3) return
    call l%push(100)
  end subroutine
  subroutine pools(k)
    integer, intent(in) :: k
    type(pool), allocatable :: p(:)
    class(res), allocatable :: c
    type(mem_res) :: m
    integer :: i
    allocate (p(k))
    do i = 1, k
      if (mod(i, 2) == 0) then
        allocate (p(i)%r, source=file_res(i, 'f' // achar(48 + i)))
      else if (i /= 3) then
        allocate (mem_res :: p(i)%r)
        p(i)%r%id = i
      end if
    end do
    allocate (m%d(4)); m%id = 50
    allocate (c, source=m)
    c%id = 51
    print *, 'now'
    deallocate (p(2)%r)
    print *, 'rest'
    deallocate (p)
    print *, 'leave'
  end subroutine
  subroutine reset(l, m)
    type(list), intent(out) :: l
    type(mem_res), intent(out), optional :: m
    print *, 'reset', associated(l%head), present(m)
  end subroutine
end module
program p
  use lists_f
  implicit none
  type(list) :: mine
  type(mem_res) :: mm
  call work(2); print *, live
  call work(5); print *, live
  call pools(4)
  call mine%push(1)
  call reset(mine); print *, live
  mm%id = 3
  call reset(mine, mm)
  call mine%push(2)
  print *, live
end program
