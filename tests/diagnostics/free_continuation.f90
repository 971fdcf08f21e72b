subroutine continuation(x)
  real x
  x = 1 + &

  x = 2
  print *, 'text &
    without end
  x = 3 &
end subroutine
