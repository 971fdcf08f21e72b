! USE may give an intrinsic function that a module names in INTRINSIC another name, be it that of another one.
! INTRINSIC names functions of arrays and subroutines too.
module renamed
  intrinsic min, max, sum, product
  intrinsic :: dot_product
end module
program p
  intrinsic :: matmul, transpose, size, random_number, allocated, mvbits
  call inner
  print *, matmul(reshape([1,2,3,4],[2,2]), [1,2]), size([1,2])
contains
  subroutine inner
    use renamed, min => max, max => min, total => sum, dot => dot_product
    print *, max(1, 5), min(1, 5), total([1,2,3]), dot([1,2],[3,4]), product([2,3])
  end subroutine
end
