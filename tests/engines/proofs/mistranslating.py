"""A mistake in the translation, on purpose: what gives a number gives one more, and what gives a truth value
the other one, in both programs alike. Such a mistake changes nothing about what can be proved of the two, so that only
runs tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from viva.engines.proofs.checking import claims
from viva.engines.proofs.terms import ONE, add, lnot
from viva.engines.proofs.translation.statements import translate
from viva.engines.proofs.translation.values import Bool, Int


def mistranslate(monkeypatch: pytest.MonkeyPatch) -> None:
    right = translate

    def wrong(*given: Any, **more: Any) -> Any:
        found = right(*given, **more)
        match found.value:
            case Int(term):
                return replace(found, value=Int(add(term, ONE)))
            case Bool(term):
                return replace(found, value=Bool(lnot(term)))
        return found

    monkeypatch.setattr(claims, "translate", wrong)
