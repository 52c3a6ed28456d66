"""Reads XML that strangers wrote: no entities, no document type but a bare name, nothing nested without end."""

from __future__ import annotations

import re
from typing import Protocol
from xml.parsers import expat

from viva.core.text.reading import Misread
from viva.core.texts import Sentence

# The declaration says nothing any more, as the text is decoded already.
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_BARE_TYPE = re.compile(r"""<!DOCTYPE\s+[\w:.-]+(\s+(PUBLIC|SYSTEM)(\s+("[^"]*"|'[^']*')){1,2})?\s*>""")


class Handler(Protocol):
    """What is told of each element, with the line: when it begins, and when it ends with the text that stood in it."""

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None: ...

    def end(self, tag: str, text: str, line: int) -> None: ...


def go_over(
    text: str,
    handler: Handler,
    written_by: str | Sentence,
    *,
    deepest: int,
    most: int = 200_000,
    bare_type: bool = False,
) -> None:
    """Tells the handler of all elements; `written_by` is the program that such files come from. A document type that is
    only a name is passed over where `bare_type` says so. Raises Misread."""
    parser = expat.ParserCreate()
    texts: list[list[str]] = []
    count = 0

    def refuse(*_: object) -> int:
        remedy = Sentence("xml.save_again", {"program": written_by})
        raise Misread(Sentence("xml.entities"), parser.CurrentLineNumber, remedy=remedy, reason="forbidden")

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        line = parser.CurrentLineNumber
        if count > most:
            raise Misread(Sentence("xml.large", {"most": most}), line, reason="too_large")
        if len(texts) >= deepest:
            raise Misread(Sentence("xml.deep", {"most": deepest}), line, reason="too_complex")
        texts.append([])
        handler.start(tag, attributes, line)

    def end(tag: str) -> None:
        handler.end(tag, "".join(texts.pop()), parser.CurrentLineNumber)

    def characters(data: str) -> None:
        texts[-1].append(data)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    plain = _DECLARATION.sub(_blank, text, count=1)
    if bare_type:
        plain = _BARE_TYPE.sub(_blank, plain, count=1)
    try:
        parser.Parse(plain.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as problem:
        message = expat.errors.messages[problem.code]
        raise Misread(Sentence("xml.not", {"message": message}), problem.lineno, problem.offset + 1) from None


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")
