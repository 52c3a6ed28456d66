"""Whether a program can be read: compiled in the sandbox as for a check, and none of it run."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.languages.finding import language_for, suffixes
from viva.languages.program import NoProgram


def proofread_program(submission: Submission, languages: Sequence[str], terms: Terms) -> None:
    """Raises Unreadable, with the place and the words of a check. A language that cannot say what is in a program has a
    compiler of its own, which takes too long for who is still writing."""
    file, source = submission.single(suffixes(languages))
    language = language_for(file, languages)
    if language.reads is None:
        return
    with language.runs.warm_sandbox(terms.isolation) as sandbox:
        program = language.runs.prepare(sandbox, source)
    if isinstance(program, NoProgram):
        raise Unreadable(program.reason, language.runs.explain(program, terms.locale).findings(file))
