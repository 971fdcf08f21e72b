subroutine wide(x)
  real x ! größer
  print *, 'größer als', x, y z
  x = ü
end subroutine
