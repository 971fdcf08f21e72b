! Pointers that FORALL assigns.
program pointers_in_forall
  type element
    real, pointer :: p
  end type
  type (element) q(5), r(5)
  real, target, dimension(5) :: t
  integer i
  t = (/1.0, 2.0, 3.0, 4.0, 5.0/)
  do i = 1,5
    q(i)%p => t(i)
    r(i)%p => t(i)
  end do
  forall (i = 1:5)
    r(i)%p => q(6 - i)%p
  end forall
  do i = 1,5
    print *, r(i)%p, q(i)%p
  end do
  forall (i = 1:5) q(i)%p => t(i)
  do i = 1,5
    print *, q(i)%p
  end do
end
