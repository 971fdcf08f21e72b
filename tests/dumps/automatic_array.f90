! test: dump gang --gang 4 --no-inline
! An array of dynamic length is allocated for each lane; its elements are accessed by the addresses and lengths of the lanes,
! and a procedure gets these.
subroutine last(n, x)
 integer n
 real(8) x, a(n)
 a(n) = x
 call twice(a)
 x = a(n)
end
subroutine twice(a)
 real(8) a(*)
 a(1) = a(1)*2
end
