! SELECT RANK has constants as ranks, guards of its own and an end, and `..` is for dummy arguments.
program p
  integer :: v(3), k
  real :: a(..)
  k = 1
  select rank (v)
    print *, 'in no block'
  rank (k)
    print *, 'one'
  type is (integer)
    print *, 'a type'
  rank default
    print *, 'other'
  end select
  rank (2)
  select rank (v)
  rank (1)
    print *, 'open'
end program
