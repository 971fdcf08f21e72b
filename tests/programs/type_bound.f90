! Procedures that are bound to types, by their own names and by others, generic names, operators and assignments. Those
! that a module keeps private are called by the names of the type.
module curves
  implicit none
  private
  integer, parameter, public :: dp = kind(1d0)
  public :: polyline
  type, public :: curve
    private
    integer :: points = 0
    real(dp), allocatable :: x(:), y(:)
  contains
    private
    procedure, public :: at => value_at
    procedure, public :: length => number_of_points
    procedure, public, nopass :: kind_of => name_of_kind
    procedure, pass(self), public :: add_to
    procedure :: scaled_by_real, scaled_by_integer
    procedure :: sum_of
    procedure, pass(b) :: real_times
    procedure :: set_all
    generic, public :: scaled => scaled_by_real, scaled_by_integer
    generic, public :: operator(+) => sum_of
    generic, public :: operator(*) => real_times
    generic, public :: operator(.above.) => is_above
    generic, public :: assignment(=) => set_all
    procedure, non_overridable :: is_above
  end type
contains
  function polyline(x, y) result(made)
    real(dp), intent(in) :: x(:), y(:)
    type(curve) :: made
    made%points = size(x)
    made%x = x
    made%y = y
  end function

  pure function value_at(self, t) result(value)
    class(curve), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp) :: value
    integer :: i
    value = 0
    do i = 1, self%points - 1
      if (t >= self%x(i) .and. t <= self%x(i + 1)) then
        value = self%y(i) + (self%y(i + 1) - self%y(i))*(t - self%x(i))/(self%x(i + 1) - self%x(i))
        return
      end if
    end do
  end function

  integer function number_of_points(self)
    class(curve), intent(in) :: self
    number_of_points = self%points
  end function

  function name_of_kind() result(name)
    character(8) :: name
    name = 'polyline'
  end function

  subroutine add_to(total, self, twice)
    real(dp), intent(inout) :: total
    class(curve), intent(in) :: self
    logical, intent(in), optional :: twice
    total = total + sum(self%y)
    if (present(twice)) then
      if (twice) total = total + self%y(self%length())
    end if
  end subroutine

  function scaled_by_real(self, by) result(made)
    class(curve), intent(in) :: self
    real(dp), intent(in) :: by
    type(curve) :: made
    made = polyline(self%x, self%y*by)
  end function

  function scaled_by_integer(self, by) result(made)
    class(curve), intent(in) :: self
    integer, intent(in) :: by
    type(curve) :: made
    made = polyline(self%x, self%y*by + 1000)
  end function

  function sum_of(a, b) result(made)
    class(curve), intent(in) :: a
    type(curve), intent(in) :: b
    type(curve) :: made
    made = polyline(a%x, a%y + b%y)
  end function

  function real_times(a, b) result(made)
    real(dp), intent(in) :: a
    class(curve), intent(in) :: b
    type(curve) :: made
    made = polyline(b%x, b%y*a)
  end function

  logical function is_above(a, b)
    class(curve), intent(in) :: a
    real(dp), intent(in) :: b
    is_above = all(a%y > b)
  end function

  subroutine set_all(self, value)
    class(curve), intent(inout) :: self
    real(dp), intent(in) :: value
    self%y = value
  end subroutine
end module

module counters
  implicit none
  type :: counter
    integer :: hits = 0
    type(counter), pointer :: next => null()
  contains
    procedure :: count => count_hits
    procedure :: hits_so_far
    procedure :: append
    procedure :: total => total_of_list
    procedure :: reset
  end type
contains
  subroutine count_hits(self, by)
    class(counter), intent(inout) :: self
    integer, intent(in), optional :: by
    if (present(by)) then
      self%hits = self%hits + by
    else
      self%hits = self%hits + 1
    end if
  end subroutine

  elemental integer function hits_so_far(self)
    class(counter), intent(in) :: self
    hits_so_far = self%hits
  end function

  subroutine append(self, hits)
    class(counter), intent(inout), target :: self
    integer, intent(in) :: hits
    type(counter), pointer :: last
    if (.not. associated(self%next)) then
      allocate (self%next)
      last => self%next
    else
      last => self%next
      do while (associated(last%next))
        last => last%next
      end do
      allocate (last%next)
      last => last%next
    end if
    call last%count(hits)
  end subroutine

  integer function total_of_list(self) result(total)
    class(counter), intent(in), target :: self
    type(counter), pointer :: one
    total = self%hits_so_far()
    one => self%next
    do while (associated(one))
      total = total + one%hits_so_far()
      one => one%next
    end do
  end function

  elemental subroutine reset(self, to)
    class(counter), intent(inout) :: self
    integer, intent(in) :: to
    self%hits = to
  end subroutine
end module

program type_bound
  use curves, only: dp, line => curve, polyline
  use counters
  implicit none
  type pair
    type(counter) :: of(2)
  end type
  type(line) :: a, b
  type(counter) :: single, several(3)
  type(counter), target :: aimed
  type(counter), pointer :: at
  type(pair) :: both
  real(dp) :: total
  integer :: i

  a = polyline([1d0, 2d0, 4d0], [10d0, 20d0, 1d0])
  print *, a%at(1.5d0), a%at(t=3d0), a%length(), a%kind_of()
  total = 0
  call a%add_to(total)
  call a%add_to(total, twice=.true.)
  call a%add_to(twice=.false., total=total)
  print *, total
  b = a%scaled(2d0)
  print *, b%at(1.5d0)
  b = a%scaled(2)
  print *, b%at(1.5d0)
  b = a + b
  print *, b%at(1.5d0), b .above. 2d0, b .above. 2d3
  b = 3d0*a
  print *, b%at(1.5d0)
  b = 7d0
  print *, b%at(1.5d0)

  call single%count
  call single%count()
  call single%count(by=5)
  print *, single%hits_so_far(), single%hits
  do i = 1, 3
    call several(i)%count(i*i)
  end do
  print *, several%hits_so_far(), several(2)%hits_so_far()
  call several%reset([4, 5, 6])
  print *, several%hits
  at => aimed
  call at%count(4)
  print *, aimed%hits_so_far(), at%hits_so_far() + 1
  call both%of(2)%count(9)
  print *, both%of%hits, both%of(2)%hits_so_far()
  if (single%hits_so_far() > 3) call single%count(-1)
  print *, single%hits_so_far()
  do i = 1, 4
    call aimed%append(10*i)
  end do
  print *, aimed%total()
  associate (one => both%of(1))
    call one%count(3)
    print *, one%hits_so_far()
  end associate
end program
