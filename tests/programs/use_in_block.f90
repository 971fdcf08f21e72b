! USE in a BLOCK gives names their meaning up to its end. VOLATILE and ASYNCHRONOUS may speak of a variable of the host.
module store
  integer :: k = 5, private_count = 0
  real :: values(3) = [1., 2., 3.]
  integer, parameter :: limit = 7
contains
  integer function next()
    private_count = private_count + 1
    next = private_count
  end function
end module
program p
  integer :: i, k, n, a(2)
  k = 1
  n = 3
  a = 5
  block
    use store, only: kk => k, limit
    integer :: x(limit)
    x = kk
    print *, x, kk, k
    block
      use store
      k = k + 1
      print *, k, values, next(), next()
    end block
    print *, k, kk
  end block
  do i = 1, 2
    block
      use store, only: k
      k = k * 2
      if (i == 2) exit
    end block
    print *, k
  end do
  call show
  call inner
  print *, n, a
contains
  subroutine show
    block
      use store
      print *, k, limit
    end block
    print *, k
  end subroutine
  subroutine inner
    volatile :: n
    asynchronous a
    n = n + 1
    a(1) = n
  end subroutine
end program
