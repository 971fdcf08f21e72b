! The intrinsic modules IEEE_FEATURES, IEEE_EXCEPTIONS and IEEE_ARITHMETIC (Fortran 2018, 17), as far as they are about
! values. Exceptions raise no flags that a program can read, and numbers are rounded to nearest: what needs more than
! that ends the row with its name. Values of classes are those of gfortran.
module ieee_features
  implicit none
  private
  type, public :: ieee_features_type
    private
    integer :: number = 0
  end type
  type(ieee_features_type), parameter, public :: ieee_datatype = ieee_features_type(1), &
    ieee_denormal = ieee_features_type(2), ieee_divide = ieee_features_type(3), ieee_halting = ieee_features_type(4), &
    ieee_inexact_flag = ieee_features_type(5), ieee_inf = ieee_features_type(6), &
    ieee_invalid_flag = ieee_features_type(7), ieee_nan = ieee_features_type(8), &
    ieee_rounding = ieee_features_type(9), ieee_sqrt = ieee_features_type(10), &
    ieee_subnormal = ieee_features_type(11), ieee_underflow_flag = ieee_features_type(12)
end module

module ieee_exceptions
  implicit none
  private
  type, public :: ieee_flag_type
    private
    integer :: number = 0
  end type
  type, public :: ieee_status_type
    private
    integer :: number = 0
  end type
  type(ieee_flag_type), parameter, public :: ieee_invalid = ieee_flag_type(1), ieee_overflow = ieee_flag_type(2), &
    ieee_divide_by_zero = ieee_flag_type(3), ieee_underflow = ieee_flag_type(4), ieee_inexact = ieee_flag_type(5)
  type(ieee_flag_type), parameter, public :: ieee_usual(3) = [ieee_flag_type(2), ieee_flag_type(3), ieee_flag_type(1)]
  type(ieee_flag_type), parameter, public :: ieee_all(5) = &
    [ieee_flag_type(2), ieee_flag_type(3), ieee_flag_type(1), ieee_flag_type(4), ieee_flag_type(5)]
  public :: ieee_get_flag, ieee_set_flag, ieee_get_halting_mode, ieee_set_halting_mode, ieee_get_status, &
    ieee_set_status, ieee_support_flag, ieee_support_halting
  interface ieee_support_flag
    module procedure support_flag, support_flag_4, support_flag_8
  end interface
contains
  elemental subroutine ieee_get_flag(flag, flag_value)
    type(ieee_flag_type), intent(in) :: flag
    logical, intent(out) :: flag_value
    flag_value = flag%number == 0
    if (flag%number /= 0) error stop 'IEEE_GET_FLAG is not supported'
  end subroutine
  elemental subroutine ieee_set_flag(flag, flag_value)
    type(ieee_flag_type), intent(in) :: flag
    logical, intent(in) :: flag_value
    if (flag_value .and. flag%number /= 0) error stop 'IEEE_SET_FLAG is not supported'
  end subroutine
  elemental subroutine ieee_get_halting_mode(flag, halting)
    type(ieee_flag_type), intent(in) :: flag
    logical, intent(out) :: halting
    halting = flag%number < 0
  end subroutine
  elemental subroutine ieee_set_halting_mode(flag, halting)
    type(ieee_flag_type), intent(in) :: flag
    logical, intent(in) :: halting
    if (halting .and. flag%number /= 0) error stop 'IEEE_SET_HALTING_MODE is not supported'
  end subroutine
  subroutine ieee_get_status(status_value)
    type(ieee_status_type), intent(out) :: status_value
    status_value%number = 1
  end subroutine
  subroutine ieee_set_status(status_value)
    type(ieee_status_type), intent(in) :: status_value
    if (status_value%number /= 1) error stop 'IEEE_SET_STATUS of no status'
  end subroutine
  pure logical function support_flag(flag)
    type(ieee_flag_type), intent(in) :: flag
    support_flag = flag%number == 0
  end function
  pure logical function support_flag_4(flag, x)
    type(ieee_flag_type), intent(in) :: flag
    real(4), intent(in) :: x
    support_flag_4 = flag%number == 0 .and. x == x
  end function
  pure logical function support_flag_8(flag, x)
    type(ieee_flag_type), intent(in) :: flag
    real(8), intent(in) :: x
    support_flag_8 = flag%number == 0 .and. x == x
  end function
  pure logical function ieee_support_halting(flag)
    type(ieee_flag_type), intent(in) :: flag
    ieee_support_halting = flag%number == 0
  end function
