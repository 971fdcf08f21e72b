! SOURCE of a component in memory whose type has ALLOCATABLE components: where it was to go was looked up before it was
! allocated.
program sources_of_components
  implicit none
  type s
    real, allocatable :: w(:)
    integer :: k = 1
  end type
  type n
    type(s), allocatable :: one
    type(s), pointer :: other => null()
    type(s), allocatable :: many(:)
  end type
  type(n) :: m(2)
  type(n), target :: t
  type(s) :: v
  type(s), pointer :: p
  v%w = [1., 2.]
  v%k = 7
  allocate (m(1)%one, source=v)
  print *, m(1)%one%w, m(1)%one%k
  allocate (m(2)%other, source=v)
  v%w(1) = 9
  print *, m(2)%other%w, m(2)%other%k, m(1)%one%w
  allocate (m(2)%many(3), source=v)
  print *, m(2)%many(3)%w, m(2)%many%k
  allocate (t%one, source=m(1)%one)
  print *, t%one%w
  allocate (p, source=t%one)
  p%w = 4
  print *, p%w, t%one%w
  allocate (t%other, mold=v)
  print *, allocated(t%other%w), t%other%k
end program
