C     Hollerith constants in DATA give numbers their bytes.
      PROGRAM MAIN
      INTEGER I, J(3)
      DOUBLE PRECISION D
      LOGICAL EQ
      DATA I /4HABCD/, J /4HAB  , 2HAB, 1H1/, D /8HABCDEFGH/, X /2HXY/
      INTEGER K(2), L
      EQUIVALENCE (D, K), (X, L)
      PRINT *, I, J
      EQ = J(1) .EQ. J(2)
      PRINT *, EQ, K, L
      END
