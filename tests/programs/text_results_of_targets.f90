! Functions with dummy arguments that are TARGET, whose values are texts or items of an implied DO.
module b
  implicit none
  type :: node
    integer :: key
    character(:), allocatable :: text
    type(node), pointer :: left => null()
  end type
  type :: map
    type(node), pointer :: root => null()
  contains
    procedure :: find => find_text
    procedure :: geti, fixed, twice
  end type
contains
  subroutine put(self, k, t)
    type(map), intent(inout) :: self
    integer, intent(in) :: k
    character(*), intent(in) :: t
    type(node), pointer :: n
    allocate (n)
    n%key = k
    n%text = t
    n%left => self%root
    self%root => n
  end subroutine
  function find_text(self, k) result(v)
    class(map), intent(in), target :: self
    integer, intent(in) :: k
    character(:), allocatable :: v
    type(node), pointer :: p
    p => self%root
    v = '?'
    do while (associated(p))
      if (p%key == k) v = p%text
      p => p%left
    end do
  end function
  function fixed(self) result(v)
    class(map), intent(in), target :: self
    character(4) :: v
    type(node), pointer :: p
    p => self%root
    v = merge('some', 'none', associated(p))
  end function
  integer function geti(self)
    class(map), intent(in), target :: self
    type(node), pointer :: p
    geti = 0
    p => self%root
    if (associated(p)) geti = p%key
  end function
  function twice(self, n) result(v)
    class(map), intent(in), target :: self
    integer, intent(in) :: n
    character(2) :: v(n)
    type(node), pointer :: p
    p => self%root
    v = 'ab'
    if (associated(p)) v(1) = p%text
  end function
end module
program t
  use b
  implicit none
  type(map) :: m, ms(3)
  integer :: i
  character(:), allocatable :: s
  print *, m%find(1), m%fixed(), m%geti()
  call put(m, 1, 'one')
  call put(m, 2, 'two')
  print *, m%find(1), ' ', m%find(2) // '!', m%find(3), m%fixed(), m%geti()
  s = m%find(2) // m%find(1)
  print *, s, len(m%find(1)), trim(m%find(2)) == 'two'
  if (m%find(2) == 'two' .and. m%geti() == 2) print *, 'yes'
  do i = 1, 3
    call put(ms(i), i, repeat('x', i))
  end do
  print *, [(ms(i)%geti(), i=1, 3)]
  print *, m%twice(3)
  select case (m%find(1))
  case ('one')
    print *, 'it is one'
  end select
end program
