"""What cannot be done, as programs are told it."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from viva.web.attempts import Refused
from viva.web.pages.problems import problem
from viva.web.pages.showing import texts_of


class Problem(Exception):
    """With its status and the key of a sentence, or the sentence itself."""

    def __init__(self, status: int, key: str, wait: int | None = None, said: str | None = None) -> None:
        super().__init__(key)
        self.status, self.key, self.wait, self.said = status, key, wait, said


def refusal(request: Request, refused: Refused) -> Problem:
    said = texts_of(request).say(refused.why, **{"seconds": refused.wait, **refused.slots})
    return Problem(refused.status, refused.why.rpartition(".")[2], refused.wait, said)


async def show_problem(request: Request, raised: Exception) -> Response:
    assert isinstance(raised, Problem)
    if raised.said is None:
        return problem(request, raised.status, raised.key, raised.wait)
    answer = JSONResponse({"error": {"kind": raised.key, "problem": raised.said}}, raised.status)
    if raised.wait:
        answer.headers["retry-after"] = str(raised.wait)
    return answer
