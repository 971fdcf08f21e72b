! SIZEOF of texts and of arrays whose extents are known at run time; kinds of LOGICAL operations choose procedures.
module g
interface w; module procedure w1,w2,w4,w8; end interface
contains
subroutine w1(x); logical(1),intent(in)::x; print *,'L1'; end subroutine
subroutine w2(x); logical(2),intent(in)::x; print *,'L2'; end subroutine
subroutine w4(x); logical(4),intent(in)::x; print *,'L4'; end subroutine
subroutine w8(x); logical(8),intent(in)::x; print *,'L8'; end subroutine
subroutine sz(a, c, m)
  real :: a(:,:)
  character(*) :: c(m)
  character(*), parameter :: k = 'abc'
  print *, sizeof(a), sizeof(c), sizeof(c(1)), sizeof(k), sizeof(a(:,1)), sizeof('hello'), sizeof(m), sizeof(a(1,1))
end subroutine
end module
use g
logical(1)::l=.true.; logical(2)::m=.false.; logical(8)::n=.true., v(3)
character(40) :: s
real, allocatable :: q(:)
call w(l.and.m); call w(m.or.n); call w(l.eqv.m); call w(.not. n); call w(1 < 2); call w(l .and. 1 < 2)
call w(any(v)); call w(merge(l,l,.true.)); call w(logical(l,8)); call w(v(2)); call w(l .neqv. l)
print *,kind(l.and.m),kind(m.or.n),kind(merge(m,m,.true.)),kind(logical(l,8))
print *, sizeof(s), sizeof(v), sizeof(l), sizeof([1.0,2.0]), sizeof((1.0,2.0))
allocate(q(7)); print *, sizeof(q)
call sz(reshape([1.,2.,3.,4.,5.,6.],[2,3]), ['abcd','efgh'], 2)
end
