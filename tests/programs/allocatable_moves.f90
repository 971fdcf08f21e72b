! ALLOCATABLE objects of derived type: constructors that leave components unallocated (NULL() for one was an error),
! MOVE_ALLOC, also from and to components in the stores, and ALLOCATE with SOURCE= and MOLD=, which were refused.
program main
  call constructors
  call moves
  call sources
  call components
  call by_keywords
end program
subroutine constructors
  implicit none
  type s
    integer :: k = 0
    character(:), allocatable :: name
    real, allocatable :: m(:)
  end type
  type w
    type(s) :: a
    integer :: n = 2
  end type
  type(s) :: x, y
  type(w) :: z
  real, allocatable :: r(:)
  integer :: i
  r = [1., 2.]
  x = s(1, 'q', null())
  print *, x%name, allocated(x%m)
  x = s(2, null(), r)
  print *, allocated(x%name), x%m
  x = s(k=3)
  print *, x%k, allocated(x%name), allocated(x%m)
  do i = 1, 2
    x = s(i, m=[real :: i])
    y = x
    print *, allocated(y%name), y%m
    x = s(i, 'abc')
    y = x
    print *, y%name, allocated(y%m)
  end do
  z = w(s(1, null(), [4.]))
  print *, allocated(z%a%name), z%a%m, z%n
  z = w(s(1, 'name'), 3)
  print *, z%a%name, allocated(z%a%m), z%n
  z = w(y)
  print *, z%a%name, allocated(z%a%m), z%n
end subroutine
subroutine moves
  implicit none
  type t
    integer :: n = 1
    real :: x(2) = 0
  end type
  type o
    integer :: n = 1
    real, allocatable :: v(:)
  end type
  type(t), allocatable :: a(:), b(:), s, u
  type(o), allocatable :: c(:), d(:), e, f
  allocate (a(2:3))
  a(2)%n = 5; a(3)%x = [7., 8.]
  call move_alloc(a, b)
  print *, allocated(a), lbound(b), b%n, b(3)%x
  allocate (a(1))
  call move_alloc(a, b)
  print *, size(b), allocated(a)
  call move_alloc(a, b)
  print *, allocated(b)
  allocate (c(2), d(3))
  c(2)%v = [1., 2.]
  d(1)%v = [9.]
  call move_alloc(c, d)
  print *, size(d), d(2)%v, allocated(c), allocated(d(1)%v)
  allocate (s, e)
  s%n = 8
  e%v = [4.]
  call move_alloc(s, u)
  call move_alloc(e, f)
  print *, u%n, f%v, allocated(s), allocated(e)
end subroutine
subroutine sources
  implicit none
  type t
    integer :: n = 1
    real :: x(2) = 0
  end type
  type o
    integer :: n = 1
    real, allocatable :: v(:)
  end type
  type(t), allocatable :: a(:), b(:), s, u
  type(o), allocatable :: c(:), d(:), e, f, g(:,:)
  type(t) :: k(3)
  k%n = [1, 2, 3]
  k(2)%x = 4
  allocate (a, source=k(2:3))
  print *, lbound(a), a%n, a(1)%x
  allocate (b(0:3), source=t(5, [1., 2.]))
  print *, lbound(b), b%n, b(3)%x
  allocate (s, source=a(1))
  allocate (u, mold=s)
  print *, s%x, u%n
  allocate (c(2:3))
  c(2)%v = [1., 2.]
  allocate (d, source=c)
  c(2)%v = 0
  print *, lbound(d), d(2)%v, allocated(d(3)%v)
  allocate (e, source=d(2))
  allocate (f, source=e)
  print *, f%v
  allocate (g(2, 2), source=f)
  f%v = 9
  print *, g(2, 1)%v, g(1, 2)%n
  deallocate (a)
  allocate (a(2), mold=k)
  print *, a%n
end subroutine
subroutine components
  implicit none
  type t
    integer :: n = 0
    real, allocatable :: v(:)
  end type
  type q
    integer :: n = 4
    real :: x(2) = 1
  end type
  type b
    type(t), allocatable :: kids(:)
    type(t), allocatable :: one
    type(q), allocatable :: plain(:)
  end type
  type(b) :: x
  type(t), allocatable :: list(:), s
  type(q), allocatable :: ql(:)
  allocate (list(0:1))
  list(0)%v = [1., 2.]
  call move_alloc(list, x%kids)
  print *, lbound(x%kids), x%kids(0)%v, allocated(list), allocated(x%kids(1)%v)
  call move_alloc(x%kids, list)
  print *, lbound(list), list(0)%v, allocated(x%kids)
  call move_alloc(x%kids, list)
  print *, allocated(list)
  allocate (s)
  s%v = [3.]
  call move_alloc(s, x%one)
  print *, x%one%v, allocated(s)
  call move_alloc(x%one, s)
  print *, s%v, allocated(x%one)
  allocate (ql(2:4))
  ql(3)%n = 9
  call move_alloc(ql, x%plain)
  print *, lbound(x%plain), x%plain%n, allocated(ql)
  call move_alloc(x%plain, ql)
  print *, lbound(ql), ql%n, ql(4)%x, allocated(x%plain)
  call move_alloc(ql, x%plain)
  call move_alloc(ql, x%plain)
  print *, allocated(x%plain)
end subroutine
! FROM and TO in the other order.
subroutine by_keywords
  implicit none
  type t
    real, allocatable :: v(:)
  end type
  type b
    type(t), allocatable :: kids(:)
  end type
  type(b) :: x
  type(t), allocatable :: list(:), other(:)
  allocate (list(2))
  list(2)%v = [4., 5.]
  call move_alloc(to=other, from=list)
  print *, allocated(list), size(other), other(2)%v
  call move_alloc(to=x%kids, from=other)
  print *, allocated(other), x%kids(2)%v
  call move_alloc(x%kids, to=list)
  print *, allocated(x%kids), list(2)%v
end subroutine
