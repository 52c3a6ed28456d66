"""Pynguin on one module: `FOLDER NAME SECONDS`; what it says of its branch coverage."""

import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path


def main(folder: str, name: str, seconds: str) -> None:
    with tempfile.TemporaryDirectory() as place:
        command = [
            sys.executable, "-m", "pynguin", "--project-path", folder, "--module-name", name, "--output-path", place,
            "--report-dir", place, "--maximum-search-time", seconds, "--seed", "0", "--statistics-backend", "CSV",
        ]  # fmt: skip
        quiet = subprocess.DEVNULL
        with_danger = {**os.environ, "PYNGUIN_DANGER_AWARE": "1"}
        subprocess.run(command, env=with_danger, check=False, timeout=120, stdout=quiet, stderr=quiet)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        report = Path(place, "statistics.csv")
        rows = list(csv.DictReader(report.open())) if report.exists() else []
        coverage = float(rows[-1]["Coverage"]) if rows else None
    print(json.dumps({"seconds": used.ru_utime + used.ru_stime, "coverage": coverage}))


main(*sys.argv[1:])
