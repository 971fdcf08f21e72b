"""The command line: ``python -m forlane run kernel.f90 --kernel name --in table.csv``."""

import signal
import sys

from ._forlane import run_command


def main() -> int:
    # Python's own handler would wait for the end of the run.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return run_command(["forlane", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
