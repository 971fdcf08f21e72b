! A comment that goes on over a statement, since it ends as a line of C does: see C:\dir\
program none
#define N 1
  print *, N
end
