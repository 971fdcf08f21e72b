! Names with values of any type: copies, results, moved arrays; none of them says its type before it is there.
module values_by_name
  implicit none
  type :: entry
    character(:), allocatable :: key
    class(*), allocatable :: value
  end type
  type :: dict
    type(entry), allocatable :: items(:)
    integer :: n = 0
  contains
    procedure :: put
    procedure :: get
    procedure :: has
  end type
  interface to_text
    module procedure any_text
  end interface
contains
  subroutine put(self, key, value)
    class(dict), intent(inout) :: self
    character(*), intent(in) :: key
    class(*), intent(in) :: value
    type(entry), allocatable :: grown(:)
    integer :: i
    do i = 1, self%n
      if (self%items(i)%key == key) then
        deallocate(self%items(i)%value)
        allocate(self%items(i)%value, source=value)
        return
      end if
    end do
    if (.not. allocated(self%items)) allocate(self%items(10))
    if (self%n == size(self%items)) then
      allocate(grown(2*self%n))
      grown(1:self%n) = self%items
      call move_alloc(grown, self%items)
    end if
    self%n = self%n + 1
    self%items(self%n)%key = key
    allocate(self%items(self%n)%value, source=value)
  end subroutine
  function has(self, key) result(is)
    class(dict), intent(in) :: self
    character(*), intent(in) :: key
    logical :: is
    integer :: i
    is = .false.
    do i = 1, self%n
      if (self%items(i)%key == key) is = .true.
    end do
  end function
  subroutine get(self, key, value)
    class(dict), intent(in) :: self
    character(*), intent(in) :: key
    class(*), allocatable, intent(out) :: value
    integer :: i
    do i = 1, self%n
      if (self%items(i)%key == key) allocate(value, source=self%items(i)%value)
    end do
  end subroutine
  function any_text(x) result(t)
    class(*), intent(in) :: x
    character(:), allocatable :: t
    character(40) :: buffer
    select type (x)
    type is (integer)
      write (buffer, '(i0)') x
    type is (real)
      write (buffer, '(f0.3)') x
    type is (double precision)
      write (buffer, '(es12.4)') x
    type is (logical)
      buffer = merge('yes', 'no ', x)
    type is (character(*))
      buffer = x
    type is (complex)
      write (buffer, '(2f6.2)') x
    class default
      buffer = '?'
    end select
    t = trim(adjustl(buffer))
  end function
  function make(kind) result(r)
    integer, intent(in) :: kind
    class(*), allocatable :: r
    select case (kind)
    case (1)
      allocate(r, source=kind*10)
    case (2)
      allocate(r, source=2.5)
    case (3)
      allocate(r, source='three')
    case default
      allocate(entry :: r)
    end select
  end function
end module
program main
  use values_by_name
  implicit none
  type(dict) :: d, e
  class(*), allocatable :: v, w(:)
  integer, allocatable :: ia(:)
  integer :: i
  call d%put('one', 1)
  call d%put('pi', 3.14159)
  call d%put('name', 'Fortran')
  call d%put('flag', .true.)
  call d%put('z', (1.5, -2.5))
  call d%put('dp', 1d-3)
  call d%put('one', 11)


  do i = 1, d%n
    print *, d%items(i)%key, ' = ', to_text(d%items(i)%value), ' ', to_text(d%items(i)%value)
  end do
  call d%get('name', v)
  print *, to_text(v), allocated(v)
  call d%get('nothing', v)
  print *, allocated(v)
  do i = 1, 4
    if (allocated(v)) deallocate(v)
    allocate(v, source=make(i))
    print *, i, to_text(v)
    select type (v)
    type is (entry)
      print *, allocated(v%key), allocated(v%value)
    end select
  end do
  ia = [4, 5, 6]
  call move_alloc(ia, w)
  print *, allocated(ia), size(w)
  select type (w)
  type is (integer)
    w(2) = 50
    print *, w
    print *, sum(w), maxval(w)
  end select
  deallocate(v)
  allocate(v, source=w(2))
  print *, to_text(v)
end program
