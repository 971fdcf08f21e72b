program p
  type t
    integer :: k, n
  end type
  type(t) :: y(3)
  integer :: a(2)[*]
  data y /2000000000*t(1, 2)/
  a[1 = 3
  sync all (last=3)
  sync memory (1)
  sync images (1, first=2)
  co_sum = 1
end program
