C     LOGICALs of 1, 2 and 8 bytes that share storage with others: each takes its bytes.
      program p
      logical*1 l1, m1(4), q(3)
      logical*2 l2
      logical*8 l8
      integer*1 i1
      integer*2 i2, e2(2)
      common /blk/ l1, l2, l8, i1, i2
      equivalence (m1, i4), (e2, l4)
      logical*4 l4
      logical*1 d(3), s
      equivalence (d, s)
      data d /.true., .false., .true./
      m1 = .false.
      m1(2) = .true.
      print *, i4, m1, d, s
      l1 = .true.
      l2 = i4 .gt. 0
      l8 = .not. l1 .or. l2
      i1 = 5
      i2 = 300
      call show
      print *, l1, l2, l8
      if (l1 .and. .not. m1(1)) print *, 'yes'
      do 10 i = 1, 4
   10 m1(i) = mod(i, 2) .eq. 0
      print *, m1, i4, any(m1), count(m1), m1(2:3)
      where (m1) m1 = .false.
      print *, all(.not. m1)
      q = m1(1:3)
      q(2) = l1
      call sub((l1), q)
      print *, q
      e2(1) = 1
      e2(2) = 0
      print *, l4
      l4 = .not. l4
      print *, e2
      end
      subroutine show
      logical*1 l1
      logical*2 l2
      logical*8 l8
      integer*1 i1
      integer*2 i2
      common /blk/ l1, l2, l8, i1, i2
      print *, l1, l2, l8, i1, i2
      l1 = .false.
      end
      subroutine sub(l, q)
      logical*1 l, q(3)
      q(1) = .not. l
      q(3) = .true.
      end
