! Components that are pointers to arrays, arrays of types with pointers, ragged arrays, nested types with pointers.
module meshes
  implicit none
  integer, parameter :: wp = selected_real_kind(12), dims = 2
  type point
    real(wp) :: x(dims) = 0
  end type
  type cell
    integer :: id = -1
    type(point), pointer :: corner(:) => null()
    real(wp), pointer :: value(:, :) => null()
    type(point) :: centre
  end type
  type mesh
    type(cell), pointer :: cells(:) => null()
    type(cell), pointer :: current => null()
    integer :: n = 0
  end type
contains
  subroutine build(m, n)
    type(mesh), intent(inout) :: m
    integer, intent(in) :: n
    integer :: i, j
    allocate (m%cells(n))
    m%n = n
    do i = 1, n
      m%cells(i)%id = i
      allocate (m%cells(i)%corner(i + 1))
      do j = 1, i + 1
        m%cells(i)%corner(j)%x = [real(wp) :: i, j]
      end do
      allocate (m%cells(i)%value(2, i))
      m%cells(i)%value = i
    end do
    m%current => m%cells(n)
  end subroutine
  subroutine centre(c)
    type(cell), intent(inout) :: c
    integer :: k
    do k = 1, dims
      c%centre%x(k) = sum(c%corner%x(k))/size(c%corner)
    end do
  end subroutine
  function norm(p) result(r)
    type(point), intent(in) :: p
    real(wp) :: r
    r = sqrt(sum(p%x**2))
  end function
  subroutine clear(m)
    type(mesh) :: m
    integer :: i
    do i = 1, m%n
      deallocate (m%cells(i)%corner, m%cells(i)%value)
    end do
    deallocate (m%cells)
    nullify (m%current)
  end subroutine
end module
program pointer_components
  use meshes
  implicit none
  type(mesh) :: m
  type(mesh), target :: kept
  type(cell), pointer :: c
  type(point), pointer :: corner
  type(point), target :: free
  real(wp), pointer :: v(:, :), w
  type row
    integer, pointer :: a(:)
  end type
  type(row) :: rows(4)
  integer :: i
  call build(m, 3)
  do i = 1, 3
    call centre(m%cells(i))
    print *, m%cells(i)%id, m%cells(i)%centre%x, norm(m%cells(i)%centre)
  end do
  print *, m%current%id, size(m%current%corner), shape(m%current%value)
  c => m%cells(2)
  c%value(1, :) = [5, 6]
  v => c%value
  v(2, 2) = 9
  print *, m%cells(2)%value
  corner => c%corner(3)
  corner%x = corner%x*10
  print *, c%corner(3)%x, c%corner%x(2)
  w => c%corner(2)%x(1)
  w = -3
  print *, c%corner(2)%x, norm(c%corner(2))
  free = point([3, 4])
  corner => free
  print *, norm(corner), norm(free)
  corner%x(2) = 0
  print *, free%x
  kept = m
  print *, kept%n, associated(kept%cells, m%cells), kept%cells(1)%value
  kept%cells(1)%value = 8
  print *, m%cells(1)%value
  m%cells(1:2) = m%cells(2:3)
  print *, m%cells%id, m%cells(1)%corner(1)%x
  do i = 1, 4
    allocate (rows(i)%a(i))
    rows(i)%a = i
  end do
  print *, (sum(rows(i)%a), i = 1, 4), (size(rows(i)%a), i = 1, 4)
  rows(2)%a => rows(4)%a(2:3)
  rows(4)%a(3) = 100
  print *, rows(2)%a
  associate (last => rows(3)%a)
    last(1) = 0
  end associate
  print *, rows(3)%a
end program
