C     BYTE, PARAMETER without parentheses, and the operator .XOR. of old compilers.
      program p
      byte b, c(3)
      parameter pi = 3.14159, two = 2
      parameter four=4.0
      logical l, m
      b = 100
      c = b
      c(2) = c(1) + 27
      print *, b, c, next(b)
      print *, .true. .xor. .false., pi, two, four
      l = .true.
      m = .false.
      print *, l .xor. m, l .xor. l .or. m, .not. l .xor. m
      contains
      byte function next(k)
      byte k
      next = k + 1_1
      end function
      end
