! The module of OpenMP where directives have no effect, and C_SIZEOF without ONLY.
subroutine s(a, n)
  use omp_lib, only: omp_get_num_threads, omp_get_wtime
  integer n
  real a(n)
  real(8) t
  t = omp_get_wtime()
  print *, a, omp_get_num_threads(), omp_get_wtime() - t < 100
end subroutine
program p
  use iso_c_binding
  use omp_lib
  implicit none
  real(c_double) :: x(3)
  real a(2)
  integer(omp_lock_kind) l
  a = 1
  call s(a, 2)
  print *, c_sizeof(x), omp_get_thread_num(), omp_in_parallel(), omp_in_final()
  call omp_init_lock(l)
  call omp_set_num_threads(4)
!$omp parallel do
  call omp_set_lock(l)
  call omp_unset_lock(l)
end program
