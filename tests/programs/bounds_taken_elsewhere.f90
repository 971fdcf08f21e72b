! The same of what structure constructors, texts and names of ASSOCIATE have, of elements of arrays of objects, and of
! functions, which are evaluated once.
program p
  implicit none
  type :: t
    integer, allocatable :: a(:)
    character(3), allocatable :: s(:)
  end type
  type :: inner
    real :: v = 2
  end type
  type :: outer
    type(inner) :: i(2:3)
    integer :: c(0:1, 5:6) = 3
  end type
  type(t), allocatable :: l(:)
  type(t) :: one
  type(outer) :: h(2)
  type(outer), target :: g(2)
  type(inner), allocatable :: k(:)
  integer, pointer :: q(:)
  integer, allocatable :: v(:), m(:,:)
  real, allocatable :: r(:)
  character(3), pointer :: cs(:)
  character(3), allocatable :: ca(:)
  character(:), allocatable :: cd(:)
  logical :: yes = .true.
  integer :: i, count = 0
  allocate (q(-2:0)); q = [5, 6, 7]
  allocate (l(3))
  l(1) = t(a=q); print *, 'A', lbound(l(1)%a)
  one = t(q); print *, 'B', lbound(one%a)
  l(2:3) = l(1); print *, 'C', lbound(l(3)%a), l(3)%a
  l = [t(q), t(q(:))]; print *, 'D', lbound(l(1)%a), lbound(l(2)%a)
  if (yes) v = q
  print *, 'E', lbound(v)
  r = q; print *, 'F', lbound(r), r
  allocate (cs(7:8)); cs = ['abc', 'def']
  ca = cs; print *, 'G', lbound(ca), ca
  cd = cs; print *, 'H', lbound(cd), len(cd), cd
  deallocate (ca); allocate (ca, source=cs); print *, 'I', lbound(ca), ca
  deallocate (cd); allocate (cd, source=cs); print *, 'J', lbound(cd), len(cd), cd
  l(1)%s = cs; print *, 'K', lbound(l(1)%s), l(1)%s
  one%s = cs; print *, 'L', lbound(one%s), one%s
  k = h(1)%i; print *, 'M', lbound(k)
  deallocate (k); k = g(2)%i; print *, 'N', lbound(k)
  deallocate (k); allocate (k, source=h(2)%i); print *, 'O', lbound(k)
  m = h(2)%c; print *, 'P', lbound(m), ubound(m)
  deallocate (m); allocate (m, mold=g(1)%c); print *, 'Q', lbound(m), ubound(m)
  deallocate (v); allocate (v(3)); v = q; print *, 'R', lbound(v)
  associate (x => h(1)%c, y => g(1)%c, z => q, w => h(1)%i)
    print *, 'S', lbound(x), lbound(y), lbound(z), lbound(w), y(0,5), x(1,6), z(-2), w(3)%v
    associate (u => z)
      print *, 'T', lbound(u), u(-1)
      deallocate (v); allocate (v, source=u); print *, 'U', lbound(v)
    end associate
    deallocate (v); v = z; print *, 'V', lbound(v)
  end associate
  where (v > 5) v = q
  do 10 i = 1, 2
    deallocate (v)
10 v = q
  print *, 'W', lbound(v)
  deallocate (v); allocate (v(0)); q => v2(); v = q; print *, 'X', lbound(v), size(v)
  allocate (q, source=f(3)); print *, 'Y', lbound(q), q
  print *, count
contains
  function v2() result(p)
    integer, pointer :: p(:)
    allocate (p(5:4))
  end function
  function f(n) result(a)
    integer, intent(in) :: n
    integer :: a(2:n)
    count = count + 1
    a = n
  end function
end program
