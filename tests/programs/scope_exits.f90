! Every way out of scopes in scopes: GO TO, EXIT, CYCLE, RETURN, an arithmetic IF, a computed GO TO, END=, an alternate
! return. What the scopes hid is there again behind them, and what they allocated is gone.
program scope_exits
  implicit none
  integer :: k, n
  character(8) :: empty = ' '
  do k = 1, 12
    call leave(k)
  end do
  n = 0
  do k = 1, 3
    block
      integer, save :: kept = 10
      integer :: counted = 100
      real :: room(k + 1)
      character(len=2*k) :: text
      room = real(k)
      text = 'abcdefgh'
      kept = kept + 1
      counted = counted + k
      n = n + size(room)
      print *, kept, counted, sum(room), text, len(text)
    end block
  end do
  print *, n
contains
  subroutine leave(k)
    integer, intent(in) :: k
    integer :: i, m
    character(3) :: t
    t = 'out'
    loop: do i = 1, 3
      outer: block
        integer :: j
        character(5) :: t
        real :: a(i + k)
        j = k
        t = 'inner'
        a = 1.5
        inner: block
          integer :: l
          real, allocatable :: b(:)
          l = j + 1
          allocate (b(l))
          b = 0.25
          associate (m => l * 2, a => t)
            if (k == 1) go to 10
            if (k == 2) exit outer
            if (k == 3) cycle loop
            if (k == 4) return
            if (k == 5) exit inner
            go to (10, 20, 5), k - 5
            if (k == 9) read (empty, *, end=10) j
            if (k == 10) call other(i, *20, *10)
            if (k == 11) exit loop
            if (m - 26) 5, 10, 20
5           print *, 'five', m, a
          end associate
20        print *, 'twenty', l, size(b)
        end block inner
        print *, 'behind inner', j, size(a), sum(a)
      end block outer
10    print *, 'ten', k, i, t
    end do loop
    m = i
    print *, 'done', k, m
  end subroutine
  subroutine other(i, *, *)
    integer, intent(in) :: i
    return i - 1
  end subroutine
end program
