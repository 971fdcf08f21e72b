! SINH and TANH of tiny constants are these constants: in what they were computed from, the last bits had been lost.
program tiny_arguments
  print '(3z17)', tanh(9.930296630d-308), tanh(1.8319172043182d-316), sinh(6.4391555d-322)
  print '(3z17)', sinh(-3d-310), tanh(-1d-305), sinh(2.5d-308)
  print '(4z17)', sinh(1d-8), tanh(1d-8), sinh(2d-9), tanh(-3.7252902984619140d-9)
  print '(4z9)', sinh(1e-30), tanh(-1e-37), sinh(2e-9), tanh(1e-4)
end program
