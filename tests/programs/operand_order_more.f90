! Functions that change what other operands read, in CHARACTER, COMPLEX and LOGICAL expressions, among the arguments of
! intrinsic functions, in subscripts and in conditions: the values are those of gfortran without optimization.
module m
    implicit none
    integer :: n, ix, trace, i
    integer :: b(9, 9) = reshape([(i, i = 1, 81)], [9, 9])
    real :: r
    complex :: z
    character(4) :: c
    logical :: l
contains
    subroutine reset
        n=5; ix=1; r=3; z=(1.,1.); c='ab'; l=.true.; trace = 0
    end subroutine
    integer function f(); n=n+1; ix=ix+1; f=1; end function
    logical function fl(); l=.not.l; n=-3; fl=.true.; end function
    real function ra(); trace = trace*10 + 1; ra = 1; r = r + 1; end function
    real function rb(); trace = trace*10 + 2; rb = 2; r = r * 2; end function
    character(4) function cs(); ix = ix + 1; c = 'wvut'; cs = 'zz'; end function
    complex function za(w); complex w; w = w + (1,1); za = (2.,0.); end function
    character(4) function ca(w); character(*) w; w = 'uvwx'; ca = 'zz'; end function
    integer function fi(k); integer k; k = k + 1; fi = 1; end function
end module
program p
    use m
    implicit none
    complex y
    character(4) d
    integer k, v(4)
    call reset; if (l .and. fl()) print *, 'and'
    call reset; if (l .eqv. fl()) print *, 'eqv'
    call reset; l = .false.; if (l .or. fl()) print *, 'or'
    call reset; if (n > 3 .and. fl()) print *, 'n and'
    call reset; if (.not. (l .and. fl())) print *, 'not and'
    call reset; if (l .and. fl() .and. l) print *, 'and and'
    call reset; l = l .neqv. fl(); print *, l
    call reset; print *, atan2(ra(), rb()), trace
    call reset; print *, hypot(ra(), rb()), trace
    call reset; print *, mod(ra(), rb()), trace
    call reset; print *, sign(ra(), rb()), trace
    call reset; print *, dim(ra(), rb()), trace
    call reset; print *, max(ra(), rb()), trace
    call reset; print *, ra() ** rb(), trace
    call reset; print *, cmplx(ra(), rb()), trace
    call reset; print *, (ra() - rb()) * r, trace
    y = (1.,1.); print *, y - za(y)
    y = (1.,1.); print *, y + za(y)
    y = (1.,1.); print *, y / za(y) + y
    y = (1.,1.); y = y * 2 + za(y); print *, y
    d = 'ab'; print *, d // ca(d)
    d = 'ab'; print *, trim(d) // ca(d)
    d = 'ab'; print *, d // d // ca(d) // d
    d = 'ab'; d = trim(d) // ca(d); print *, d
    k = 2; print *, max(k, fi(k)), k
    k = 2; print *, min(fi(k), k), mod(k, fi(k) + 1), k
    v = [1, 2, 3, 4]; k = 1; v(k) = fi(k); print *, v
    v = [1, 2, 3, 4]; k = 1; v(k) = fi(k) + 5; print *, v
    v = [1, 2, 3, 4]; k = 1; v(k) = v(k) + fi(k); print *, v
    v = [1, 2, 3, 4]; k = 1; v(fi(k)) = k; print *, v
    v = [1, 2, 3, 4]; k = 1; v(k) = max(k, fi(k)); print *, v
    call reset; print *, min(n, f() + 6), sign(n, -f()), dim(n, f()), ishft(n, f()), iand(n + 1, f() + 6), btest(n, f() - 1)
    call reset; print *, iand(n, f() + 6), ibset(n, f()), mod(n + 5, f() + 1), modulo(n, f() + 4)
    call reset; print *, b(f(), ix), b(ix, f()), b(ix - 1, f()), ix
    call reset; print *, c(ix:ix) // cs(), c(1:ix+1) // cs(), c // 'q' // cs(), repeat(c, 2) // cs(), adjustl(c) // cs()
    call reset; c(ix:ix) = cs(); print *, c
    call local((1., 2.), 3, 'qr')
contains
    subroutine local(w, j, s)
        complex :: w, u
        integer :: j
        character(*) :: s
        character(2) :: t
        u = w; t = s
        print *, u - za(u), u * za(u)
        print *, max(j + 0, 1), t // ca(t)
    end subroutine
end program
