! test: dump cfg
! test: dump ssa --no-inline
! test: dump cfg --unit step --bind f=cubic
C     A root finder's step that takes the function as an argument.
      SUBROUTINE MAIN(X, Y)
      REAL X, Y, STEP
      EXTERNAL CUBIC
      INTRINSIC SIN
      Y = STEP(CUBIC, X) + STEP(SIN, X)
      END
      REAL FUNCTION STEP(F, X)
      REAL F, X, SECANT
      STEP = SECANT(F, X, F(X))
      END
      REAL FUNCTION SECANT(G, X, Y)
      REAL G, X, Y
      EXTERNAL G
      SAVE LAST
      REAL LAST
      SECANT = (G(X + 1) - Y) + LAST
      LAST = Y
      END
      REAL FUNCTION CUBIC(X)
      REAL X
      CUBIC = X**3
      END
