module shapes
  real :: x
contains
  subroutine inner
  end subroutine
end module
program modern
  use shapes
  type, abstract :: point
    real :: x, y
  end type
  type(point) :: p
  real, allocatable :: a(:)
  real, pointer :: q
  integer, dimension(3) :: v
  interface
    subroutine s(x)
    end subroutine
  end interface
  allocate (a(3))
  v = 1
  v(1:2) = 3
  v = [1, 2, 3]
  where (v > 1) v = 0
  forall (i = 1:3) v(i) = i
  associate (z => x)
  end associate
  block
  end block
  do concurrent (i = 1:3)
  end do
  select type (p)
  end select
  p%x = 1
  deallocate (a)
  nullify (q)
  include 'other.f90'
contains
  subroutine internal
  end subroutine
end program
