! The prices of a European call and put by the formula of Black and Scholes.
subroutine price(spot, strike, years, rate, volatility, call_price, put_price)
  implicit none
  double precision :: spot, strike, years, rate, volatility, call_price, put_price, spread, d1, d2, discounted
  spread = volatility*sqrt(years)
  d1 = (log(spot/strike) + (rate + 0.5d0*volatility*volatility)*years)/spread
  d2 = d1 - spread
  discounted = strike*exp(-rate*years)
  call_price = spot*normal(d1) - discounted*normal(d2)
  put_price = discounted*normal(-d2) - spot*normal(-d1)
contains
  ! The normal distribution, by the polynomial of Abramowitz and Stegun, 26.2.17.
  double precision function normal(x)
    double precision :: x, t, tail
    t = 1.0d0/(1.0d0 + 0.2316419d0*abs(x))
    tail = ((((1.330274429d0*t - 1.821255978d0)*t + 1.781477937d0)*t - 0.356563782d0)*t + 0.319381530d0)*t
    tail = 0.39894228040143268d0*exp(-0.5d0*x*x)*tail
    normal = tail
    if (x > 0.0d0) normal = 1.0d0 - tail
  end function
end subroutine
