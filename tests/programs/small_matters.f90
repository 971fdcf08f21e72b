! Parts of complex numbers as arguments, SAVE of a unit that has BLOCKs, fields that are no numbers, texts edited with Z,
! and texts as sequences of texts.
module parts
contains
  elemental real(8) function half(x)
    real(8), intent(in) :: x
    half = x/2
  end function
  subroutine show(x, y)
    real(8), intent(in) :: x, y
    print *, x, y
  end subroutine
end module
program small_matters
  use parts
  complex(8) :: z = (1d0, 2d0)
  integer :: i, j, n
  real :: x
  character(6) :: s
  character(20) :: f
  print *, half(z%re), half(z%im) + z%re
  call show(z%im, z%re)
  call kept(n); print *, n
  s = achar(9)//'12'; read (s, '(i5)', iostat=i) j; print *, i
  s = achar(9)//'2.5'; read (s, '(f5.1)', iostat=i) x; print *, i
  s = '-'; read (s, '(z4)', iostat=i) j; print *, i
  s = '  12'; read (s, '(l4)', iostat=i) x; print *, i
  write (*, '(z0, 1x, z4, 1x, z8.8, 1x, o0)') 'ABCD', 'A', 'ABCD', 'BA'
  f = '(g0.5e2, 1x, g0.3e4)'; print f, .05d0, .05
  f = 'ABCDEFGHIJKLMNOPQRST'; call changed(f); print *, f
  print *, names(3)
  print *, empty(2147483647, -5), empty(3, -2147483647), empty(-2147483647, -2147483645)
contains
  ! Bounds that are far apart.
  integer function empty(i, j)
    integer, intent(in) :: i, j
    integer :: a(i:j)
    a = 1
    empty = size(a) + sum(a)
  end function
  subroutine kept(n)
    integer :: n, i, k
    save
    n = 0
    k = 3
    do i = 1, 3
      block
        integer, allocatable :: t(:)
        integer :: b(k)
        b = i
        if (allocated(t)) n = n + 1
        allocate (t(i))
        n = n + 10*sum(b)
      end block
    end do
  end subroutine
  subroutine changed(c)
    character(5) :: c(*)
    c(2)(2:) = 'zz'
  end subroutine
  function names(n) result(r)
    integer :: n
    character(3) :: r(n)
    write (r, '(i3.3)') (i*11, i = 1, n)
  end function
end program
