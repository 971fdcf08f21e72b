"""The functions of the table, their dummy arguments and their values. `functions.toml` says how it reads."""

import math
import random
import re
from array import array
from dataclasses import dataclass

# Of each type: Fortran's declaration, NumPy's type, the code of an array, numbers that make up one value.
TYPES = {
    "real": ("real(8)", "<f8", "d", 1),
    "integer": ("integer(4)", "<i4", "i", 1),
    "complex": ("complex(8)", "<f8", "d", 2),
}


@dataclass(frozen=True)
class Argument:
    """A dummy argument, or a function's result."""

    name: str
    type: str
    # Elements of an array; none for a scalar.
    length: int | None
    is_assigned: bool
    # The words that give its values; empty where it is only assigned.
    values: tuple

    @property
    def is_shared(self):
        """Whether all rows have the same array."""
        return self.values[:1] == ("shared",)

    @property
    def is_constant(self):
        """Whether all rows have the same value."""
        return len(self.values) == 1 and not self.is_assigned

    @property
    def is_column(self):
        """Whether each row has values of its own before the call; an array has some, as the table gives its length."""
        has_values = bool(self.values) or self.length is not None
        return has_values and not self.is_shared and not self.is_constant

    @property
    def numbers(self):
        """Numbers of a row."""
        return (self.length or 1) * TYPES[self.type][3]

    def rows(self, function, count):
        """The numbers of `count` rows; the first rows are the same for every count."""
        code = TYPES[self.type][2]
        if not self.values:
            return array(code, bytes(array(code).itemsize * self.numbers * count))
        if self.is_shared:
            return array(code, [_number(word) for word in self.values[1:]])
        if self.values[:2] == ("1", "-"):
            return array(code, [1 - value for value in function.argument(self.values[2]).rows(function, count)])
        draw = self._draw(random.Random(f"{function.name} {self.name}"))
        return array(code, [draw() for _ in range(count * self.numbers)])

    def _draw(self, generator):
        """A function that draws a number."""
        is_log = self.values[0] == "log"
        words = self.values[1:] if is_log else self.values
        if len(words) == 1:
            return lambda: _number(words[0])
        low, dots, high = words
        assert dots == "..", f"{self.name}: {self.values}"
        low, high = _number(low), _number(high)
        if self.type == "integer":
            return lambda: generator.randint(low, high)
        if is_log:
            return lambda: math.exp(generator.uniform(math.log(low), math.log(high)))
        return lambda: generator.uniform(low, high)


@dataclass(frozen=True)
class Function:
    """A function or subroutine."""

    name: str
    arguments: tuple
    # A function's value.
    result: Argument | None

    def argument(self, name):
        """The argument of that name."""
        return next(argument for argument in self.arguments if argument.name == name)

    @property
    def assigned(self):
        """What a call assigns, in order, a function's value last."""
        assigned = [argument for argument in self.arguments if argument.is_assigned]
        return assigned + ([self.result] if self.result else [])


def functions(text):
    """Reads the functions of a library."""
    return [_function(*found.groups()) for found in re.finditer(r"(\w+)\(([^)]*)\)(?: : (\w+))?", text)]


def _function(name, arguments, result):
    value = Argument(name, result, None, True, ()) if result else None
    return Function(name, tuple(_argument(words.split()) for words in arguments.split(",")), value)


def _argument(words):
    name, type_, *values = words
    type_, length = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", type_).groups()
    is_assigned = values[0] in ("out", "inout")
    values = tuple(values[1:] if is_assigned else values)
    return Argument(name, type_, int(length) if length else None, is_assigned, values)


def _number(word):
    return float(word) if re.search(r"[.e]", word) else int(word)
