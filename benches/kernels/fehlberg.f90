! Van der Pol's oscillator from X, V at time 0 to time FINISH, with steps of Fehlberg's method of orders 4 and 5, whose
! size the estimate of the error decides. STEPS are those that were tried.
subroutine oscillate(x, v, damping, finish, tolerance, steps)
  implicit none
  double precision :: x, v, damping, finish, tolerance
  integer :: steps
  double precision :: t, h, error, factor, xs, vs
  double precision :: k1, k2, k3, k4, k5, k6, l1, l2, l3, l4, l5, l6
  t = 0.0d0
  h = 0.05d0
  steps = 0
  do while (t < finish)
    if (t + h > finish) h = finish - t
    k1 = h*v
    l1 = h*push(x, v)
    xs = x + k1/4.0d0
    vs = v + l1/4.0d0
    k2 = h*vs
    l2 = h*push(xs, vs)
    xs = x + 3.0d0/32.0d0*k1 + 9.0d0/32.0d0*k2
    vs = v + 3.0d0/32.0d0*l1 + 9.0d0/32.0d0*l2
    k3 = h*vs
    l3 = h*push(xs, vs)
    xs = x + 1932.0d0/2197.0d0*k1 - 7200.0d0/2197.0d0*k2 + 7296.0d0/2197.0d0*k3
    vs = v + 1932.0d0/2197.0d0*l1 - 7200.0d0/2197.0d0*l2 + 7296.0d0/2197.0d0*l3
    k4 = h*vs
    l4 = h*push(xs, vs)
    xs = x + 439.0d0/216.0d0*k1 - 8.0d0*k2 + 3680.0d0/513.0d0*k3 - 845.0d0/4104.0d0*k4
    vs = v + 439.0d0/216.0d0*l1 - 8.0d0*l2 + 3680.0d0/513.0d0*l3 - 845.0d0/4104.0d0*l4
    k5 = h*vs
    l5 = h*push(xs, vs)
    xs = x - 8.0d0/27.0d0*k1 + 2.0d0*k2 - 3544.0d0/2565.0d0*k3 + 1859.0d0/4104.0d0*k4 - 11.0d0/40.0d0*k5
    vs = v - 8.0d0/27.0d0*l1 + 2.0d0*l2 - 3544.0d0/2565.0d0*l3 + 1859.0d0/4104.0d0*l4 - 11.0d0/40.0d0*l5
    k6 = h*vs
    l6 = h*push(xs, vs)
    error = max(abs(k1/360.0d0 - 128.0d0/4275.0d0*k3 - 2197.0d0/75240.0d0*k4 + k5/50.0d0 + 2.0d0/55.0d0*k6), &
                abs(l1/360.0d0 - 128.0d0/4275.0d0*l3 - 2197.0d0/75240.0d0*l4 + l5/50.0d0 + 2.0d0/55.0d0*l6))
    steps = steps + 1
    if (error <= tolerance) then
      t = t + h
      x = x + 25.0d0/216.0d0*k1 + 1408.0d0/2565.0d0*k3 + 2197.0d0/4104.0d0*k4 - k5/5.0d0
      v = v + 25.0d0/216.0d0*l1 + 1408.0d0/2565.0d0*l3 + 2197.0d0/4104.0d0*l4 - l5/5.0d0
    end if
    factor = 4.0d0
    if (error > 0.0d0) factor = 0.84d0*sqrt(sqrt(tolerance/error))
    h = h*min(4.0d0, max(0.1d0, factor))
    if (steps >= 10000) return
  end do
contains
  double precision function push(position, speed)
    double precision :: position, speed
    push = damping*(1.0d0 - position*position)*speed - position
  end function
end subroutine
