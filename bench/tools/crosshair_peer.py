"""CrossHair on one function: `cover FOLDER NAME`, or `differ RIGHT WRONG NAME`; the folders hold `NAME.py`."""

import contextlib
import importlib
import io
import json
import resource
import sys
import time

EFFORT = 3  # processor seconds after which it is ended, its imports included


def main(mode: str, *folders_and_name: str) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (EFFORT, EFFORT + 1))
    *folders, name = folders_and_name
    crosshair = importlib.import_module("crosshair.main")
    for folder in folders:
        sys.path.insert(0, folder)
    if mode == "cover":
        arguments = ["cover", "--example_output_format=arg_dictionary", f"{name}.{name}"]
    else:
        arguments = ["diffbehavior", "--exception_equivalence", "ALL", f"right_{name}.{name}", f"wrong_{name}.{name}"]
    out = io.StringIO()
    start = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        status = crosshair.unwalled_main(arguments)
    seconds = time.process_time() - start
    print(json.dumps({"seconds": seconds, "status": status, "lines": out.getvalue().splitlines()}))


main(*sys.argv[1:])
