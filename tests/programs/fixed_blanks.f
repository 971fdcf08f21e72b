      PRO GRAM BLANKS
C     Blanks mean nothing in fixed form, outside of text.
      IN TEGER I, J J, SU M
      RE AL D O 10 I
      DO 10 I = 1.10
      SUM = 0
      D O 2 0 J J = 1 , 1 0
      S UM = SUM + J J
 2 0  CON TINUE
      PR INT *, SUM, DO10I, 1 234 5, 1 . 5 E 0 1
      IF(SUM.G T.5 0)G OTO30
      PRINT*,'never'
   30 PRINT*,'a  b   c'
      I F ( SUM . EQ . 55 . AND . . NOT . . FAL SE . ) SUM=1
      PRINT *,SUM
      E N D
