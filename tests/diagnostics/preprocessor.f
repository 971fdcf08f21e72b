# 1 "marker.F"
C Line markers are comments. All other directives of a file are refused once.
#if defined(FAST)
      x = 1
#else
      x = 2
#endif
      print *, x
      end
