"""What a submission asks for that the sandbox does not let it have: a flag for the teacher, and nothing else.

It is read out of the source, so who hides it well is not flagged, and who only mentions it is. It says nothing of the
answer: verdict and marks stay as they are, and no student is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from viva.core.isolation import Isolation
from viva.core.report import About, Finding
from viva.core.submission import Submission
from viva.core.texts import catalogue
from viva.core.where import Passage
from viva.languages.finding import DEFAULT, language_for, suffixes
from viva.languages.survey import Mention, Survey

_MODULES = frozenset(
    {"subprocess", "multiprocessing", "pty", "socket", "socketserver", "ssl", "ctypes", "requests", "http.client"}
    | {"http.server", "urllib.request", "ftplib", "smtplib", "telnetlib", "xmlrpc.client"}
)
"""What there is to start other programs, to reach other machines, or to leave Python."""
_CALLS = re.compile(r"(?:os|posix|)\.(?:system|popen|fork|forkpty|posix_spawnp?|exec[lv]p?e?|spawn[lv]p?e?|killp?g?)")
_WORTH_A_LOOK = re.compile(
    rb"\b(?:posix|os|" + b"|".join(re.escape(name.partition(".")[0].encode()) for name in sorted(_MODULES)) + rb")\b"
)
_MOST = 3
_FLAG = "reaches_out"


def flags(submission: Submission, isolation: Isolation | None, locale: str) -> tuple[Finding, ...]:
    """One for each of the first names by which it reaches out of the sandbox, with the place."""
    say = catalogue("viva.grading", locale).say
    found: dict[str, Finding] = {}
    for file, source in submission.files.items():
        if not file.endswith(suffixes(DEFAULT)) or not _WORTH_A_LOOK.search(source):
            continue
        language = language_for(file)
        if language.reads is None or language.runs is None:
            continue
        with language.runs.warm_sandbox(isolation) as sandbox:
            survey = language.reads.survey(sandbox, source)
        for mention in _reaching(survey):
            told, where = say("flag.reaches_out", name=mention.name.lstrip(".")), Passage(file, mention.line)
            found.setdefault(mention.name, Finding(told, About.QUALITY, signature=_FLAG, where=where, teacher=True))
    return tuple(found.values())[:_MOST]


def _reaching(survey: Survey) -> Iterator[Mention]:
    yield from (each for each in survey.imports if each.name in _MODULES)
    yield from (each for each in survey.names if _CALLS.fullmatch(each.name))


def flag_texts(findings: tuple[Finding, ...]) -> list[str]:
    """What the teacher is told of them."""
    return [each.text for each in findings if each.teacher and each.signature == _FLAG]
