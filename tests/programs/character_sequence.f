C     Arrays of CHARACTER as FORTRAN 77 passes them: elements and substrings as the begin of an array, of another length.
      program p
      character*4 a(3), b(3), c*6
      character*2 d(6)
      equivalence (a, d)
      data a /'ab', 'cd', 'ef'/
      b = a
      call sub(a, 3)
      call sub(a(2), 2)
      call sub2(a(2)(2:3), 2)
      call sub3(b, 6)
      print *, a, b, d
      c = 'xyz'
      call sub(c, 1)
      print *, c
      b(1:3:2) = a(2:3)
      print *, b, a .eq. b
      end
      subroutine sub(s, n)
      character*(*) s(*)
      do 10 i = 1, n
   10 s(i)(1:1) = '1'
      print *, len(s(1)), len(s)
      end
      subroutine sub2(s, n)
      character*(*) s(n)
      print *, s, len(s)
      end
      subroutine sub3(s, n)
      character*2 s(n)
      print *, s
      s(6) = 'zz'
      end
