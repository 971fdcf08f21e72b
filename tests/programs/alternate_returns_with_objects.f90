! Labels as arguments beside objects and pointers, and of generic names; generic names of intrinsic subroutines.
module m
  type t
    integer :: k = 3
    real :: a(2) = 1.5
  end type
  interface gen
    module procedure g1, g2, g3
  end interface
  interface random_seed
    module procedure my_seed
  end interface
contains
  subroutine s(*, o, i, *, p)
    type(t), intent(inout) :: o
    integer, pointer :: p
    o%k = o%k + i
    p = p + 1
    if (i == 1) return 1
    if (i == 2) return 2
  end subroutine
  subroutine g1(i, *)
    integer :: i
    return i
  end subroutine
  subroutine g2(i, j)
    integer :: i, j
    j = i
  end subroutine
  subroutine g3(*, x, *)
    real :: x
    return int(x)
  end subroutine
  subroutine my_seed(x)
    real, intent(out) :: x
    integer :: n
    call random_seed(size=n)
    x = 0.5
  end subroutine
end module
program p
  use m
  type(t) :: o
  integer, pointer :: q
  integer :: i, j
  real :: x
  allocate (q); q = 0
  do i = 0, 2
    call s(*10, o, i, *20, q)
    print *, 'none', o%k, q; cycle
10  print *, 'first', o%k, q; cycle
20  print *, 'second', o%k, q
  end do
  call gen(1, *30)
  print *, 'no'
30 call gen(5, j); print *, j
  call gen(*40, 2.0, *50)
  print *, 'none'
40 print *, 'forty'
50 print *, 'fifty'
  call random_seed(x); print *, x
  call random_seed(size=i); print *, i > 0
end program
