! An array that an assignment or ALLOCATE with SOURCE or MOLD allocates has the bounds of the whole array that it gets its
! shape from, also of a pointer or of a component; those of sections are 1.
program p
  implicit none
  type :: t
    integer, allocatable :: a(:), b(:,:)
    real, pointer :: q(:) => null()
  end type
  type :: s
    type(t), allocatable :: many(:)
    type(t) :: four(0:3)
  end type
  type :: fl
    integer :: c(2:4) = 7
    character(3), pointer :: n(:) => null()
  end type
  type(s) :: z
  type(fl), target :: f, fs(-1:1)
  type(fl), pointer :: pf(:)
  type(fl), allocatable :: af(:), ag(:)
  type(t) :: x
  integer, allocatable :: v(:), w(:), m(:,:)
  integer, pointer :: pi(:), pj(:)
  real, allocatable :: ra(:)
  real, pointer :: r(:), pr(:,:), ps(:,:)
  allocate (r(5:7)); r = 1.5
  allocate (ra, source=r); print *, 'A', lbound(ra), ubound(ra)
  deallocate (ra); ra = r; print *, 'B', lbound(ra), ubound(ra)
  deallocate (ra); ra = r(:); print *, 'C', lbound(ra), ubound(ra)
  deallocate (ra); allocate (ra, mold=r); print *, 'E', lbound(ra), ubound(ra)
  allocate (z%many(2:3)); print *, 'F', lbound(z%many), ubound(z%many)
  allocate (z%many(2)%a(-1:1)); z%many(2)%a = [1,2,3]
  print *, 'G', lbound(z%many(2)%a)
  z%many(3)%a = z%many(2)%a; print *, 'H', lbound(z%many(3)%a), ubound(z%many(3)%a)
  allocate (v, source=z%many(2)%a); print *, 'I', lbound(v), ubound(v)
  deallocate (v); v = z%many(2)%a; print *, 'J', lbound(v), ubound(v)
  deallocate (z%many(3)%a); allocate (z%many(3)%a, source=z%many(2)%a); print *, 'K', lbound(z%many(3)%a)
  z%four(0) = z%many(2); print *, 'L', lbound(z%four(0)%a)
  z%four(1)%a = v; print *, 'M', lbound(z%four(1)%a)
  allocate (z%four(2)%a, source=v); print *, 'N', lbound(z%four(2)%a)
  deallocate (z%four(2)%a); allocate (z%four(2)%a, mold=v); print *, 'O', lbound(z%four(2)%a)
  deallocate (v); v = f%c; print *, 'P', lbound(v), ubound(v)
  deallocate (v); allocate (v, source=f%c); print *, 'Q', lbound(v), ubound(v)
  deallocate (v); allocate (v, source=fs(0)%c); print *, 'R', lbound(v), ubound(v)
  deallocate (v); v = fs(0)%c; print *, 'S', lbound(v), ubound(v)
  deallocate (v); v = fs%c(3); print *, 'T', lbound(v), ubound(v)
  allocate (af, source=fs); print *, 'U', lbound(af), ubound(af), af(-1)%c(4)
  deallocate (af); af = fs; print *, 'V', lbound(af), ubound(af)
  pf => fs; print *, 'W', lbound(pf), ubound(pf)
  deallocate (af); af = pf; print *, 'X', lbound(af), ubound(af)
  deallocate (af); allocate (af, source=pf); print *, 'Y', lbound(af), ubound(af)
  allocate (f%n(3:4)); f%n = 'abc'
  allocate (fs(0)%n, source=f%n); print *, 'a', lbound(fs(0)%n), fs(0)%n
  allocate (pi, source=f%c); print *, 'b', lbound(pi)
  allocate (pj, source=pi); print *, 'c', lbound(pj)
  deallocate (pj); allocate (pj, mold=pi); print *, 'd', lbound(pj)
  allocate (pr(0:1,2:3)); pr = 2
  allocate (ps, source=pr); print *, 'e', lbound(ps), ubound(ps)
  allocate (ps, source=pr+1); print *, 'g', lbound(ps), ubound(ps)
  allocate (x%q, source=r); print *, 'h', lbound(x%q)
  allocate (x%b, source=int(pr)); print *, 'i', lbound(x%b)
  allocate (m, mold=x%b); print *, 'j', lbound(m)
  pf => fs(0:1); allocate (pi, source=pf(2)%c); print *, 'k', lbound(pi)
  allocate (pi, source=v); print *, 'l', lbound(pi)
  call sub(fs)
contains
  subroutine sub(d)
    type(fl), intent(in) :: d(4:)
    integer, allocatable :: i(:)
    type(fl), allocatable :: e(:)
    allocate (e, source=d); print *, 'm', lbound(e)
    deallocate (e); e = d; print *, 'n', lbound(e)
    allocate (i, source=d(:)%c(2)+0); print *, 'o', lbound(i)
    deallocate (i); i = d(4)%c; print *, 'p', lbound(i)
  end subroutine
end program
