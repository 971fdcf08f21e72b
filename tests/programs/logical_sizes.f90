! The sizes of LOGICALs of 1, 2 and 8 bytes, which all counted as 4, in STORAGE_SIZE, SIZEOF and TRANSFER. What TRANSFER
! gives as LOGICAL keeps its bits if another TRANSFER takes it at once.
program logical_sizes
  implicit none
  logical(1) :: l1 = .true., a1(4) = [.true., .false., .true., .true.]
  logical(2) :: l2 = .true., a2(3) = .true.
  logical(4) :: l4, a4(3)
  logical(8) :: l8 = .true., a8(2) = [.false., .true.]
  integer :: i4, i(3) = [0, 5, 1]
  integer(1) :: i1
  print *, storage_size(l1), storage_size(l2), storage_size(l4), storage_size(l8), storage_size(a1), storage_size(a8)
  print *, sizeof(l1), sizeof(a1), sizeof(a2), sizeof(a8), sizeof(l4), storage_size(.true._2), kind([.true._8])
  i4 = transfer(a1, i4)
  print *, i4, transfer(a1, 1), transfer(a1(2:3), 1_2)
  print *, transfer(l8, 1_8), transfer(l1, 1_1), transfer(l2, 1_2)
  print *, size(transfer(a1, [1_1])), size(transfer(a8, [1])), size(transfer(a2, [1_2])), transfer(a8, [1])
  i4 = 65793
  print *, transfer(i4, a1), transfer(source=i4, mold=[logical(2) ::]), transfer(i4, a1, 2)
  print *, size(transfer(1_8, [.true._1])), transfer(1_8, [.true._1])
  i4 = transfer(transfer(12345, .true.), 1)
  print *, i4, transfer(transfer(i, a4), i)
  i1 = transfer(l1, i1)
  i4 = transfer(.true._2, 1_2)
  print *, i1, i4
  l8 = transfer(transfer(l1, 1_1) + 0_8, l8)
  print *, l8
end program
