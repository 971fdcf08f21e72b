"""The work by gfortran: a main program that reads the rows, calls the function for each, and writes the results."""

import subprocess
from array import array

from arguments import TYPES


def objects(sources, options, folder):
    """Compiles files one by one."""
    folder.mkdir(parents=True, exist_ok=True)
    made = [folder / f"{source.stem}.o" for source in sources]
    for source, file in zip(sources, made):
        command = ["gfortran", *options, "-std=legacy", "-ffree-line-length-none", "-w"]
        subprocess.run([*command, "-c", "-o", str(file), str(source)], check=True)
    return made


class Reference:
    """A function that the loop over the rows calls."""

    def __init__(self, function, made, options, folder):
        self.function, self.folder = function, folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "driver.f90").write_text(_driver(function))
        linked = [str(file) for file in [*objects([folder / "driver.f90"], options, folder), *made]]
        # What nothing reaches need not be there, such as procedures of LAPACK.
        linked += ["-no-pie", "-Wl,--unresolved-symbols=ignore-all"]
        subprocess.run(["gfortran", *linked, "-o", str(folder / "program")], check=True)

    def run(self, rows):
        """Seconds of processor time that the loop over the rows takes."""
        with open(self.folder / "rows", "wb") as file:
            file.write(array("i", [rows]).tobytes())
            for argument in self.function.arguments:
                if argument.values:
                    file.write(_repeated(argument, argument.rows(self.function, rows)).tobytes())
        return self.again()

    def again(self):
        """The same for the rows of the last run."""
        command = [str(self.folder / "program")]
        run = subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True)
        return float(run.stdout.split()[-1])

    def results(self, rows):
        """The bytes of what the last run assigned, by the argument's name."""
        data = (self.folder / "results").read_bytes()
        results = {}
        for argument in self.function.assigned:
            size = rows * argument.numbers * array(TYPES[argument.type][2]).itemsize
            results[argument.name], data = data[:size], data[size:]
        return results


def _repeated(argument, numbers):
    """What the driver reads: a value for all rows is one."""
    return numbers[: argument.numbers] if argument.is_constant else numbers


def _driver(function):
    lines = ["program driver", "implicit none", "integer(4) :: row, rows", "real(8) :: start, finish"]
    reads, prepares, actual, results, writes = [], [], [], [], []
    for argument in function.arguments:
        name, type_ = argument.name, TYPES[argument.type][0]
        if argument.is_shared or argument.is_constant:
            extent = f"({argument.length})" if argument.length else ""
            lines.append(f"{type_} :: in_{name}{extent}")
            reads.append(f"read (10) in_{name}")
            actual.append(f"in_{name}")
            continue
        length = argument.length or 1
        if argument.values:
            lines.append(f"{type_}, allocatable :: in_{name}(:, :)")
            reads += [f"allocate (in_{name}({length}, rows))", f"read (10) in_{name}"]
        if not argument.is_assigned:
            actual.append(f"in_{name}(1, row)")
            continue
        lines.append(f"{type_}, allocatable :: out_{name}(:, :)")
        reads += [f"allocate (out_{name}({length}, rows))", f"out_{name} = 0"]
        prepares += [f"out_{name}(:, row) = in_{name}(:, row)"] if argument.values else []
        actual.append(f"out_{name}(1, row)")
        writes.append(f"write (11) out_{name}")
    call = f"{function.name}({', '.join(actual)})"
    if function.result:
        lines.append(f"{TYPES[function.result.type][0]}, external :: {function.name}")
        lines.append(f"{TYPES[function.result.type][0]}, allocatable :: out_result(:)")
        reads += ["allocate (out_result(rows))", "out_result = 0"]
        results.append(f"out_result(row) = {call}")
        writes.append("write (11) out_result")
    else:
        lines.append(f"external :: {function.name}")
        results.append(f"call {call}")
    return "\n".join([
        *lines,
        "open (10, file='rows', access='stream', form='unformatted', status='old')",
        "read (10) rows",
        *reads,
        "call cpu_time(start)",
        "do row = 1, rows",
        *prepares,
        *results,
        "end do",
        "call cpu_time(finish)",
        "open (11, file='results', access='stream', form='unformatted', status='replace')",
        *writes,
        "print *, finish - start",
        "end program",
        "",
    ])
