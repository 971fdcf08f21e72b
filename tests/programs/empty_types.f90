! A derived type without components was refused.
module markers
  implicit none
  type marker
  end type
  type holder
    integer :: n = 3
    type(marker) :: mark
  end type
  interface area
    module procedure area_of_marker, area_of_holder
  end interface
contains
  integer function area_of_marker(what) result(area)
    type(marker), intent(in) :: what
    type(marker) :: copy
    copy = what
    area = 0
  end function
  integer function area_of_holder(what) result(area)
    type(holder), intent(in) :: what
    area = what%n + area_of_marker(what%mark)
  end function
end module
program empty_types
  use markers
  implicit none
  type(marker) :: one, several(3)
  type(marker), allocatable :: list(:)
  type(holder) :: held
  one = marker()
  held = holder(4, one)
  several = one
  allocate (list(2))
  list(1) = several(3)
  print *, area(one), area(held), size(several), size(list), area(holder(mark=marker()))
end program
