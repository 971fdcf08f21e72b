! One scalar is passed for two dummy arguments, of which one is assigned: they are one variable whether the call is
! spliced into its caller or not.
program shared
  implicit none
  real :: a, t
  complex :: z
  integer :: n, m
  a = 3; t = 4
  call again(3, a, t, t)
  print *, t
  a = 3; t = 4
  call again(3, t, t, t)
  print *, t
  t = 4; a = 9
  call rotate(a, t, t)
  print *, a, t
  call rotate(t, a, t)
  print *, a, t
  z = (1, 2)
  call turn(z, z)
  print *, z
  n = 1
  call count_up(n, n, m)
  print *, n, m
  n = 12
  call from_text('7 8', n, n)
  print *, n
  print *, grown(m, m), m
contains
  recursive subroutine again(n, f, g, r)
    integer :: n
    real :: f, g, r
    if (n == 0) return
    r = f + 1
    call again(n - 1, f, g, r)
    r = r + g
  end subroutine
  ! Too large to be spliced, as it has input and output.
  subroutine rotate(f, g, r)
    real :: f, g, r, scale
    character(20) :: text
    scale = max(abs(f), abs(g))
    r = sign(scale*sqrt((f/scale)**2 + (g/scale)**2), f)
    write (text, '(f10.4)') g/r
    f = f/r
    g = g + f
    read (text, *) r
    r = r + g
  end subroutine
  recursive subroutine turn(w, v)
    complex :: w, v
    w = w*(0, 1)
    v = v + w
    if (abs(v) < 10) call turn(w, v)
  end subroutine
  recursive subroutine count_up(i, j, steps)
    integer :: i, j, steps
    if (i > 5) then
      steps = j
    else
      i = i + 1
      call count_up(j, i, steps)
      j = j + i
    end if
  end subroutine
  subroutine from_text(text, i, j)
    character(*) :: text
    integer :: i, j
    read (text, *) i, j
    i = i + 1
    j = 2*j
  end subroutine
  recursive integer function grown(i, j) result(k)
    integer :: i, j
    k = i
    j = j + 1
    if (i < 40) k = k + grown(i, j)
    k = k + i
  end function
end program
