! What there is not yet of derived types and of arrays has its name: the parser said that it expected something else.
module shapes_m
  type :: matrix(k, rows)
    integer, kind :: k = 8
    integer, len :: rows
    real(k) :: element(rows)
  end type
  type item
    integer :: number
  end type
  interface write(formatted)
    module procedure write_item
  end interface
contains
  subroutine write_item(value, unit, kind_of_edit, list, status, message)
    class(item), intent(in) :: value
    integer, intent(in) :: unit, list(:)
    character(*), intent(in) :: kind_of_edit
    integer, intent(out) :: status
    character(*), intent(inout) :: message
    write (unit, '(i0)', iostat=status, iomsg=message) value%number
  end subroutine
end module

integer function dimensions_of(a)
  real :: a(..)
  dimensions_of = rank(a)
end function

integer function dimensions_too(a)
  real, dimension(..) :: a
  dimensions_too = rank(a)
end function

program p
  use shapes_m
  type(matrix(8, 3)) :: x
  x%element = 1
end program

subroutine a_kind_in_the_wrong_place(i)
  integer, kind = 8 :: i
end subroutine
