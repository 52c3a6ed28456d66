"""The examples that an exercise carries: submissions with known outcome, and what must come of each."""

from collections.abc import Iterator

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import Finding, Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Toml, read_toml
from viva.core.verdict import Verdict
from viva.core.where import where_to_json
from viva.showing.document import as_json

_EXPECT = ".expect.toml"
_KEYS = ("verdict", "witness", "where", "text")


@dataclass(frozen=True, slots=True)
class Example:
    """`expected` holds the keys of its `.expect.toml`, each a part that must match."""

    path: str
    right: bool
    submission: Submission
    expected: Toml

    def disagreement(self, report: Report, *, told: bool = True) -> str | None:
        """What came out otherwise than it should, or None; of a report that does not tell everything, its verdict is
        looked at only."""
        verdict = self.expected.get("verdict")
        if verdict is not None and report.verdict != verdict:
            return f"expected {verdict}"
        if verdict is None and self.right and not report.verdict.right:
            return "expected proved or passed"
        if verdict is None and not self.right and report.verdict not in (Verdict.REFUTED, Verdict.REJECTED):
            return "expected refuted or rejected"
        found = list(_findings(report)) if told else []
        for key, wanted in self.expected.items() if told else ():
            if key != "verdict" and not any(_matches(wanted, _told(finding, key)) for finding in found):
                return f"no finding has the expected {key}"
        return None


def examples(exercise: Exercise) -> tuple[Example, ...]:
    """All examples of an exercise, the right ones first."""
    return tuple(example for word in ("right", "wrong") for example in _below(exercise.source, word))


def _below(source: Source, word: str) -> Iterator[Example]:
    files = source.below(f"examples/{word}/")
    names = {path.partition("/")[0] for path in files if not path.endswith(_EXPECT)}
    expectations = {path for path in files if path.endswith(_EXPECT) and "/" not in path}
    for name in sorted(names):
        inside = {path.partition("/")[2]: content for path, content in files.items() if path.startswith(f"{name}/")}
        # Both `slow.expect.toml` and `slow.py.expect.toml` speak of `slow.py`.
        carried = expectations & {f"{name}{_EXPECT}", f"{name.rpartition('.')[0] or name}{_EXPECT}"}
        expectations -= carried
        yield Example(
            path=f"examples/{word}/{name}",
            right=word == "right",
            submission=Submission(name, inside or {name: files[name]}),
            expected=_expected(source, f"examples/{word}/{min(carried)}") if carried else {},
        )
    if expectations:
        file = f"examples/{word}/{min(expectations)}"
        raise Fault("no example belongs to this file", file=file, remedy="name it after the example it speaks of")


def _expected(source: Source, file: str) -> Toml:
    table = read_toml(source.text(file), file)
    if table.has("verdict"):
        table.choice("verdict", [verdict.value for verdict in Verdict])
    unknown = [key for key in table.values if key not in _KEYS]
    if unknown:
        raise table.fault(unknown[0], "is not a key Viva knows here", f"there is {', '.join(_KEYS)}")
    return table.values


def _findings(report: Report) -> Iterator[Finding]:
    yield from report.findings
    for part in report.parts:
        yield from _findings(part)


def _told(finding: Finding, key: str) -> Json:
    match key:
        case "witness":
            return finding.witness.to_json() if finding.witness else None
        case "where":
            return dict(where_to_json(finding.where)) if finding.where else None
        case _:
            return finding.text


def _matches(wanted: object, told: Json) -> bool:
    """A table matches where each of its keys does, a text where it occurs, anything else where it is equal."""
    if isinstance(wanted, dict):
        return isinstance(told, dict) and all(_matches(part, told.get(key)) for key, part in wanted.items())
    if isinstance(wanted, list):
        return (
            isinstance(told, list)
            and len(told) == len(wanted)
            and all(_matches(part, item) for part, item in zip(wanted, told, strict=True))
        )
    if isinstance(wanted, str):
        return told is not None and wanted in (told if isinstance(told, str) else as_json(told, indent=None))
    return type(told) is type(wanted) and told == wanted
