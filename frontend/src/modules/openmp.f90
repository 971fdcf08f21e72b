! The module of OpenMP (5.0, chapter 3) for programs whose directives have no effect: there is one thread.
module omp_lib
  implicit none
  private
  integer, parameter, public :: omp_lock_kind = 4, omp_nest_lock_kind = 8, omp_sched_kind = 4, openmp_version = 201511
  integer(omp_sched_kind), parameter, public :: omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3, &
    omp_sched_auto = 4
  public :: omp_get_num_threads, omp_get_max_threads, omp_get_thread_num, omp_get_num_procs, omp_get_thread_limit
  public :: omp_get_level, omp_get_active_level, omp_get_max_active_levels, omp_get_num_devices, omp_get_team_num
  public :: omp_get_num_teams, omp_in_parallel, omp_in_final, omp_get_dynamic, omp_get_nested, omp_is_initial_device
  public :: omp_set_num_threads, omp_set_dynamic, omp_set_nested, omp_set_max_active_levels
  public :: omp_get_wtime, omp_get_wtick
  public :: omp_init_lock, omp_destroy_lock, omp_set_lock, omp_unset_lock, omp_test_lock
contains
  integer function omp_get_num_threads()
    omp_get_num_threads = 1
  end function
  integer function omp_get_max_threads()
    omp_get_max_threads = 1
  end function
  integer function omp_get_thread_num()
    omp_get_thread_num = 0
  end function
  integer function omp_get_num_procs()
    omp_get_num_procs = 1
  end function
  integer function omp_get_thread_limit()
    omp_get_thread_limit = 1
  end function
  integer function omp_get_level()
    omp_get_level = 0
  end function
  integer function omp_get_active_level()
    omp_get_active_level = 0
  end function
  integer function omp_get_max_active_levels()
    omp_get_max_active_levels = 1
  end function
  integer function omp_get_num_devices()
    omp_get_num_devices = 0
  end function
  integer function omp_get_team_num()
    omp_get_team_num = 0
  end function
  integer function omp_get_num_teams()
    omp_get_num_teams = 1
  end function
  logical function omp_in_parallel()
    omp_in_parallel = .false.
  end function
  logical function omp_in_final()
    omp_in_final = .false.
  end function
  logical function omp_get_dynamic()
    omp_get_dynamic = .false.
  end function
  logical function omp_get_nested()
    omp_get_nested = .false.
  end function
  logical function omp_is_initial_device()
    omp_is_initial_device = .true.
  end function
  subroutine omp_set_num_threads(num_threads)
    integer, intent(in) :: num_threads
  end subroutine
  subroutine omp_set_dynamic(dynamic_threads)
    logical, intent(in) :: dynamic_threads
  end subroutine
  subroutine omp_set_nested(nested)
    logical, intent(in) :: nested
  end subroutine
  subroutine omp_set_max_active_levels(max_levels)
    integer, intent(in) :: max_levels
  end subroutine
  real(8) function omp_get_wtime()
    integer(8) :: count, rate
    call system_clock(count, rate)
    omp_get_wtime = real(count, 8)/rate
  end function
  real(8) function omp_get_wtick()
    integer(8) :: rate
    call system_clock(count_rate=rate)
    omp_get_wtick = 1/real(rate, 8)
  end function
  subroutine omp_init_lock(svar)
    integer(omp_lock_kind), intent(out) :: svar
    svar = 0
  end subroutine
  subroutine omp_destroy_lock(svar)
    integer(omp_lock_kind), intent(inout) :: svar
    svar = 0
  end subroutine
  subroutine omp_set_lock(svar)
    integer(omp_lock_kind), intent(inout) :: svar
    svar = 1
  end subroutine
  subroutine omp_unset_lock(svar)
    integer(omp_lock_kind), intent(inout) :: svar
    svar = 0
  end subroutine
  logical function omp_test_lock(svar)
    integer(omp_lock_kind), intent(inout) :: svar
    omp_test_lock = svar == 0
    svar = 1
  end function
end module
