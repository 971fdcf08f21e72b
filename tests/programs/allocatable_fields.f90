! Types with ALLOCATABLE components of all types and of derived type, with pointers to their elements; ALLOCATABLE targets.
module fields
  implicit none
  real(8), allocatable, target, save :: shared(:)
  type field
    character(6) :: name = ' '
    real(8), allocatable :: v(:, :)
    complex, allocatable :: z(:)
    character(4), allocatable :: tags(:)
    logical, allocatable :: on
  end type
  type model
    type(field), allocatable :: fields(:)
    integer :: n = 0
  end type
contains
  subroutine add(m, name, n)
    type(model), intent(inout) :: m
    character(*), intent(in) :: name
    integer, intent(in) :: n
    type(field), allocatable :: larger(:)
    integer :: i
    if (.not. allocated(m%fields)) allocate (m%fields(1))
    if (m%n == size(m%fields)) then
      allocate (larger(2*m%n))
      do i = 1, m%n
        larger(i) = m%fields(i)
      end do
      call move(larger, m)
    end if
    m%n = m%n + 1
    m%fields(m%n)%name = name
    allocate (m%fields(m%n)%v(n, n + 1))
    m%fields(m%n)%v = n
    m%fields(m%n)%tags = [name(1:1)//'a', name(1:1)//'b']
  end subroutine
  subroutine move(from, m)
    type(field), intent(in) :: from(:)
    type(model), intent(inout) :: m
    integer :: i
    deallocate (m%fields)
    allocate (m%fields(size(from)))
    do i = 1, size(from)
      m%fields(i) = from(i)
    end do
  end subroutine
  subroutine zero(v)
    real(8), intent(out) :: v(:, :)
    v = 0
  end subroutine
  subroutine use_shared(n)
    integer, intent(in) :: n
    if (allocated(shared)) deallocate (shared)
    allocate (shared(n))
    shared = n
  end subroutine
  function at(m, name) result(f)
    type(model), target, intent(in) :: m
    character(*), intent(in) :: name
    type(field), pointer :: f
    integer :: i
    nullify (f)
    do i = 1, m%n
      if (m%fields(i)%name == name) f => m%fields(i)
    end do
  end function
end module
program allocatable_fields
  use fields
  implicit none
  type(model), target :: m
  type(model) :: copy
  type(field), pointer :: f
  real(8), pointer :: p(:), q(:, :)
  real(8), allocatable, target :: own(:)
  integer :: i
  call add(m, 'alpha', 1)
  call add(m, 'beta', 2)
  call add(m, 'gamma', 3)
  do i = 1, m%n
    print *, m%fields(i)%name, shape(m%fields(i)%v), sum(m%fields(i)%v), m%fields(i)%tags, allocated(m%fields(i)%on)
  end do
  f => at(m, 'beta')
  f%v(1, :) = [7, 8, 9]
  f%on = .true.
  print *, m%fields(2)%v, m%fields(2)%on
  copy = m
  call zero(m%fields(2)%v)
  print *, sum(m%fields(2)%v), sum(copy%fields(2)%v), copy%fields(2)%tags, copy%n, copy%fields(2)%on
  q => m%fields(3)%v
  q(2, 2) = -1
  print *, m%fields(3)%v(2, :), associated(q, m%fields(3)%v)
  allocate (f%z(2))
  f%z = cmplx(1, 2)
  f%z(2) = f%z(1)*2
  print *, m%fields(2)%z
  call use_shared(3)
  p => shared
  p(2) = 10
  print *, shared, allocated(shared), size(shared)
  allocate (own(0:4))
  own = [1, 2, 3, 4, 5]
  p => own(1:3)
  p = p*2
  print *, own, lbound(own), lbound(p)
  own = [own, 6d0]
  print *, size(own), own
  deallocate (own)
  print *, allocated(own)
end program
