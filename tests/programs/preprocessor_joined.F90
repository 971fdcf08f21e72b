! A backslash at the end joins the next line, in texts, in statements, and in comments: a file's name in one \
print *, 'in the comment'
#define THREE 3
program p
  integer :: n
  n = 1 + \
      THREE
  print *, 'first \
second', n, "C:\dir\\
\", 'x\'
#if 0
not read \
#endif
  nor this
#else
  print *, THREE ! \
#if 0
#endif
end program
