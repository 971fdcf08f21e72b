! test: kernel kinds
C     Arguments of every kind, some of them changed.
      SUBROUTINE KINDS(R, D, I, L, P, Q)
      REAL R
      DOUBLE PRECISION D
      INTEGER I
      INTEGER*8 L
      LOGICAL P, Q
      Q = .FALSE.
   10 IF (P) THEN
        D = D + R
        L = L + I
        IF (L .GT. 3000000000_8) Q = .TRUE.
      ELSE
        R = R + D
        I = I + L/1000
        Q = R .GT. D .NEQV. Q
      END IF
      P = .NOT. P .OR. D .LT. 1.5
      IF (I .LT. 100 .AND. L .LT. 4000000000_8 .AND. D .LT. 1D3) THEN
        I = I + 7
        L = L*3 + I
        D = D*1.25 + I
        GO TO 10
      END IF
      R = I*R + L
      END
