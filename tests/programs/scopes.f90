! BLOCK, ASSOCIATE and the scopes of their names.
program scopes
  implicit none
  integer :: i, n
  real :: x, a(3)
  n = 1
  x = 2.0
  a(1) = 10.0; a(2) = 20.0; a(3) = 30.0
  block
    integer :: x, m = 5
    real :: a(2)
    x = 7
    a(1) = x
    a(2) = m
    m = m + 1
    n = n + x
    print *, x, a(1), a(2), m
  end block
  print *, x, a(1), n
  associate (y => x, s => x + 1.0, e => a(n - 6), z => a)
    y = 5.0
    e = e + 1.0
    z(3) = y
    n = 2
    print *, y, s, e, z(2)
  end associate
  print *, x, a(1), a(2), a(3), n
  outer: block
    do i = 1, 10
      if (i == 4) exit outer
      inner: if (i > 1) then
        if (i == 2) exit inner
        print *, 'not two', i
      end if inner
    end do
    print *, 'never'
  end block outer
  print *, 'i', i
  chain: associate (k => i)
    k = k + 1
    if (k > 3) exit chain
    print *, 'never'
  end associate chain
  print *, i
end program
