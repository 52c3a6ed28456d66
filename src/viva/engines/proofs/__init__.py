"""Proofs that two functions with loops are equal for all inputs. Start reading in `prove.py`.

`source`, `statements` (over `attempts` and `recursion`), `expressions` (over `comparing` and `cells`), `builtins`,
`methods`, `merging` and `loops` (with `measures`) translate a program, exactly or not at all; `terms` and `folds`
are what they translate to, `evaluate` is what that means. `claims` says what is to be proved, `system` what an
induction is, `query` asks the solver, `library` holds facts, `domains` tries all inputs where there are few.
`mining`, `houdini`, `induction` and `lemmas` look for a proof; `checker` checks what they found, without looking for
anything. `writing`, `telling` and `expressing` show it, with what was `seen` of the source. `docs/proofs.md` lists
what is trusted.
"""

from viva.engines.proofs.certificate import Certificate
from viva.engines.proofs.checker import Refused, checked
from viva.engines.proofs.claims import Claim, Program
from viva.engines.proofs.prove import WORK, Proof, Proved, Unknown, prove
from viva.engines.proofs.telling import folds_told, in_words, keeps_arguments, loop_lines, never_raises, refusal
from viva.engines.proofs.writing import Malformed, read_certificate, written

__all__ = [
    "WORK", "Certificate", "Claim", "Malformed", "Program", "Proof", "Proved", "Refused", "Unknown", "checked", "folds_told",
    "in_words", "keeps_arguments", "loop_lines", "never_raises", "prove", "read_certificate", "refusal", "written",
]  # fmt: skip
