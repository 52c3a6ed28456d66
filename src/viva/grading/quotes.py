"""What pages show of a submission, kept when the rest of it is let go: all of it where it is as short as people write.

Of a longer one the lines that a report points at are kept, each in its place.
"""

from collections.abc import Iterator

from viva.core.report import Report
from viva.core.submission import Submission, Unreadable
from viva.core.where import Passage

_SHORT = 48 * 2**10


def quote_submission(handed_in: Submission | Unreadable, report: Report | None) -> Submission | None:
    if report is None or isinstance(handed_in, Unreadable):
        return None
    if sum(map(len, handed_in.files.values())) <= _SHORT:
        return handed_in
    wanted: dict[str, set[int]] = {name: set() for name in handed_in.files}
    for passage in _passages(report):
        name = next(iter(wanted)) if len(wanted) == 1 else passage.file
        if name in wanted:
            wanted[name].add(passage.line)
    return Submission(handed_in.name, {name: _only(handed_in.files[name], lines) for name, lines in wanted.items()})


def _passages(report: Report) -> Iterator[Passage]:
    for finding in report.findings:
        if isinstance(finding.where, Passage):
            yield finding.where
    for part in report.parts:
        yield from _passages(part)


def _only(content: bytes, wanted: set[int]) -> bytes:
    lines = content.split(b"\n")[: max(wanted, default=0)]
    return b"\n".join(line if number in wanted else b"" for number, line in enumerate(lines, 1))
