! test: kernel ways
! test: check bounds
! Lanes take different ways out of BLOCKs in each other: EXIT over one, two and three of them, CYCLE, GO TO, RETURN, and
! an index that is out of bounds.
subroutine ways(how, n, total, last)
  implicit none
  integer, intent(in) :: how, n
  integer, intent(out) :: total, last
  integer :: i
  total = 0
  last = 0
  do i = 1, n
    first: block
      integer :: j
      j = i * how
      second: block
        integer :: k, squares(4)
        k = j + 1
        squares = [1, 4, 9, 16]
        associate (sum => j + k)
          third: block
            integer :: l
            l = mod(sum, 7)
            if (l == 0) cycle
            if (l == 1) exit third
            if (l == 2) exit second
            if (l == 3) exit first
            if (l == 4 .and. how > 5) go to 10
            if (l == 5 .and. total > 200) return
            total = total + squares(1 + mod(l, 5))
          end block third
          total = total + sum
        end associate
        total = total + 1000
      end block second
      total = total - 1
      last = j
    end block first
    total = total + 3
  end do
  return
10 last = -i
end subroutine
