"""NumPy's files of arrays, read and written without NumPy."""

import ast
import struct
import zipfile
from array import array


def write(path, columns):
    """Writes an archive of `name: (numpy type, shape, array)`."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, (kind, shape, numbers) in columns.items():
            archive.writestr(f"{name}.npy", npy(kind, shape, numbers))


def npy(kind, shape, numbers):
    """The bytes of a file of one array."""
    header = repr({"descr": kind, "fortran_order": False, "shape": tuple(shape)}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + numbers.tobytes()


def read(path):
    """The bytes of each array of numbers in an archive, by name."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            # Version 1 of the format has two bytes for the length of the header, others four.
            start, form = (10, "<H") if data[6] == 1 else (12, "<I")
            end = start + struct.unpack(form, data[8:start])[0]
            header = ast.literal_eval(data[start:end].decode())
            assert not header["fortran_order"], name
            arrays[name.removesuffix(".npy")] = data[end:]
    return arrays
