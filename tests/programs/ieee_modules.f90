! The modules IEEE_ARITHMETIC and IEEE_EXCEPTIONS: classes and values of both kinds, also by INTRINSIC and under other
! names, of arrays, and the functions of values.
program ieee_modules
  use, intrinsic :: ieee_arithmetic, only: ieee_class_type, ieee_value, ieee_class, operator(==), operator(/=), &
    ieee_signaling_nan, ieee_quiet_nan, ieee_negative_inf, ieee_negative_normal, ieee_negative_denormal, &
    ieee_negative_zero, ieee_positive_zero, ieee_positive_denormal, ieee_positive_normal, infinite => ieee_positive_inf
  implicit none
  call shown(ieee_signaling_nan)
  call shown(ieee_quiet_nan)
  call shown(ieee_negative_inf)
  call shown(ieee_negative_normal)
  call shown(ieee_negative_denormal)
  call shown(ieee_negative_zero)
  call shown(ieee_positive_zero)
  call shown(ieee_positive_denormal)
  call shown(ieee_positive_normal)
  call shown(infinite)
  call functions
  call modes
contains
  subroutine shown(class)
    type(ieee_class_type), intent(in) :: class
    real(8) :: x
    real(4) :: y(2)
    x = ieee_value(x, class)
    y = ieee_value(y, class)
    print '(z16.16, 2(1x, z8.8), 3l2)', x, y, ieee_class(x) == class, ieee_class(y) == class
    if (ieee_class(x) /= class) print *, 'another class'
  end subroutine
  subroutine functions
    use ieee_arithmetic
    real(8) :: v(4)
    v = [1d0, 0d0, -1d-310, ieee_value(1d0, ieee_positive_inf)]
    print *, ieee_is_normal(v), ieee_is_negative(-v), ieee_is_finite(v), ieee_is_nan(v - v)
    print *, ieee_copy_sign(2.0, -0.0), ieee_copy_sign(3d0, -1.0), ieee_copy_sign(3.0, 1d0)
    print *, ieee_logb(0.0), ieee_logb(-8.5), ieee_logb(1e-42), ieee_logb(1d-310), ieee_logb(v(4))
    print *, ieee_rem(5.5, -2.0), ieee_rem(5.0, 2.0), ieee_rem(7d0, 2d0), ieee_rem(-3d-323, 1d-323)
    print *, ieee_rint(0.5), ieee_rint(-1.5), ieee_rint(-0.2), ieee_rint(2.5d0), ieee_rint(1d300)
    print *, ieee_next_after(0.0, -1.0), ieee_next_after(1d0, 1d0), ieee_next_after(1d0, 2d0)
    print *, ieee_scalb(1.0, -149), ieee_scalb(1d0, 2000), ieee_unordered(v, 1d0), ieee_unordered(0*v(4), 1d0)
    print *, ieee_selected_real_kind(5), ieee_selected_real_kind(p=10), ieee_selected_real_kind(r=100)
    print *, ieee_support_nan(), ieee_support_inf(1.0), ieee_support_datatype(1d0), ieee_support_standard(1.0)
  end subroutine
  subroutine modes
    use ieee_exceptions
    use ieee_arithmetic, only: ieee_round_type, ieee_get_rounding_mode, ieee_nearest, operator(==)
    logical :: halts
    type(ieee_status_type) :: status
    type(ieee_round_type) :: rounding
    call ieee_get_status(status)
    call ieee_set_flag(ieee_overflow, .false.)
    call ieee_set_flag(ieee_usual, [.false., .false., .false.])
    call ieee_set_halting_mode(ieee_all, .false.)
    call ieee_get_halting_mode(ieee_invalid, halts)
    call ieee_get_rounding_mode(rounding)
    call ieee_set_status(status)
    print *, halts, rounding == ieee_nearest
  end subroutine
end program
