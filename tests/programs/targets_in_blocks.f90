! Variables of BLOCKs with TARGET: pointers point to them until the BLOCK ends.
program targets_in_blocks
  type t
    integer :: k = 4
    real :: x(3) = [1.0, 2.0, 3.0]
  end type
  integer, pointer :: p
  real, pointer :: v(:)
  integer :: i, n = 3
  nullify (p)
  do i = 1, 3
    block
      integer, target :: k
      real, target :: a(n*i)
      type(t), target :: o
      integer, target, save :: kept = 10
      type(t), pointer :: q
      k = i
      a = i + 0.5
      p => k
      p = p + 10
      v => a(1:n*i:2)
      v(2) = -1
      print *, k, associated(p, k), a, size(v)
      q => o
      q%k = q%k + i
      v => o%x(2:)
      print *, o%k, v
      p => kept
      p = p + i
      print *, kept
      block
        integer, target :: k = 5
        p => k
        print *, p, k
        k = k + 1
      end block
    end block
  end do
  call inner(2)
contains
  recursive subroutine inner(depth)
    integer, intent(in) :: depth
    integer, pointer :: r
    block
      integer, target :: k
      k = depth
      r => k
      if (depth > 0) call inner(depth - 1)
      print *, depth, r, k
    end block
  end subroutine
end program
