# `just NAME` runs one of these; each is a command that can as well be typed.

# What main must pass
gate:
    .ci/run

# The tests of the Python package
python:
    .ci/python

# Everything that chance decides, for a time
long minutes="10":
    .ci/long {{minutes}}

# Examples, kernels and programs of the tests under valgrind
valgrind *names:
    .ci/valgrind {{names}}

# The tests of AVX-512 in an emulator
emulated *names:
    .ci/emulated {{names}}

# Writes the texts that dumps, diagnostics, documents and the verifier's messages are compared with
bless:
    BLESS=1 cargo test --test cases -- dumps::
    BLESS=1 cargo test --test cases -- explain::
    BLESS=1 cargo test --test cases -- diagnostics::
    BLESS=1 cargo test -p forlane-cfg --test main -- verify::
    BLESS=1 cargo test -p forlane-rewrites --test main -- document:: shapes::

# Writes what gfortran gives for a case, such as `kernels::zeroin`
bless-gfortran case:
    BLESS=gfortran cargo test --test cases -- {{case}}

# All benchmarks
bench:
    cargo bench --workspace
