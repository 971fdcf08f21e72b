C     STRUCTURE and RECORD: nested ones, in COMMON, as arguments, and with
C     points before components, which are beside operators and constants.
      program vax
      structure /date/
        integer day, month, year
      end structure
      structure /point/
        real x, y
        character*8 name
      end structure
      structure /item/
        integer id
        structure /size/ dim, box(2)
          real w
          real h(3)
        end structure
        structure inner
          integer k
        end structure
        record /date/ made, sold(2)
        character*4 %fill
        real*8 price
      end structure
      record /date/ today, days(3)
      record /point/ p, q
      record /item/ thing, things(2)
      common /blk/ today
      integer i
      logical l
      today.day = 24
      today.month = 12
      today.year = 1985
      days(1) = today
      days(1).day = days(1).day + 1
      do 10 i = 2, 3
        days(i) = days(i-1)
        days(i).year = days(i).year + i
   10 continue
      print *, days(3).day, days(3).month, days(3).year
      p.x = 1.5e0
      p.y = 2.d0*p.x
      p.name = 'a.b'
      q = p
      if (q.x.eq.1.5.and.q.y.gt.p.x) print *, q.name, q.x, q.y
      l = .true.
      if (.not.l.or.p.x.lt.0.) print *, 'no'
      thing.id = 7
      thing.dim.w = 1.0
      thing.dim.h(2) = 2.5
      thing.box(2).w = 3.0
      thing.inner.k = 11
      thing.made = today
      thing.sold(2).year = 2000
      thing.price = 9.99d0
      things(2) = thing
      print *, things(2).id, things(2).dim.h(2), things(2).box(2).w
      print *, things(2).inner.k, things(2).made.year,
     &  things(2).sold(2).year
      call show(things(2), p)
      print *, p.x, 'x.y', 3.eq.4
      write (*, 20) p.x, thing.price
   20 format (f6.2, 1x, f8.3)
      call initial
      end
      subroutine initial
      parameter (n = 3)
      structure /start/
        character*8 c /'HELLO'/
        integer*2 j /300/
        integer m(5) /1, 3*2, 9/, o(n) /n*9/, p(2,2) /1, 2, 3, 4/
        real q(3) /1, 3.5, 2.5d-3/
      end structure
      record /start/ s, t(2)
      print *, s.c, s.j, s.m, s.o, s.p(1, 2), s.q
      s.m(2) = 77
      t(2) = s
      print *, t(1).m, t(2).m, t(2).c
      end
      subroutine show(t, p)
      structure /point/
        real x, y
        character*8 name
      end structure
      structure /date/
        integer day, month, year
      end structure
      structure /item/
        integer id
        structure /size/ dim, box(2)
          real w
          real h(3)
        end structure
        structure inner
          integer k
        end structure
        record /date/ made, sold(2)
        character*4 %fill
        real*8 price
      end structure
      record /item/ t
      record /point/ p
      record /date/ today
      common /blk/ today
      print *, t.price, t.made.day, today.year
      p.x = p.x*2
      end
