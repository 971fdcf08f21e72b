! An assignment of another shape allocates the array anew.
program p
  implicit none
  real(8), allocatable :: a(:)
  allocate (a(1000))
  call s(a)
  print *, 'not reached'
contains
  subroutine s(x)
    real(8), intent(inout) :: x(*)
    anew: block
      a = [1d0, 2d0] ! fails: deallocation of a
    end block anew
    x(900) = 7
  end subroutine
end program
