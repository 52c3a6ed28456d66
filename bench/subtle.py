"""Functions that look alike: how many answers that differ from their reference pass, and how many that do not are
refuted. `functions/subtle.toml` has them.

    python bench/subtle.py [NAME …]
"""

import sys
import time
import tomllib
from pathlib import Path

from viva.core.exercise import Exercise
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services.checking import check
from viva.subjects.functions.subject import Functions

PAIRS = Path(__file__).parent / "functions" / "subtle.toml"


def exercise(name: str, pair: dict[str, object]) -> Exercise:
    manifest = (
        f'subject = "functions"\n[functions]\nfunction = "f"\nreference = "reference.py"\n{pair.get("settings", "")}\n'
    )
    files = {"reference.py": str(pair["reference"])}
    if "requires" in pair:
        manifest += 'requires = "requires.py"\n'
        files["requires.py"] = str(pair["requires"])
    whole = {"exercise.toml": manifest, **files}
    return Functions().read(Source(name, {file: text.encode() for file, text in whole.items()}))


def main() -> None:
    pairs = tomllib.loads(PAIRS.read_text("utf-8"))
    chosen = sys.argv[1:] or list(pairs)
    missed: list[str] = []
    blamed: list[str] = []
    total = {"wrong": 0, "right": 0}
    for name in chosen:
        made = exercise(name, pairs[name])
        for kind in ("wrong", "right"):
            for number, source in enumerate(pairs[name].get(kind, ())):
                begun = time.monotonic()
                report = check(Functions(), made, Submission.from_text(source, "submission.py"), Terms())
                total[kind] += 1
                calls = [finding.witness.fields.get("call") for finding in report.findings if finding.witness]
                told = f"{name} {kind} {number}: {report.verdict.value} {report.reason or ''} {str(calls[:1])[:80]}"
                if kind == "wrong" and report.verdict.right:
                    missed.append(told)
                if kind == "right" and not report.verdict.right:
                    blamed.append(told)
                print(f"{told} {time.monotonic() - begun:.1f} s", flush=True)
    print(f"\nwrong ones that passed: {len(missed)} of {total['wrong']}", *missed, sep="\n  ")
    print(f"right ones that did not: {len(blamed)} of {total['right']}", *blamed, sep="\n  ")


if __name__ == "__main__":
    main()
