! test: kernel many
C     Calls of a unit that only writes a message are kept out of the way:
C     what is alive across them stays in its registers, in lanes that
C     come there and in the others.
      SUBROUTINE MANY(X, K, Y, Z, N)
      DOUBLE PRECISION X, Y, Z, A, B, C, D, E, F, G, H, P, Q, R, S
      INTEGER K, N, I, J, L, M, COUNT
      LOGICAL ODD
      CHARACTER*12 LINE
      COMMON /NOTES/ COUNT, LINE
      COUNT = 0
      LINE = ' '
      A = X + 1
      B = X - 2
      C = A*B
      D = A + K
      E = B*K
      F = C - D
      G = D*E
      H = E + F
      P = F*0.5
      Q = G - P
      R = H*Q
      S = R + X
      J = K*3
      L = K - 7
      M = J*L
      ODD = MOD(K, 2) .EQ. 1
      IF (X .GT. 5) CALL NOTE(X, K)
      Y = A - B*C + D*E - F*G + H*P - Q*R + S
      N = J + L*M
      Z = Y
      DO 10 I = 1, 5
      IF (Z .GT. 1D3 .AND. ODD) CALL NOTE(Z, I)
      Z = Z*0.25 + A*I - S + J
   10 N = N + M + I
      N = N + 1000*COUNT + ICHAR(LINE(9:9))
      Z = Z + A + B + C + D + E + F + G + H + P + Q + R + S
      IF (X .LT. -8) THEN
        CALL NOTE(Y, L)
        IF (K .EQ. 4) STOP
      END IF
      IF (ODD) N = -N
      END
      SUBROUTINE NOTE(V, K)
      DOUBLE PRECISION V
      INTEGER K, COUNT
      CHARACTER*12 LINE
      COMMON /NOTES/ COUNT, LINE
      COUNT = COUNT + 1
      WRITE (LINE, '(F9.2, I3)') MOD(V, 1D3), MOD(K, 100)
      END
