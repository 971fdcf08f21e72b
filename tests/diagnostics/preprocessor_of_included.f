C     A file that INCLUDE reads does not go through the preprocessor, as in gfortran: its directives are refused.
      program p
      include 'preprocessor_of_included.inc'
      end
