# 1 "marker.F90"
! Line markers are comments. What is wrong with directives and macros is said where they are, and the place of an error
! in what a macro stands for is that of its use.
#define PAIR(a, b) a, b
#define CIRCLE circle of CIRCLE
#define ENDLESS(x) ENDLESS(x) ENDLESS(x)
#define SUM(a, b) a +* b
#define 1x
#define F(a, a) a
#define F(a
#undef
#frob
#include nothing
#include "nowhere.h"
#include "preprocessor.inc"
#warning this /* text */ is shown
#error so is this
#endif
#ifdef
#endif
#if
#elif 1 +
#elif 1 / (2 - 2)
#elif 1.5
#elif defined(X
#elif (1
#elif 2 2
#elif CIRCLE
#else
#else
#elif 1
#endif
program p
  print *, PAIR(1), PAIR(1, 2, 3), CIRCLE
  print *, ENDLESS(1)
  print *, 1 + SUM(2, 3)
  print *, UNDECLARED + 1, PAIR(unknown(), 2)
  print *, PAIR(1
#if 1
end
/* the rest
