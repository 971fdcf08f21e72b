! Macros, conditions and included files as the C preprocessor has them in its traditional mode: arguments are replaced
! in texts of a macro, `/**/` joins, digits do not belong to the name after them, `//` is no comment.
#define N 4
#define SQ(x) ((x)*(x))
#define CAT(a,b) a/**/b
#define NAMED(v) print *, "v =", v, 'v'
#define ROUTINE subroutine
#define FN SQ
#define LONG 1 + \
   2 + N
#define NOTHING
#define D0 9
#define A B
#define B 17
#define SWAP(a, b) tmp = a; a = b; b = tmp
#define TWICE(f, v) f(f(v))
#ifdef WIDE
#define KIND_OF_REALS 8
#else
#define KIND_OF_REALS 4
#endif
program p
  implicit none
  real(KIND_OF_REALS) :: x, CAT(y,z), tmp, other
  integer :: i, n_1
#include "preprocessor.inc"
  x = 1.5; other = 2.5
  CAT(y,z) = SQ(x) + SQ(SQ(x)/2)
  NAMED(x)
  NAMED(yz)
  SWAP(x, other)
  print *, x, other, FN(x), FN (other)
  print *, TWICE(SQ, 2), SQ(SQ(2))
  print *, 'N', "N ""N"" it's", N, LONG, NOTHING 1, 2NOTHING, A, 'x' // 'y' /* gone
  so is this N */ , 1.5D0, 3*N ! N it's
  n_1 = N /* a */ * /* b */ N
  print *, n_1, "/* kept */", SQ( 1 + /* c */ 1 )
  do i = 1, N
#if N > 3 && !defined(FOO) && (N == 4 ? 1 : 0) && defined SQ
    if (i == N) print *, i, __LINE__
#elif defined FOO
    print *, 'foo', FOO
#else
    print *, 'neither'
#endif
  end do
  call show( &
#ifdef WIDE
     1.0d0 &
#else
     1.0 &
#endif
     )
#if 0
  don't read 'this
#if 1
#elif bad (
#else
#endif
#nonsense
#elif N == LONG - 3 && 0x10 == 020 && 10L == 10 && (1 << 3) == 8 && -1 < 0 && ~0 == -1 && -7 / 2 == -3 && UNKNOWN == 0
  print *, 'arithmetic'
#else
  print *, 'other arithmetic'
#endif
#undef N
#ifndef N
  print *, 'undefined', SQ(1 +
   2)
#endif
#define N 5
  print *, SQ(N), __GFORTRAN__
#if 1 || 1 / 0
#pragma ignored
#line 7
#
  print *, 'not divided'
#endif
#ifdef N /* comment */
  call twice
#endif
contains
  ROUTINE show(v)
    real(KIND_OF_REALS) :: v
    print *, SQ(v + 1), v
  end ROUTINE
#include "preprocessor_twice.inc"
#include "preprocessor_twice.inc"
end program
#if 0
/* What is in a comment is no directive, also where lines are not read: don't
#endif
#else
*/
#endif
