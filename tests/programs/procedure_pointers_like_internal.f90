! Pointers with the interface of an internal procedure, to it, to an intrinsic and to an external one.
program p
  implicit none
  procedure(shifted), pointer :: h => null()
  procedure(real(8)), pointer :: f
  procedure(), pointer :: s
  real(8), external :: tripled
  external :: shout
  real(8) :: shift = 10
  intrinsic :: dsin, dcos
  h => shifted
  print '(f10.6)', h(0.5d0)
  shift = 20
  print '(f10.6)', h(0.5d0)
  h => dcos
  print '(f10.6,2l2)', h(0.5d0), associated(h, dcos), associated(h, shifted)
  f => tripled
  print '(f10.6)', f(2d0)
  f => dsin
  print '(f10.6)', f(1d0)
  s => shout
  call s(3)
contains
  real(8) function shifted(x)
    real(8), intent(in) :: x
    shifted = cos(x) + shift
  end function
end program
real(8) function tripled(x)
  real(8), intent(in) :: x
  tripled = x * 3
end function
subroutine shout(n)
  integer, intent(in) :: n
  print *, 'shout', n
end subroutine
