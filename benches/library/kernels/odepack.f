C     Van der Pol's oscillator from 2 at rest, over a time T.

      SUBROUTINE DERPOL(AMU, T, Y1, Y2, ISTATE)
      DOUBLE PRECISION AMU, T, Y1, Y2, P, TIME, Y(2), WORK(52)
      INTEGER ISTATE, IWORK(22)
      COMMON /PARAM/ P
      EXTERNAL OSCILL, JACOBI
      P = AMU
      TIME = 0
      Y(1) = 2
      Y(2) = 0
      ISTATE = 1
      CALL LSODA(OSCILL, 2, Y, TIME, T, 1, 1D-6, 1D-8, 1, ISTATE, 0,
     &           WORK, 52, IWORK, 22, JACOBI, 2)
      Y1 = Y(1)
      Y2 = Y(2)
      END

      SUBROUTINE OSCILL(N, T, Y, F)
      INTEGER N
      DOUBLE PRECISION T, Y(2), F(2), P
      COMMON /PARAM/ P
      F(1) = Y(2)
      F(2) = P*(1 - Y(1)**2)*Y(2) - Y(1)
      END

C     LSODA finds the Jacobian itself and does not call this.

      SUBROUTINE JACOBI(N, T, Y, ML, MU, PD, NPD)
      INTEGER N, ML, MU, NPD
      DOUBLE PRECISION T, Y(N), PD(NPD, N)
      END

C     What LSODA takes from LAPACK: A = P*L*U, the factors in the place
C     of A, and the solution of the equations that these make.

      SUBROUTINE DGETRF(M, N, A, LDA, IPIV, INFO)
      INTEGER M, N, LDA, IPIV(N), INFO, I, J, K
      DOUBLE PRECISION A(LDA, N), SWAP
      INFO = 0
      DO 50 K = 1, N
      IPIV(K) = K
      DO 10 I = K + 1, M
   10 IF (ABS(A(I, K)) .GT. ABS(A(IPIV(K), K))) IPIV(K) = I
      IF (A(IPIV(K), K) .EQ. 0) INFO = K
      IF (INFO .NE. 0) RETURN
      DO 20 J = 1, N
      SWAP = A(K, J)
      A(K, J) = A(IPIV(K), J)
   20 A(IPIV(K), J) = SWAP
      DO 40 I = K + 1, M
      A(I, K) = A(I, K)/A(K, K)
      DO 30 J = K + 1, N
   30 A(I, J) = A(I, J) - A(I, K)*A(K, J)
   40 CONTINUE
   50 CONTINUE
      END

      SUBROUTINE DGETRS(TRANS, N, NRHS, A, LDA, IPIV, B, LDB, INFO)
      CHARACTER TRANS
      INTEGER N, NRHS, LDA, IPIV(N), LDB, INFO, I, J, K
      DOUBLE PRECISION A(LDA, N), B(LDB, NRHS), SWAP
      INFO = 0
      IF (TRANS .NE. 'N') INFO = -1
      IF (INFO .NE. 0) RETURN
      DO 50 J = 1, NRHS
      DO 20 K = 1, N
      SWAP = B(K, J)
      B(K, J) = B(IPIV(K), J)
      B(IPIV(K), J) = SWAP
      DO 10 I = K + 1, N
   10 B(I, J) = B(I, J) - A(I, K)*B(K, J)
   20 CONTINUE
      DO 40 K = N, 1, -1
      B(K, J) = B(K, J)/A(K, K)
      DO 30 I = 1, K - 1
   30 B(I, J) = B(I, J) - A(I, K)*B(K, J)
   40 CONTINUE
   50 CONTINUE
      END
