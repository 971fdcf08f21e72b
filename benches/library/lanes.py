"""The work by forlane: `forlane run` over a table in a file."""

import json
import subprocess

import npz
from arguments import TYPES


class Refused(Exception):
    """The kernel can't be compiled or run."""


class Kernel:
    """A function that forlane compiles anew for each run."""

    def __init__(self, forlane, function, sources, folder):
        self.forlane, self.function, self.sources, self.folder = forlane, function, sources, folder
        folder.mkdir(parents=True, exist_ok=True)

    def prepare(self, rows):
        """Writes the table of the rows."""
        columns = {}
        for argument in self.function.arguments:
            kind, shape = TYPES[argument.type][1], [argument.length] if argument.length else []
            if argument.is_shared:
                numbers = argument.rows(self.function, rows)
                (self.folder / f"{argument.name}.npy").write_bytes(npz.npy(kind, [len(numbers)], numbers))
            elif argument.is_column:
                numbers = argument.rows(self.function, rows)
                if argument.type == "complex" and not shape:
                    columns[f"{argument.name}.re"] = (kind, [rows], numbers[0::2])
                    columns[f"{argument.name}.im"] = (kind, [rows], numbers[1::2])
                else:
                    columns[argument.name] = (kind, [rows, *shape], numbers)
        npz.write(self.folder / "rows.npz", columns)

    def run(self, *options):
        """Runs over the rows that were prepared: the statistics, and what is said of rows that failed."""
        command = [str(self.forlane), "run", *map(str, self.sources), "--kernel", self.function.name]
        command += ["--in", str(self.folder / "rows.npz"), "--out", str(self.folder / "results.npz")]
        command += ["--threads", "1", "--stats", "--allow-failures", *options]
        for argument in self.function.arguments:
            if argument.is_shared:
                command += ["--array", f"{argument.name}={self.folder / argument.name}.npy"]
            elif argument.is_constant:
                command += ["--set", f"{argument.name}={argument.values[0]}"]
        run = subprocess.run(command, capture_output=True, text=True)
        lines = run.stderr.splitlines()
        if run.returncode != 0:
            raise Refused(run.stderr.strip())
        return json.loads(lines[-1]), [line for line in lines if "rows failed" in line]

    def results(self):
        """The bytes of what the last run assigned, by the argument's name."""
        columns = npz.read(self.folder / "results.npz")
        results = {}
        for argument in self.function.assigned:
            if argument.type == "complex" and argument.length is None:
                parts = [_column(columns, f"{argument.name}.{part}") for part in ("re", "im")]
                pairs = zip(*([part[i : i + 8] for i in range(0, len(part), 8)] for part in parts))
                results[argument.name] = b"".join(half for pair in pairs for half in pair)
            else:
                results[argument.name] = _column(columns, argument.name)
        return results


def _column(columns, name):
    """The column of an assigned argument; the input's column has its name if the kernel reads it, too."""
    return columns.get(f"{name}_out") or columns[name]
