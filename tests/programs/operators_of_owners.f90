! Objects whose ALLOCATABLE components are in the stores, in a module that defines + for them: the + of the extents of
! components, which are of no type that was known, was taken for it (E0296).
module polynomials
  implicit none
  type polynomial
    real, allocatable :: c(:)
  end type
  interface operator(+)
    module procedure sum_of
  end interface
  interface operator(*)
    module procedure product_of, scaled
  end interface
  interface assignment(=)
    module procedure from_coefficients
  end interface
  interface polynomial
    module procedure ones
  end interface
contains
  subroutine from_coefficients(p, a)
    type(polynomial), intent(out) :: p
    real, intent(in) :: a(:)
    p%c = a
  end subroutine
  function ones(n) result(p)
    integer, intent(in) :: n
    type(polynomial) :: p
    allocate (p%c(0:n))
    p%c = 1
  end function
  function sum_of(a, b) result(r)
    type(polynomial), intent(in) :: a, b
    type(polynomial) :: r
    allocate (r%c(max(size(a%c), size(b%c))))
    r%c = 0
    r%c(:size(a%c)) = a%c
    r%c(:size(b%c)) = r%c(:size(b%c)) + b%c
  end function
  function product_of(a, b) result(r)
    type(polynomial), intent(in) :: a, b
    type(polynomial) :: r
    integer :: i, j
    allocate (r%c(size(a%c) + size(b%c) - 1))
    r%c = 0
    do i = 1, size(a%c)
      do j = 1, size(b%c)
        r%c(i + j - 1) = r%c(i + j - 1) + a%c(i)*b%c(j)
      end do
    end do
  end function
  function scaled(s, a) result(r)
    real, intent(in) :: s
    type(polynomial), intent(in) :: a
    type(polynomial) :: r
    r%c = s*a%c
  end function
  recursive function power(a, n) result(r)
    type(polynomial), intent(in) :: a
    integer, intent(in) :: n
    type(polynomial) :: r
    if (n == 0) then
      r = [1.]
    else
      r = a*power(a, n - 1)
    end if
  end function
end module
program p
  use polynomials
  implicit none
  type(polynomial) :: a, b, powers(3)
  integer i
  a = [1., 1.]
  b = a*a + 2.0*a
  print *, b%c
  b = power(a, 5)
  print *, b%c
  b = polynomial(3)
  print *, b%c
  powers(1) = a
  do i = 2, 3
    powers(i) = powers(i - 1)*a
  end do
  print *, (powers(i)%c, i = 1, 3)
end program
