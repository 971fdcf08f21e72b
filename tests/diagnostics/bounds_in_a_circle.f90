! Bounds that depend on themselves, at once or through another array, were resolved without end.
subroutine alone
  integer x(size(x))
end
subroutine through(y)
  real y(size(z)), z(size(y))
end
subroutine by_element(w)
  integer w(size(w, 1) + 1), v(size(u)), u(3)
end
