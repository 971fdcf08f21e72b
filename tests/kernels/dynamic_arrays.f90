! test: kernel dynamic
! test: check bounds
! Arrays whose lengths differ between rows: automatic ones, allocated, grown, moved and freed by some rows and not by
! others, passed whole, from an element on, and by elements, kept by a module and by SAVE.
module kept
 real(8), allocatable :: shelf(:)
 integer, allocatable :: table(:, :)
end
subroutine dynamic(n, k, x, y, m)
 use kept
 implicit none
 interface
  subroutine grow(a, n)
   real(8), allocatable :: a(:)
   integer n
  end
  subroutine shaped(a, y)
   real(8) a(:), y
  end
 end interface
 integer n, k, m, i
 real(8) x, y
 real(8), allocatable :: a(:), b(:)
 integer(2), allocatable :: narrow(:)
 integer(8), allocatable :: wide(:)
 logical, allocatable :: chosen(:)
 real(4) single(n)
 y = 0
 m = 0
 do i = 1, n
  single(i) = real(x*i, 4)
 end do
 if (mod(n, 2) == 0) then
  allocate(a(n))
  a = [(i*x, i = 1, n)]
  allocate(narrow(0:n), wide(-1:n))
  narrow = int(k, 2)*3000_2
  wide = k*10_8**10
  if (n > 4) return
 end if
 if (allocated(narrow)) then
  narrow(n) = narrow(0)*2_2
  m = narrow(n) + narrow(n/2)
  y = wide(-1) + wide(n)
 end if
 do i = 1, n
  if (mod(i + k, 3) == 0) cycle
  call grow(b, i)
  b(1) = b(1) + single(i)
  if (size(b) > 5) exit
 end do
 if (allocated(b)) then
  m = m + size(b)
  y = y + sum(b)
  if (k > 3) call move_alloc(b, a)
 end if
 if (allocated(a)) then
  m = m + 100*size(a)
  call shaped(a, y)
  call shaped(a(size(a):1:-1), y)
  call explicit(a, size(a), y)
  i = min(abs(k) + 1, size(a) + 1)
  if (i <= size(a)) then
   call explicit(a(i), size(a) - i + 1, y)
   call bump(a(i), y)
   y = y + a(i)
  end if
  chosen = a > y/10
  m = m + 10000*count(chosen)
 end if
 call keep(n, k, y)
 if (allocated(shelf)) y = y + shelf(ubound(shelf, 1))
 if (allocated(table)) m = m + table(1, 2)*1000000
 if (k == 7) y = single(n + 1)
 if (k == -7) b(size(b) + k) = 1
end
subroutine grow(a, n)
 real(8), allocatable :: a(:)
 real(8), allocatable :: more(:)
 integer n
 if (.not. allocated(a)) then
  allocate(a(n), source=1d0)
  return
 end if
 if (mod(n, 2) == 1) then
  a = [a, 0.5d0*n]
 else
  allocate(more(size(a) + 2))
  more = n
  more(2:size(a) + 1) = a
  call move_alloc(more, a)
 end if
end
subroutine shaped(a, y)
 real(8) a(:), y
 integer i
 do i = 1, size(a)
  y = y*0.5d0 + a(i)
  a(i) = a(i) + i
 end do
end
subroutine explicit(a, n, y)
 integer n
 real(8) a(n), y, copy(n + 1)
 copy(1) = 0
 copy(2:) = a
 if (n > 2) call bump(copy(3), y)
 y = y + maxval(copy)
 if (n > 0) a(n) = y
end
subroutine bump(x, y)
 real(8) x, y
 if (y > 3) x = x + 1
end
subroutine keep(n, k, y)
 use kept
 integer n, k
 real(8) y
 real(8), allocatable, save :: old(:)
 integer rounds
 do rounds = 1, 3
  if (allocated(old)) then
   y = y + old(size(old))
   if (rounds == 3 .and. k > 1) deallocate(old)
  else if (k /= 2) then
   allocate(old(n + k*k + 1))
   old = k
  end if
  if (k == rounds) then
   shelf = [real(8) :: (i*0.25d0, i = 1, n + 1)]
   table = reshape([(i, i = 1, 2*n + 4)], [n + 2, 2])
  end if
 end do
end
