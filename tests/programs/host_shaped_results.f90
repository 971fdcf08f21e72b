! Functions whose results have shapes and lengths that variables of their host say, called from the host and from another
! internal procedure.
subroutine scaled(a, n)
  implicit none
  real, intent(in) :: a(:)
  integer, intent(in) :: n
  integer, allocatable :: list(:)
  character(:), allocatable :: word
  list = [1, 2, 3]
  word = 'hello'
  print *, twice(), sum(square(n))
  print *, backward(), turned() // '|', len(turned())
  list = [list, 4]
  word = 'ab'
  call inner
contains
  function twice() result(r)
    real :: r(size(a))
    r = 2*a
  end function
  function square(k) result(r)
    integer, intent(in) :: k
    real :: r(k, n)
    r = k*n
  end function
  function backward() result(r)
    integer :: r(size(list))
    r = list(size(list):1:-1)
  end function
  function turned() result(r)
    character(len(word)) :: r
    integer :: i
    do i = 1, len(word)
      r(i:i) = word(len(word) - i + 1:len(word) - i + 1)
    end do
  end function
  subroutine inner
    real :: w(n)
    w = 1
    print *, backward(), turned() // '|', w + n, twice()
  end subroutine
end subroutine
program p
  implicit none
  interface
    subroutine scaled(a, n)
      real, intent(in) :: a(:)
      integer, intent(in) :: n
    end subroutine
  end interface
  integer :: m = 2
  call scaled([1., 2., 3.], 2)
  print *, filled(), 'x' // blanks() // 'x'
  m = 4
  print *, filled(), 'x' // blanks() // 'x'
contains
  function filled() result(r)
    integer :: r(m)
    r = m
  end function
  function blanks() result(r)
    character(m) :: r
    r = ''
  end function
end program
