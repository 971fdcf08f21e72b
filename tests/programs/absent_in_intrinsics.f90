! An OPTIONAL dummy argument that is absent counts as not given where an intrinsic function has it as an optional
! argument: each program unit below once failed because "M is absent and is used".
module sometimes_given
  implicit none
contains
  subroutine reductions(a, m, s)
    integer, intent(in) :: a(:, :)
    logical, intent(in), optional :: m(:, :), s
    print *, sum(a, mask=m), product(a, m), maxval(a, m), minval(a, mask=s)
    print *, maxloc(a, mask=m), minloc(a, m), sum(a, 2, m), maxloc(a, 1, s)
    print *, iall(a, mask=m), maxloc(a, dim=1, mask=m, back=s)
    print *, sum(a + 1, mask=m)
  end subroutine

  subroutine searches(text, set, back)
    character(*), intent(in) :: text, set
    logical, intent(in), optional :: back
    print *, scan(text, set, back), index(text, set, back=back), verify(text, set, back)
  end subroutine

  subroutine extremes(a, b, c, d)
    real, intent(in) :: a, b
    real, intent(in), optional :: c, d
    print *, min(a, b, c), max(a, b, c, d), max(b, a, d), min(a, b, d, c)
  end subroutine

  subroutine texts(a, b, c)
    character(*), intent(in) :: a, b
    character(*), intent(in), optional :: c
    print *, '[', max(a, b, c), '] [', min(a, b, c), ']', len(min(a, b, c))
  end subroutine

  subroutine whole(a, b, c)
    integer, intent(in) :: a(:), b
    integer, intent(in), optional :: c(:)
    print *, max(a, b, c), min(2*a, b, c)
  end subroutine

  subroutine sizes(a, dim)
    real, intent(in) :: a(:, :)
    integer, intent(in), optional :: dim
    print *, size(a, dim), size(a(:1, :), dim) + 1
  end subroutine

  subroutine shapes(a, pad, order, vector)
    integer, intent(in) :: a(:)
    integer, intent(in), optional :: pad(:), order(2), vector(:)
    print *, reshape(a, [2, 3], pad=pad, order=order), reshape(a, [2, 2], order=order), pack(a, a > 2, vector)
  end subroutine

  subroutine shifts(a, dim, fill, row)
    integer, intent(in) :: a(:, :)
    integer, intent(in), optional :: dim, fill, row(:)
    print *, cshift(a, 1, dim)
    print *, eoshift(a, 1, fill, dim)
    if (present(row)) print *, eoshift(a, -1, row)
  end subroutine

  subroutine scalars(i, y)
    integer, intent(in) :: i
    real, intent(in), optional :: y
    print *, cmplx(i, y), cmplx(2.0, y, kind=8)
  end subroutine
end module

program absent_in_intrinsics
  use sometimes_given
  implicit none
  integer :: a(2, 3) = reshape([3, 1, 2, 6, 5, 4], [2, 3])
  logical :: m(2, 3) = reshape([.true., .false., .true., .false., .true., .true.], [2, 3])
  call reductions(a)
  call reductions(a, m)
  call reductions(a, s=.false.)
  call reductions(a, m, .true.)
  call searches('banana', 'an')
  call searches('banana', 'an', .true.)
  call extremes(2.0, 1.0)
  call extremes(2.0, 1.0, 0.5)
  call extremes(2.0, 1.0, d=3.0)
  call extremes(2.0, 1.0, 7.0, -3.0)
  call texts('pear', 'figs')
  call texts('pear', 'figs', 'zucchini')
  call texts('pear', 'figs', 'a')
  call whole([1, 5, 3], 2, [9, 0, 4])
  call sizes(reshape([1., 2., 3., 4., 5., 6.], [2, 3]))
  call sizes(reshape([1., 2., 3., 4., 5., 6.], [2, 3]), 2)
  call shapes([1, 2, 3, 4, 5, 6], order=[2, 1], vector=[7, 7, 7, 7, 7])
  call shapes([1, 2, 3, 4], [0, -1], [2, 1], [7, 7, 7, 7, 7])
  call shifts(a)
  call shifts(a, 2, -9, [70, 80, 90])
  call scalars(9)
  call scalars(9, 1.5)
end program
