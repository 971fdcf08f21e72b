! test: program
! What a generic name stands for is chosen by the type and rank of its arguments. Those of intrinsic functions came
! from a list that had ERFC, but neither ERFC_SCALED nor the Bessel functions: such a reference was refused. The rank of
! INDEX was always zero, and the kind of SELECTED_REAL_KIND looked at the precision alone. A constructor had the type of
! its first item even if it says another one.
module shows
  implicit none
  integer, parameter :: wide = selected_real_kind(r = 100)
  interface show
    module procedure show_real, show_double, show_complex, show_integer, show_long, show_logical, show_text
    module procedure show_reals, show_doubles, show_integers
  end interface
contains
  subroutine show_real(x)
    real, intent(in) :: x
    print '(a, f9.5)', 'REAL', x
  end subroutine
  subroutine show_double(x)
    double precision, intent(in) :: x
    print '(a, f9.5)', 'DOUBLE PRECISION', x
  end subroutine
  subroutine show_complex(x)
    complex, intent(in) :: x
    print '(a, 2f9.5)', 'COMPLEX', x
  end subroutine
  subroutine show_integer(i)
    integer, intent(in) :: i
    print '(a, i7)', 'INTEGER', i
  end subroutine
  subroutine show_long(i)
    integer(8), intent(in) :: i
    print '(a, i21)', 'INTEGER(8)', i
  end subroutine
  subroutine show_logical(l)
    logical, intent(in) :: l
    print '(a, l2)', 'LOGICAL', l
  end subroutine
  subroutine show_text(t)
    character(*), intent(in) :: t
    print '(a)', 'CHARACTER ' // t
  end subroutine
  subroutine show_reals(x)
    real, intent(in) :: x(:)
    print '(a, 9f9.5)', 'REAL array', x
  end subroutine
  subroutine show_doubles(x)
    double precision, intent(in) :: x(:)
    print '(a, 9f9.5)', 'DOUBLE PRECISION array', x
  end subroutine
  subroutine show_integers(i)
    integer, intent(in) :: i(:)
    print '(a, 9i7)', 'INTEGER array', i
  end subroutine
end module

program generic_of_intrinsics
  use shows
  implicit none
  double precision :: d = 0.75d0, e(3) = [0.25d0, 1.5d0, 3d0]
  real :: r = 0.5, m(2, 2) = reshape([1.0, 2.0, 3.0, 4.0], [2, 2])
  complex :: c = (3.0, 4.0)
  integer :: i = 12, n(2) = [6, 40]
  integer(8) :: k = 1
  logical :: l = .true.
  character(4) :: t = 'ab', u(2) = ['xaab', 'aabx']
  real :: scale
  external :: scale
  real(wide) :: w

  call show(erfc(d))
  call show(erfc_scaled(d))
  call show(bessel_j0(d))
  call show(bessel_jn(2, d))
  call show(bessel_yn(1, r))
  call show(rrspacing(d) - rrspacing(d))
  call show(set_exponent(d, 3))
  call show(dprod(r, r))
  call show(sngl(d))
  call show(cmplx(r, -r))
  call show(conjg(c))
  call show(abs(c))
  call show(real(c) + aimag(c))
  call show(shiftl(k, 40))
  call show(popcnt(k + 6))
  call show(leadz(i))
  call show(merge_bits(i, 3, 5))
  call show(maskr(5, kind = 8))
  call show(storage_size(d))
  call show(int(d * 4, 8))
  call show(verify(t, 'a'))
  call show(index(u, 'aab'))
  call show(scan('xyz', 'z', kind = 8))
  call show(len_trim(u))
  call show(lge(t, 'aa'))
  call show(merge(t, 'none', l))
  call show(new_line(t) // adjustl(' x'))
  call show(any(m > 3.0))
  call show(parity([l, l, l]))
  call show(maxloc(e))
  call show(maxloc(e, dim = 1))
  call show(findloc(n, 40, dim = 1))
  call show(norm2(e))
  call show(sum(m, 1))
  call show(sum(m, m > 1.5))
  call show(matmul(m, [1.0, 1.0]))
  call show(dot_product(n, n))
  call show(bessel_j1(e))
  call show(iall(n))
  call show(ubound(m))
  call show(ubound(m, 2))
  call show(hypot(e, 4d0))
  call show(scale(2.0))
  call show([double precision :: 1, 2])
  w = 0.125_wide
  call show(w)
end program

real function scale(x)
  real, intent(in) :: x
  scale = 10 * x
end function
