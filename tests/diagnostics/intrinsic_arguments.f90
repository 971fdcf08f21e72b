! Each mistake in the arguments of an intrinsic procedure has one code, whatever the procedure is.
subroutine arguments(x, y, i, a, b, m, l, c, t, w)
  real :: x, y, a(3), b(3, 3), t(2)
  integer :: i, m(3), w(8)
  logical :: l
  character(4) :: c
  ! A missing argument.
  x = atan2(x=y)
  i = index(c)
  x = dot_product(a)
  call date_and_time(values=w, time=c)
  call getarg(1)
  call mvbits(i, 0, 1, i)
  ! Too many.
  x = sum(a, 1, l, 2)
  i = len_trim(c, 4, 5)
  i = command_argument_count(1)
  call cpu_time(x, y)
  call abort(1)
  ! Given twice.
  x = atan2(y, x, y=x)
  i = index(c, 'a', string=c)
  x = maxval(a, array=a)
  call system_clock(i, count=i)
  ! No such keyword.
  x = max(x, y, a4=x)
  x = exp(y=x)
  i = len(text=c)
  i = size(a, along=1)
  x = secnds(seconds=x)
  call sleep(second=1)
  call exit(code=1)
  ! After a keyword.
  x = sign(a=x, y)
  i = scan(string=c, 'abc')
  a = pack(array=b, b > 0)
  call getarg(pos=1, c)
  ! Another type or rank.
  x = merge(x, i, l)
  x = merge(x, y, i)
  i = huge(c)
  i = selected_char_kind(1)
  x = sum(a, mask=m)
  a = eoshift(a, 1, boundary=1)
  b = transpose(a)
  a = matmul(x, b)
  i = findloc(a, a, 1)
  x = etime(x)
  x = secnds(i)
  call random_seed(put=i)
  call date_and_time(values=i)
  call exit(m)
  i = ichar(c, kind=3)
  i = allocated()
  call mvbits(m, 0, 1, i, 1)
  ! Not there yet.
  l = is_contiguous(a(1:2))
end subroutine
