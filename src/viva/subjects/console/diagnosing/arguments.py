"""Whether a program wants arguments of a command line, which it does not get: it is started without any."""

from __future__ import annotations

import re

_TAKEN = re.compile(r"\bsys\.argv\b|\bprocess\.argv\b|\bgetArgs\b|\bos\.Args\b|\benv::args\b")
_MAIN_OF_C = re.compile(r"\bmain\s*\(\s*int\s+(\w+)\s*,\s*(?:const\s+)?char\s*\*?\s*\*?\s*(?:const\s*)?\*?\s*(\w+)")
_MAIN_OF_JAVA = re.compile(r"\bmain\s*\(\s*(?:final\s+)?String\s*(?:(?:\[\s*\]|\.\.\.)\s*(\w+)|(\w+)\s*\[\s*\])")


def wants_arguments(source: str) -> bool:
    if _TAKEN.search(source):
        return True
    if found := _MAIN_OF_C.search(source):
        count, texts = found.groups()
        return bool(re.search(rf"\b{count}\s*[<>=!]|\b{texts}\s*\[\s*\w", source[found.end() :]))
    if found := _MAIN_OF_JAVA.search(source):
        return bool(re.search(rf"\b{found[1] or found[2]}\s*(?:\[|\.\s*length)", source[found.end() :]))
    return False
