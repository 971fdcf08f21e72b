! test: kernel look
! test: init CALL FILL(40)
! Tables that the first calls allocate and rows only read are constants. The row would fill them itself if the calls had
! not.
module tables
  real(8), allocatable :: t(:)
  real(4), allocatable :: m(:, :)
  integer(8), allocatable :: large(:)
  type limits
    integer, allocatable :: of(:)
  end type
  type(limits) :: bounds
contains
  subroutine make(n)
    integer, intent(in) :: n
    integer :: i, j
    if (allocated(t)) return
    allocate (t(0:n), m(3, -n:n), large(n), bounds%of(2))
    do i = 0, n
      t(i) = sqrt(real(i, 8))
      do j = 1, 3
        m(j, i) = i + 0.25*j
        m(j, -i) = -i/3.0
      end do
    end do
    large = 10000000000_8
    bounds%of = [lbound(m, 2), ubound(m, 2)]
  end subroutine
end module
subroutine fill(n)
  use tables
  integer :: n
  call make(n)
end subroutine
subroutine look(i, x, y, k)
  use tables
  integer, intent(in) :: i
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer, intent(out) :: k
  integer :: at
  call make(3)
  at = min(max(i, bounds%of(1)), bounds%of(2))
  y = t(abs(at))*x + m(2, at) + dot_product(t(1:3), m(:, -at))
  k = size(t) + size(m, 2)*1000 + lbound(t, 1) + int(large(abs(at) + 1)/100000)
end subroutine
