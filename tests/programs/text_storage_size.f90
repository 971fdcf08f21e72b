! STORAGE_SIZE of texts.
program t
  implicit none
  character(7) :: c
  character(:), allocatable :: d
  integer, parameter :: n = storage_size('abc')
  print *, storage_size('ab'), storage_size([character(3) :: 'x']), storage_size(c), n
  d = 'hello'
  print *, storage_size(d), storage_size(d(2:3)), storage_size(1.0), storage_size(.true.)
  call s(c)
contains
  subroutine s(x)
    character(*), intent(in) :: x
    character(len(x) + 2) :: y(3)
    print *, storage_size(x), storage_size(y), storage_size(x // 'a')
  end subroutine
end program