end module

module forlane_ieee_intrinsics
  implicit none
  intrinsic :: selected_real_kind
end module

module ieee_arithmetic
  use ieee_exceptions
  use forlane_ieee_intrinsics, only: ieee_selected_real_kind => selected_real_kind
  implicit none
  private
  public :: ieee_flag_type, ieee_status_type, ieee_invalid, ieee_overflow, ieee_divide_by_zero, ieee_underflow, &
    ieee_inexact, ieee_usual, ieee_all, ieee_get_flag, ieee_set_flag, ieee_get_halting_mode, ieee_set_halting_mode, &
    ieee_get_status, ieee_set_status, ieee_support_flag, ieee_support_halting
  type, public :: ieee_class_type
    private
    integer :: number = 0
  end type
  type, public :: ieee_round_type
    private
    integer :: number = 0
  end type
  type(ieee_class_type), parameter, public :: ieee_other_value = ieee_class_type(0), &
    ieee_signaling_nan = ieee_class_type(1), ieee_quiet_nan = ieee_class_type(2), &
    ieee_negative_inf = ieee_class_type(3), ieee_negative_normal = ieee_class_type(4), &
    ieee_negative_denormal = ieee_class_type(5), ieee_negative_subnormal = ieee_class_type(5), &
    ieee_negative_zero = ieee_class_type(6), ieee_positive_zero = ieee_class_type(7), &
    ieee_positive_denormal = ieee_class_type(8), ieee_positive_subnormal = ieee_class_type(8), &
    ieee_positive_normal = ieee_class_type(9), ieee_positive_inf = ieee_class_type(10)
  type(ieee_round_type), parameter, public :: ieee_nearest = ieee_round_type(0), ieee_to_zero = ieee_round_type(1), &
    ieee_up = ieee_round_type(2), ieee_down = ieee_round_type(3), ieee_other = ieee_round_type(4)
  public :: operator(==), operator(/=)
  public :: ieee_class, ieee_copy_sign, ieee_get_rounding_mode, ieee_is_finite, ieee_is_nan, ieee_is_negative, &
    ieee_is_normal, ieee_logb, ieee_next_after, ieee_rem, ieee_rint, ieee_scalb, ieee_selected_real_kind, &
    ieee_set_rounding_mode, ieee_unordered, ieee_value, ieee_support_datatype, ieee_support_denormal, &
    ieee_support_subnormal, ieee_support_divide, ieee_support_inf, ieee_support_io, ieee_support_nan, &
    ieee_support_rounding, ieee_support_sqrt, ieee_support_standard, ieee_support_underflow_control
  interface operator(==)
    module procedure same_class, same_rounding
  end interface
  interface operator(/=)
    module procedure other_class, other_rounding
  end interface
  interface ieee_class
    module procedure class_4, class_8
  end interface
  interface ieee_copy_sign
    module procedure copy_sign_4, copy_sign_8, copy_sign_48, copy_sign_84
  end interface
  interface ieee_is_finite
    module procedure is_finite_4, is_finite_8
  end interface
  interface ieee_is_nan
    module procedure is_nan_4, is_nan_8
  end interface
  interface ieee_is_negative
    module procedure is_negative_4, is_negative_8
  end interface
  interface ieee_is_normal
    module procedure is_normal_4, is_normal_8
  end interface
  interface ieee_logb
    module procedure logb_4, logb_8
  end interface
  interface ieee_next_after
    module procedure next_after_4, next_after_8, next_after_48, next_after_84
  end interface
  interface ieee_rem
    module procedure rem_4, rem_8, rem_48, rem_84
  end interface
  interface ieee_rint
    module procedure rint_4, rint_8
  end interface
  interface ieee_scalb
    module procedure scalb_4, scalb_8
  end interface
  interface ieee_unordered
    module procedure unordered_4, unordered_8, unordered_48, unordered_84
  end interface
  interface ieee_value
    module procedure value_4, value_8
  end interface
  interface ieee_support_datatype
    module procedure supported, supported_4, supported_8
  end interface
  interface ieee_support_denormal
    module procedure supported, supported_4, supported_8
  end interface
  interface ieee_support_subnormal
    module procedure supported, supported_4, supported_8
  end interface
  interface ieee_support_divide
    module procedure supported, supported_4, supported_8
  end interface
  interface ieee_support_inf
    module procedure supported, supported_4, supported_8
  end interface
  interface ieee_support_io
    module procedure supported, supported_4, supported_8
  end interface
  interface ieee_support_nan
    module procedure supported, supported_4, supported_8
  end interface
  interface ieee_support_sqrt
    module procedure supported, supported_4, supported_8
  end interface
  interface ieee_support_standard
    module procedure supported, supported_4, supported_8
  end interface
  interface ieee_support_underflow_control
    module procedure missing, missing_4, missing_8
  end interface
  interface ieee_support_rounding
    module procedure has_rounding, has_rounding_4, has_rounding_8
  end interface
