! Names of ASSOCIATE have the lower bounds of whole pointers and of ALLOCATABLE components; they were 1.
program p
  implicit none
  type s
    real, allocatable :: w(:)
    integer :: k = 3
  end type
  type o
    type(s), allocatable :: t(:)
  end type
  type(s) :: m(2)
  type(o) :: q(2)
  real, target :: x(4) = [1., 2., 3., 4.], y(3,3)
  real, pointer :: r(:), z(:,:)
  integer i, d
  allocate (m(1)%w(0:2))
  m(1)%w = [1., 2., 3.]
  associate (w => m(1)%w)
    w(1) = 9
    print *, lbound(w), ubound(w), lbound(w, 1), ubound(w, 1), size(w)
    print *, lbound(dim=1, array=w), ubound(array=w)
    print *, w(0:1), w(2:), w(:1), w([0, 2]), sum(w), w
    do i = lbound(w, 1), ubound(w, 1)
      w(i) = w(i) + i
    end do
  end associate
  print *, m(1)%w(0), m(1)%w(1), m(1)%w(2)
  r(0:) => x
  associate (t => r)
    t(0) = 10
    print *, t(3), lbound(t)
  end associate
  print *, x
  y = 0
  z(-1:, 5:) => y
  y(1, 3) = 4
  associate (v => z, u => z(0, 6))
    v(-1, 7) = v(-1, 7) + 1
    v(0, :) = 7
    print *, lbound(v), ubound(v), ubound(v, 2), u
  end associate
  print *, y
  z(-1:, 5:) => y
  associate (v => z)
    associate (inner => v)
      inner(1, 5) = 3
      print *, lbound(inner), inner(1, 5), y(3, 1)
    end associate
  end associate
  allocate (q(2)%t(3:4))
  q(2)%t%k = 5
  associate (t => q(2)%t)
    t(4)%k = 8
    allocate (t(3)%w(2))
    t(3)%w = 6
    print *, t(3)%k, t(4)%k, t(3)%w, t%k, lbound(t)
  end associate
end program
