program halt
  print *, 'before'
  call leave(3)
  print *, 'never'
end
subroutine leave(n)
  if (n > 2) stop 'with words'
end
