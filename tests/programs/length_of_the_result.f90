! LEN of a function's value, whose length is the caller's, in the declarations of the function.
function doubled(text)
  character(len=*) :: text
  character(len=*) :: doubled
  character(len=len(doubled)) :: work
  character(len=2*len(doubled)) :: pairs(len(doubled) - 18)
  work = text
  pairs = work // work
  doubled = 'Oh' // trim(work) // pairs(1)(18:)
  print *, len(work), len(pairs), size(pairs), len(doubled)
end function doubled

program length_of_the_result
  implicit none
  character(len=4) :: short = ' no!'
  character(len=20) :: answer
  character(len=20), external :: doubled
  answer = doubled(short)
  print *, answer
  answer = doubled('and again')
  print *, answer
end program
