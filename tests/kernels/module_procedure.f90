! test: kernel drop
! A procedure of a module with SELECT CASE, BLOCK and an internal procedure; each lane has its own module variables.
module physics
  implicit none
  real(8), parameter :: g = 9.81d0
  real(8) :: scale = 2.0d0
  integer :: calls
contains
  subroutine fall(h, t, kind)
    real(8), intent(in) :: h
    real(8), intent(out) :: t
    integer, intent(in) :: kind
    calls = calls + 1
    select case (kind)
    case (:0)
      t = -1
    case (1, 3:4)
      t = sqrt(2*h/g)
      call stretch
    case (1000:)
      t = calls
    case default
      t = 0
      block
        integer :: i
        do i = 1, kind
          t = t + i
          if (t > 4) exit
        end do
      end block
    end select
  contains
    subroutine stretch
      t = t*scale
      if (h > 5) scale = 3
    end subroutine
  end subroutine
end module

subroutine drop(h, t, kind)
  use physics, only: fall
  real(8) :: h, t
  integer :: kind
  call fall(h, t, kind)
end subroutine
