"""Right submissions that the teacher might make references of the exercise: as files, with the line to add."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from viva.core.subject import ProposedReference, ProposesReferences
from viva.core.submission import Submission
from viva.core.texts import Say
from viva.core.verdict import Verdict
from viva.grading.grade import Results
from viva.services.checking import handed_in
from viva.services.registry import subject_named

LINE = "add-to-exercise.toml"


def propose(results: Results, folder: Path, say: Say) -> list[str]:
    """Writes what is proposed into the folder, for a course into one folder for each exercise; sentences about it."""
    told: list[str] = []
    group = results.group
    for name, exercise in group.exercises.items():
        subject = subject_named(exercise.subject)
        if not isinstance(subject, ProposesReferences):
            told.append(say("references.other_subject", exercise=exercise.title))
            continue
        found = subject.propose_references(
            exercise, _answers(results, name, Verdict.PROVED), _answers(results, name, Verdict.PASSED)
        )
        if not found:
            told.append(say("references.none", exercise=exercise.title))
            continue
        place = folder / name if len(group.exercises) > 1 else folder
        place.mkdir(parents=True, exist_ok=True)
        taken = {*exercise.source.files, *subject.named_references(exercise)}
        files = _written(found, place, taken)
        named = ", ".join(f'"{file}"' for file in (*subject.named_references(exercise), *files))
        line = f"{subject.setting} = [{named}]"
        carried = [
            say("references.carries", file=file, count=len(each.carries))
            for file, each in zip(files, found, strict=True)
        ]
        comments = [say("references.where", table=exercise.subject), *carried]
        (place / LINE).write_text("".join(f"# {each}\n" for each in comments) + line + "\n", "utf-8")
        told += [*carried, say("references.line", file=place / LINE, line=line)]
    return told


def _written(found: Sequence[ProposedReference], place: Path, taken: set[str]) -> list[str]:
    files: list[str] = []
    number = 0
    for each in found:
        number += 1
        while f"reference-{number}{each.suffix}" in taken:
            number += 1
        files.append(f"reference-{number}{each.suffix}")
        (place / files[-1]).write_bytes(each.content)
    return files


def _answers(results: Results, exercise: str, verdict: Verdict) -> dict[str, Submission]:
    """Who got the verdict, with what was handed in; several files of one student are told apart."""
    verdicts = {row.name: row.report.verdict for row in results.rows if row.report is not None}
    found: dict[str, Submission] = {}
    for entry in results.group.roster.entries:
        name = next((each for each in verdicts if each[:2] == (entry.student, entry.exercise)), None)
        if entry.exercise == exercise and name is not None and verdicts[name] is verdict:
            answer = handed_in(entry.path)
            if isinstance(answer, Submission):
                found[entry.student] = answer
    return found
