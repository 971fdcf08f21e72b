! Uses of intrinsic procedures that were refused: SHAPE of a scalar, NEAREST in a direction of another kind, UNPACK and
! MAXVAL of texts in constant expressions, RANDOM_SEED with OPTIONAL arguments, RANDOM_INIT, INTRINSIC for functions of
! dynamic types, and answers of the system for arguments that are absent. A scalar expression in WHERE, which divided
! by zero where the mask is true nowhere, is not evaluated then.
program less_usual_uses
  implicit none
  intrinsic :: same_type_as, extends_type_of
  type :: base
    integer :: i = 0
  end type
  type, extends(base) :: derived
  end type
  integer, parameter :: none(0) = shape(4)
  integer, parameter :: full(4) = unpack([1, 2], [.true., .false., .false., .true.], [7, 8, 9, 10])
  integer, parameter :: zeros(3) = unpack([5], [.false., .true., .false.], 0)
  character(3), parameter :: words(2, 2) = reshape(['pea', 'fig', 'yam', 'nut'], [2, 2])
  character(3), parameter :: last = maxval(words), first(2) = minval(words, dim=1)
  character(3), parameter :: not_one = minval(words, words < 'a')
  integer :: zero = 0, numbers(4) = [1, 2, 3, 4], size_of_seed
  integer, allocatable :: seed(:), again(:)
  real :: r(3), same(3)
  type(base) :: b
  type(derived) :: d
  print *, size(shape(zero)), size(none), shape(shape(2.5)), sum(shape('x'))
  print *, full, zeros, last, first, ichar(not_one(1:1))
  print *, nearest(1.0, 1d0) > 1.0, nearest(1d0, -1.0) < 1d0
  where (numbers > 5) numbers = 10/zero
  where (numbers > 5)
    numbers = mod(7, zero)
  elsewhere (numbers > 2)
    numbers = 6/(zero + 2)
  end where
  print *, numbers
  print *, same_type_as(b, d), extends_type_of(d, b)
  call seeds(size=size_of_seed)
  allocate (seed(size_of_seed), again(size_of_seed))
  seed = [(3*zero + 17, zero = 1, size_of_seed)]
  call seeds(put=seed)
  call random_number(r)
  call seeds(put=seed)
  call seeds(get=again)
  call random_number(same)
  print *, all(r == same), size_of_seed
  call seeds()
  call random_init(.true., .true.)
  call random_number(r)
  print *, r
  call random_init(repeatable=.false., image_distinct=.false.)
  call random_init(.true., .false.)
  call random_number(same)
  print *, all(r == same)
  call answers()
  call answers(zero)
contains
  subroutine seeds(size, put, get)
    integer, optional :: size
    integer, optional :: put(:), get(:)
    call random_seed(size, put, get)
  end subroutine

  subroutine answers(length)
    integer, intent(out), optional :: length
    integer :: status
    character(4) :: value
    call get_environment_variable('FORLANE_NO_SUCH_NAME', value, length, status)
    print *, present(length), status, '[', value, ']'
    if (present(length)) print *, length
  end subroutine
end program
