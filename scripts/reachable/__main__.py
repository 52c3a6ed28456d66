"""Tells what no entry point of Viva comes to: modules, functions, classes, constants and methods that only tests or
benches use, or nobody.

    python scripts/reachable [FOLDER]

Nothing is imported or run; the sources are read. Entry points are those of `pyproject.toml`, the public names of the
modules directly in `viva`, what the examples of the documentation and the shipped exercises use, and what is loaded by
name: texts such as "module:function" or "viva.package.module", also those that name code inside of the sandbox.

What is meant by a name of a module is resolved through imports. A method is in use when any code in use asks anything
for an attribute of its name: a check of methods that sees only names must err on this side.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from reaching import House


def main(arguments: Sequence[str]) -> int:
    root = Path(arguments[0] if arguments else Path(__file__).resolve().parents[2])
    house = House(root)
    house.enter()
    found = list(house.unreachable())
    for path, line, what in found:
        print(f"{path.relative_to(root)}:{line}: no entry point comes to the {what}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
