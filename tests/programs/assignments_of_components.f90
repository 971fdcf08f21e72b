! Objects whose components have an assignment bound to their types: that is called for each of these, whatever they are
! in, and the components around them are copied.
module parts
  implicit none
  type counted
    integer :: value = 0
    integer :: copies = 0
  contains
    procedure, private :: take
    generic :: assignment(=) => take
  end type
  type labelled
    character(:), allocatable :: text
    integer, allocatable :: marks(:)
  contains
    procedure, private :: relabel
    generic :: assignment(=) => relabel
  end type
  type pair
    type(counted) :: first
    real :: weight = 1
    type(counted) :: second
  end type
  type, extends(pair) :: case
    type(labelled) :: label
    integer, allocatable :: list(:)
    type(pair) :: inner(2)
    real, pointer :: to => null()
  end type
contains
  elemental subroutine take(self, from)
    class(counted), intent(inout) :: self
    type(counted), intent(in) :: from
    self%value = from%value
    self%copies = self%copies + 1
  end subroutine
  subroutine relabel(self, from)
    class(labelled), intent(inout) :: self
    type(labelled), intent(in) :: from
    if (allocated(from%text)) self%text = '<' // from%text // '>'
    if (allocated(from%marks)) self%marks = [from%marks, size(from%marks)]
  end subroutine
  function made(n) result(it)
    integer, intent(in) :: n
    type(case) :: it
    it%first%value = n
    it%second%value = -n
    it%weight = n/2.0
    it%label%text = repeat('m', n)
    it%list = [n, n + 1]
    it%inner(2)%first%value = 10*n
  end function
  subroutine show(name, it)
    character(*), intent(in) :: name
    type(case), intent(in) :: it
    print '(a,2i4,f6.2,2i4)', name, it%first%value, it%first%copies, it%weight, it%second%value, it%second%copies
    print '(8i4)', it%inner%first%value, it%inner%first%copies, it%inner%second%value, it%inner%second%copies
    if (allocated(it%label%text)) print '(2a)', ' label ', it%label%text
    if (allocated(it%label%marks)) print '(a,9i3)', ' marks', it%label%marks
    if (allocated(it%list)) print '(a,9i3)', ' list', it%list
    print *, associated(it%to)
  end subroutine
end module

program main
  use parts
  implicit none
  type(pair) :: one, two
  type(pair) :: several(3), others(3)
  type(pair), allocatable :: some(:), single
  type(case) :: a, b
  type(case) :: cases(2)
  real, target :: there = 3
  integer :: i
  one%first%value = 1
  one%second%value = 2
  one%weight = 7
  two = one
  two = one
  print '(2i3,f5.1,2i3)', two%first, two%weight, two%second
  two = pair(counted(5), 2.5, counted(6))
  print '(2i3,f5.1,2i3)', two%first, two%weight, two%second
  do i = 1, 3
    several(i) = pair(counted(i), i, counted(10*i))
  end do
  others = several
  others(2:3) = several(1:2)
  print '(9i4)', others%first%value, others%first%copies, others%second%value
  others = two
  print '(9i4)', others%first%value, others%first%copies, others%second%value
  some = several
  print '(9i4)', some%first%value, some%second%value
  single = one
  print '(2i3,f5.1,2i3)', single%first, single%weight, single%second
  a = made(3)
  call show('made', a)
  a%to => there
  a%label%marks = [4, 5]
  b = a
  call show('copied', b)
  b = a
  call show('again', b)
  cases(1) = b
  cases(2) = made(2)
  call show('element', cases(1))
  call show('other', cases(2))
  a = b
  b%label%text = 'changed'
  call show('apart', a)
end program
