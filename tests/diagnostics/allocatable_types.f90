! An array of bytes was taken for one of REALs by a procedure that had it as an ALLOCATABLE argument: it read and wrote eight
! times as many bytes as there were, with an implicit interface and with an explicit one.
program p
  implicit none
  integer(1), allocatable :: bytes(:)
  integer(8), allocatable :: wide(:), scalar
  real(8), allocatable :: matrix(:, :)
  character(len=4), allocatable :: words(:)
  character(len=:), allocatable :: text
  complex, allocatable :: z(:)
  interface
    subroutine known(x)
      real(8), allocatable :: x(:)
    end subroutine
    subroutine mistaken(x, y)
      integer(1), allocatable :: x(:)
      real :: y(:)
    end subroutine
    subroutine not_allocatable(x)
      real(8) :: x(:)
    end subroutine
    function values()
      integer, allocatable :: values(:)
    end function
  end interface
  allocate (bytes(1000), words(2), z(2))
  call unknown(bytes)
  call known(bytes)
  call mistaken(bytes, [1.0])
  call known(wide)
  call known(matrix)
  call scalars(scalar, text)
  call texts(words)
  call parts(z)
  call move_alloc(words, words(1))
  call move_alloc(words, z)
  print *, values()
contains
  subroutine scalars(i, c)
    integer, allocatable :: i
    character(len=4), allocatable :: c
  end subroutine
  subroutine texts(c)
    character(len=8), allocatable :: c(:)
  end subroutine
  subroutine parts(x)
    real, allocatable :: x(:)
  end subroutine
end program
subroutine unknown(x)
  real(8), allocatable :: x(:)
  x(1000) = 1d300
end subroutine
subroutine known(x)
  real(8), allocatable :: x(:)
  x(1000) = 1d300
end subroutine
subroutine mistaken(x, y)
  real(8), allocatable :: x(:)
  real :: y(:)
  x(1000) = y(1)
end subroutine
subroutine not_allocatable(x)
  real(8), allocatable :: x(:)
  deallocate (x)
end subroutine
function values()
  real(8), allocatable :: values(:)
  allocate (values(3))
  values = 1
end function
