C     Default INTEGER of 8 bytes: the kinds of what intrinsic functions give, of
C     constants, enumerators and what is made for pointers.
      real x, y
      integer i, j
      x = 2.5
      i = 3
      print *, kind(max1(x, 1.0)), kind(amax0(i, 2)), kind(min1(x, 1.0))
      print *, kind(amin0(i,2)), kind(ifix(x)), kind(float(i)),
     &  kind(nint(x))
      print *, kind(int(x)), kind(len('a')), kind(size((/1,2/)))
      print *, kind(index('a','b')), kind(ichar('a')), kind(floor(x))
      print *, kind(real(i)), kind(cmplx(i,i)), kind(sngl(1d0)),
     &  kind(dble(x))
      print *, kind(second()), kind(secnds(0.0_4))
      print *, kind(ceiling(x)), kind(exponent(x)), kind(len_trim('a'))
      print *, kind(shape((/1,2/))), kind(lbound((/1,2/))),
     &  kind(maxloc((/1,2/)))
      print *, kind(count((/.true./))), kind(any((/.true./))),
     &  kind(x > 1)
      print *, kind(idint(1d0)), kind(idnint(1d0)), kind(scan('a',
     &  'b')), kind(verify('a','b'))
      print *, kind(btest(i,1)), kind(iachar('a')),
     &  kind(selected_int_kind(5)), kind(kind(1))
      print *, kind(bit_size(i)), kind(digits(x)), kind(precision(x)),
     &  kind(range(x)), kind(radix(x))
      print *, kind(popcnt(i)), kind(leadz(i)), kind(trailz(i)),
     &  kind(storage_size(x)), kind(sizeof(x))
      print *, kind(maskl(3)), kind(command_argument_count()),
     &  kind(iargc()), kind(rank(x)), kind(ubound((/1/),1))
      print *, kind(merge(1,2,.true.)), kind(dim(i,j)),
     &  kind(real(1.0_4)), kind(real(1d0)), kind(aimag((1.0,2.0)))
      print *, kind(dot_product((/1/),(/2/))),
     &  kind(logical(.true._4)), kind(is_iostat_end(1)),
     &  kind(minexponent(x))
      print *, kind(mod(i,2_4)), kind(dprod(1.0,2.0)), kind(amod(x,
     &  y)), kind(max(1, 2)), kind(parity((/.true./)))
      print *, kind(findloc((/1,2/),1,1)), kind(poppar(i)),
     &  kind(ishftc(1,1)), kind(lge('a','b')), kind(isnan(x))
      print *, kind(ior(1,2)), kind(transfer(1.0, 1)),
     &  kind(erfc_scaled(x)), kind(hypot(x,x))
      call more
      end
      subroutine more
      type cell
        integer, allocatable :: a(:)
        procedure(next), pointer, nopass :: f => null()
      end type
      interface
        integer function next(n)
          integer, intent(in) :: n
        end function
      end interface
      enum, bind(c)
        enumerator :: red, green
      end enum
      type(cell) :: c(2)
      integer, pointer :: p(:)
      character(:), allocatable :: t
      integer(4) short
      c(1)%a = (/ 1, 2, 3 /)
      c(2)%f => next
      allocate(p(0:3))
      t = 'text'
      short = 5
      print *, size(c(1)%a), shape(c(1)%a), lbound(p), ubound(p, 1)
      print *, len(t), red, green, (c(2)%f(i), i = 1, 3)
      print *, size(p, kind=4)
      call mixed(size(p), len(t), int(short))
      end
      subroutine mixed(i, j, k)
      print *, i, j, k, 2**40, i/3, huge(i)
      end
      integer function next(n)
      integer, intent(in) :: n
      next = n + 1
      end
