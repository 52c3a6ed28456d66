"""Programs that compute the right thing with what the exercise does not allow: told as that, and not as a wrong result.

The real programs (Hu and others, ASE 2019) are read from `../shared/data`, or from $VIVA_STUDENT_PROGRAMS. Taken are
those that the data set calls wrong and that name what their question forbids; the checks are those of `viva check`.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measure import few
from repair import HEADS, REQUIRES

from viva.core.ladder import Rung
from viva.core.report import About
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.services.checking import check
from viva.subjects.functions.subject import Functions

STUDENTS = Path(os.environ.get("VIVA_STUDENT_PROGRAMS", Path(__file__).parents[2] / "shared/data/student-programs"))
FORBIDDEN = {
    "remove_extras": (
        'functions = ["OrderedDict"], modules = ["collections"]',
        ("OrderedDict", "collections"),
    ),
    "top_k": ('functions = ["sorted"], methods = ["sort"]', ("sort",)),
}


@dataclass(frozen=True, slots=True)
class Policy:
    question: str
    called_wrong: int
    name_it: int
    told_as_forbidden: int
    of_these_right_otherwise: int
    of_these_also_wrong: int


def rows() -> Iterator[Policy]:
    if not STUDENTS.is_dir():
        return
    for question, (rules, words) in FORBIDDEN.items():
        told = json.loads((STUDENTS / f"{question}.json").read_text("utf-8"))
        reference = "\n".join([HEADS[question], *told["reference"].split("\n")[1:]]) + "\n"
        manifest = (
            f'subject = "functions"\n[functions]\nreference = "reference.py"\nfunction = "{question}"\n'
            f"growth = false\nforbid = {{ {rules} }}\n"
        )
        files = {"reference.py": reference.encode()}
        if question in REQUIRES:
            manifest += 'requires = "requires.py"\n'
            files["requires.py"] = REQUIRES[question].encode()
        exercise = Functions().read(Source(question, {**files, "exercise.toml": manifest.encode()}))
        lines = (STUDENTS / f"{question}.jsonl").read_text("utf-8").splitlines()
        wrong = [row["source"] for row in map(json.loads, lines) if row["label"] == "wrong"]
        naming = [source for source in wrong if any(word in source for word in words)]
        otherwise: list[str] = []
        for source in few(naming):
            text = f"{told['global']}{source}" if question == "remove_extras" and "OrderedDict" in source else source
            terms = Terms(budget=Budget(seconds=60.0), rung=Rung.EXAMPLE)
            report = check(Functions(), exercise, Submission.from_text(text, "submission.py"), terms)
            if report.reason == "forbidden" and any(finding.about is About.POLICY for finding in report.findings):
                otherwise.append(str(report.evidence.details["otherwise"]))
        right = sum(verdict in ("passed", "proved") for verdict in otherwise)
        yield Policy(question, len(wrong), len(naming), len(otherwise), right, len(otherwise) - right)


def versions() -> dict[str, str]:
    return {}
