! Scalar objects in COMMON: there as their components are, for other units also by other names.
module shapes
  type point
    sequence
    real(8) :: x, y
    integer :: n, list(3)
    character(8) :: name
  end type
  type line
    sequence
    type(point) :: from, to
    logical :: is_open
    integer :: number
  end type
end module
block data
  use shapes
  type(point) :: origin
  common /places/ origin, length
  data origin%x, origin%y, origin%n /1d0, 2d0, 7/, origin%list /1, 2, 3/, origin%name /'orig'/, length /2.5/
end block data
subroutine show
  use shapes
  type(point) :: o
  type(line) :: l
  common /places/ o, length
  common /lines/ n, m, l
  print *, o%x, o%y, o%n, o%list, o%name, length
  print *, n, l%from%x, l%to%list(2), l%to%name, l%is_open
  o = l%from
  o%list(3) = 33
end subroutine
subroutine apart
  real(8) :: x, y
  integer :: n, list(3)
  character(8) :: name
  common /places/ x, y, n, list, name, length
  print *, x, y, n, list, name, length
  n = 70
end subroutine
program objects_in_common
  use shapes
  type(point) :: origin
  type(line) :: l
  common /places/ origin, length
  common /lines/ n, m, l
  call show_first
  n = 5
  l = line(point(3d0, 4d0, 8, [4, 5, 6], 'from'), origin, .true., 4)
  call show
  call apart
  print *, origin%n, origin%x, origin%list, origin%name
contains
  subroutine show_first
    print *, origin%name, length
    origin%x = 9
  end subroutine
end program
