! ASSOCIATED with one and two arguments, swaps, NULL() and NULLIFY, DEALLOCATE.
program pointer_associated
  implicit none
  type pair
    integer, pointer :: a => null(), b => null()
    integer :: plain = 3
  end type
  integer, target :: x = 1, y = 2, v(6) = [1, 2, 3, 4, 5, 6]
  integer, pointer :: p, q, t, a(:), b(:)
  type(pair), target :: one, two
  type(pair), pointer :: r
  type(pair) :: many(3)
  integer :: ierr
  p => x
  q => y
  print *, associated(p), associated(p, x), associated(p, y), associated(p, q)
  t => p
  p => q
  q => t
  print *, p, q, associated(p, y), associated(q, x)
  p => null()
  print *, associated(p), associated(p, q), associated(q, p)
  a => v
  b => v(1:6)
  print *, associated(a, b), associated(a, v), associated(a, v(1:5)), associated(b, v(1:6:1))
  b => v(1:5:2)
  print *, associated(a, b), associated(b, v(1:6:2)), associated(b, v(1:5:2))
  p => a(4)
  print *, associated(p, v(4)), associated(p, v(3)), p
  b => a(3:2)
  print *, associated(b), associated(b, a(3:2))
  one%a => x
  one%b => v(2)
  two = one
  two%plain = 4
  print *, associated(two%a, one%a), two%b, associated(two%b, v(2)), one%plain
  two%a = 10
  print *, x
  r => two
  print *, associated(r, two), associated(r, one), r%a, r%plain
  r => one
  r%b => y
  print *, one%b, two%b
  nullify (one%a, two%a)
  print *, associated(one%a), associated(r%a), associated(two%a)
  many = pair(null(), null(), 7)
  many(2)%a => x
  many(3) = pair(many(2)%a, v(6), 8)
  print *, associated(many(1)%a), many(2)%a, many(3)%a, many(3)%b, many%plain
  allocate (many(1)%a)
  many(1)%a = 42
  p => many(1)%a
  print *, p, associated(p, many(1)%a)
  deallocate (many(1)%a, stat=ierr)
  print *, ierr, associated(many(1)%a)
  deallocate (many(1)%a, stat=ierr)
  print *, ierr > 0
  allocate (many(1)%a, many(1)%b, stat=ierr)
  print *, ierr, associated(many(1)%a), associated(many(1)%a, many(1)%b)
  deallocate (many(1)%a, many(1)%b)
  p => x
  if (associated(p)) p = 5
  if (x == 5) p => null()
  if (.not. associated(p)) print *, 'null', x
end program
