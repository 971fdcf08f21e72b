! A type with ALLOCATABLE components of which there are arrays by another name, as USE gives one.
module shapes
  implicit none
  private
  type, public :: polygon
    real, allocatable :: h(:)
  contains
    procedure :: area
  end type
contains
  elemental real function area(self)
    class(polygon), intent(in) :: self
    area = 0
    if (allocated(self%h)) area = sum(self%h)
  end function
end module
program renamed_types
  use shapes, only: shape_t => polygon
  implicit none
  type(shape_t) :: several(2)
  allocate (several(1)%h(2))
  several(1)%h = 3
  print *, several(1)%h, allocated(several(2)%h), several(1)%area(), several(2)%area()
end program