contains
  elemental logical function same_class(x, y)
    type(ieee_class_type), intent(in) :: x, y
    same_class = x%number == y%number
  end function
  elemental logical function other_class(x, y)
    type(ieee_class_type), intent(in) :: x, y
    other_class = x%number /= y%number
  end function
  elemental logical function same_rounding(x, y)
    type(ieee_round_type), intent(in) :: x, y
    same_rounding = x%number == y%number
  end function
  elemental logical function other_rounding(x, y)
    type(ieee_round_type), intent(in) :: x, y
    other_rounding = x%number /= y%number
  end function
  ! The number of a class, from the sign, the bits of the exponent and of the fraction; `quiet` is the first bit of the
  ! fraction.
  elemental integer function number_of(is_negative, is_least, is_greatest, is_zero, is_quiet)
    logical, intent(in) :: is_negative, is_least, is_greatest, is_zero, is_quiet
    if (is_greatest .and. .not. is_zero) then
      number_of = merge(2, 1, is_quiet)
      return
    else if (is_greatest) then
      number_of = 10
    else if (.not. is_least) then
      number_of = 9
    else if (is_zero) then
      number_of = 7
    else
      number_of = 8
    end if
    if (is_negative) number_of = 13 - number_of
  end function
  elemental type(ieee_class_type) function class_4(x)
    real(4), intent(in) :: x
    integer(4) :: bits, power, fraction
    bits = transfer(x, bits)
    power = ibits(bits, 23, 8)
    fraction = ibits(bits, 0, 23)
    class_4%number = number_of(bits < 0, power == 0, power == 255, fraction == 0, btest(fraction, 22))
  end function
  elemental type(ieee_class_type) function class_8(x)
    real(8), intent(in) :: x
    integer(8) :: bits, power, fraction
    bits = transfer(x, bits)
    power = ibits(bits, 52, 11)
    fraction = ibits(bits, 0, 52)
    class_8%number = number_of(bits < 0, power == 0, power == 2047, fraction == 0, btest(fraction, 51))
  end function
  elemental real(4) function value_4(x, class)
    real(4), intent(in) :: x
    type(ieee_class_type), intent(in) :: class
    integer(4) :: bits
    select case (class%number)
    case (1)
      bits = int(z'7FA00000', 4)
    case (2)
      bits = int(z'7FC00000', 4)
    case (3, 10)
      bits = int(z'7F800000', 4)
    case (4, 9)
      bits = int(z'42280000', 4)
    case (5, 8)
      bits = int(z'00400000', 4)
    case default
      bits = 0
    end select
    if (class%number >= 3 .and. class%number <= 6) bits = ibset(bits, 31)
    value_4 = transfer(bits, x)
  end function
  elemental real(8) function value_8(x, class)
    real(8), intent(in) :: x
    type(ieee_class_type), intent(in) :: class
    integer(8) :: bits
    select case (class%number)
    case (1)
      bits = int(z'7FF4000000000000', 8)
    case (2)
      bits = int(z'7FF8000000000000', 8)
    case (3, 10)
      bits = int(z'7FF0000000000000', 8)
    case (4, 9)
      bits = int(z'4045000000000000', 8)
    case (5, 8)
      bits = int(z'0008000000000000', 8)
    case default
      bits = 0
    end select
    if (class%number >= 3 .and. class%number <= 6) bits = ibset(bits, 63)
    value_8 = transfer(bits, x)
  end function
  elemental real(4) function copy_sign_4(x, y)
    real(4), intent(in) :: x, y
    copy_sign_4 = sign(x, y)
  end function
  elemental real(8) function copy_sign_8(x, y)
    real(8), intent(in) :: x, y
    copy_sign_8 = sign(x, y)
  end function
  elemental real(4) function copy_sign_48(x, y)
    real(4), intent(in) :: x
    real(8), intent(in) :: y
    copy_sign_48 = sign(x, merge(-1.0, 1.0, transfer(y, 0_8) < 0))
  end function
  elemental real(8) function copy_sign_84(x, y)
    real(8), intent(in) :: x
    real(4), intent(in) :: y
    copy_sign_84 = sign(x, merge(-1d0, 1d0, transfer(y, 0_4) < 0))
  end function
  elemental logical function is_nan_4(x)
    real(4), intent(in) :: x
    is_nan_4 = x /= x
  end function
  elemental logical function is_nan_8(x)
    real(8), intent(in) :: x
    is_nan_8 = x /= x
  end function
  elemental logical function is_finite_4(x)
    real(4), intent(in) :: x
    is_finite_4 = abs(x) <= huge(x)
  end function
  elemental logical function is_finite_8(x)
    real(8), intent(in) :: x
    is_finite_8 = abs(x) <= huge(x)
  end function
  elemental logical function is_negative_4(x)
    real(4), intent(in) :: x
    is_negative_4 = transfer(x, 0_4) < 0 .and. x == x
  end function
  elemental logical function is_negative_8(x)
    real(8), intent(in) :: x
    is_negative_8 = transfer(x, 0_8) < 0 .and. x == x
  end function
  elemental logical function is_normal_4(x)
    real(4), intent(in) :: x
    is_normal_4 = abs(x) <= huge(x) .and. (abs(x) >= tiny(x) .or. x == 0)
  end function
  elemental logical function is_normal_8(x)
    real(8), intent(in) :: x
    is_normal_8 = abs(x) <= huge(x) .and. (abs(x) >= tiny(x) .or. x == 0)
  end function
  elemental logical function unordered_4(x, y)
    real(4), intent(in) :: x, y
    unordered_4 = x /= x .or. y /= y
  end function
  elemental logical function unordered_8(x, y)
    real(8), intent(in) :: x, y
    unordered_8 = x /= x .or. y /= y
  end function
  elemental real(4) function logb_4(x)
    real(4), intent(in) :: x
    if (x == 0) then
      logb_4 = -1/abs(x)
    else if (abs(x) <= huge(x)) then
      logb_4 = exponent(x) - 1
    else
      logb_4 = x*x
    end if
  end function
  elemental real(8) function logb_8(x)
    real(8), intent(in) :: x
    if (x == 0) then
      logb_8 = -1/abs(x)
    else if (abs(x) <= huge(x)) then
      logb_8 = exponent(x) - 1
    else
      logb_8 = x*x
    end if
  end function
  elemental logical function unordered_48(x, y)
    real(4), intent(in) :: x
    real(8), intent(in) :: y
    unordered_48 = x /= x .or. y /= y
  end function
  elemental logical function unordered_84(x, y)
    real(8), intent(in) :: x
    real(4), intent(in) :: y
    unordered_84 = x /= x .or. y /= y
  end function
  elemental real(4) function next_after_4(x, y)
    real(4), intent(in) :: x, y
    if (x /= x .or. y /= y) then
      next_after_4 = x + y
    else if (x == y) then
      next_after_4 = y
    else
      next_after_4 = nearest(x, merge(1.0, -1.0, y > x))
    end if
  end function
  elemental real(8) function next_after_8(x, y)
    real(8), intent(in) :: x, y
    if (x /= x .or. y /= y) then
      next_after_8 = x + y
    else if (x == y) then
      next_after_8 = y
    else
      next_after_8 = nearest(x, merge(1d0, -1d0, y > x))
    end if
  end function
  elemental real(4) function next_after_48(x, y)
    real(4), intent(in) :: x
    real(8), intent(in) :: y
    next_after_48 = next_after_4(x, real(y, 4))
  end function
  elemental real(8) function next_after_84(x, y)
    real(8), intent(in) :: x
    real(4), intent(in) :: y
    next_after_84 = next_after_8(x, real(y, 8))
  end function
  elemental real(8) function rem_48(x, y)
    real(4), intent(in) :: x
    real(8), intent(in) :: y
    rem_48 = rem_8(real(x, 8), y)
  end function
  elemental real(8) function rem_84(x, y)
    real(8), intent(in) :: x
    real(4), intent(in) :: y
    rem_84 = rem_8(x, real(y, 8))
  end function
  elemental real(4) function rem_4(x, y)
    real(4), intent(in) :: x, y
    rem_4 = real(rem_8(real(x, 8), real(y, 8)), 4)
  end function
  ! What is left is at most half of `y`, of two such values that from the even quotient.
  elemental real(8) function rem_8(x, y)
    real(8), intent(in) :: x, y
    real(8) :: rest, by
    by = abs(y)
    rest = abs(x)
    if (y == 0 .or. rest > huge(x) .or. x /= x .or. y /= y) then
      rem_8 = (x*y)/(x*y)
      return
    end if
    if (by <= huge(x)/2) rest = mod(rest, by + by)
    if (by < 4*tiny(x)) then
      if (rest + rest > by) then
        rest = rest - by
        if (rest + rest >= by) rest = rest - by
      end if
    else if (rest > by/2) then
      rest = rest - by
      if (rest >= by/2) rest = rest - by
    end if
    rem_8 = merge(-rest, rest, transfer(x, 0_8) < 0)
  end function
  elemental real(4) function rint_4(x)
    real(4), intent(in) :: x
    real(4), parameter :: whole = 2.0**23
    rint_4 = x
    if (abs(x) < whole) rint_4 = sign((abs(x) + whole) - whole, x)
  end function
  elemental real(8) function rint_8(x)
    real(8), intent(in) :: x
    real(8), parameter :: whole = 2d0**52
    rint_8 = x
    if (abs(x) < whole) rint_8 = sign((abs(x) + whole) - whole, x)
  end function
  elemental real(4) function scalb_4(x, i)
    real(4), intent(in) :: x
    integer, intent(in) :: i
    scalb_4 = scale(x, i)
  end function
  elemental real(8) function scalb_8(x, i)
    real(8), intent(in) :: x
    integer, intent(in) :: i
    scalb_8 = scale(x, i)
  end function
  subroutine ieee_get_rounding_mode(round_value)
    type(ieee_round_type), intent(out) :: round_value
    round_value = ieee_nearest
  end subroutine
  subroutine ieee_set_rounding_mode(round_value)
    type(ieee_round_type), intent(in) :: round_value
    if (round_value%number /= 0) error stop 'IEEE_SET_ROUNDING_MODE supports IEEE_NEAREST alone'
  end subroutine
  pure logical function supported()
    supported = .true.
  end function
  pure logical function supported_4(x)
    real(4), intent(in) :: x
    supported_4 = kind(x) == 4
  end function
  pure logical function supported_8(x)
    real(8), intent(in) :: x
    supported_8 = kind(x) == 8
  end function
  pure logical function missing()
    missing = .false.
  end function
  pure logical function missing_4(x)
    real(4), intent(in) :: x
    missing_4 = kind(x) == 8
  end function
  pure logical function missing_8(x)
    real(8), intent(in) :: x
    missing_8 = kind(x) == 4
  end function
  pure logical function has_rounding(round_value)
    type(ieee_round_type), intent(in) :: round_value
    has_rounding = round_value%number == 0
  end function
  pure logical function has_rounding_4(round_value, x)
    type(ieee_round_type), intent(in) :: round_value
    real(4), intent(in) :: x
    has_rounding_4 = round_value%number == 0 .and. kind(x) == 4
  end function
  pure logical function has_rounding_8(round_value, x)
    type(ieee_round_type), intent(in) :: round_value
    real(8), intent(in) :: x
    has_rounding_8 = round_value%number == 0 .and. kind(x) == 8
  end function
end module
