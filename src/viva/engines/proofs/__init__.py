"""Proofs that two functions with loops are equal for all inputs. Start reading in `prove.py`.

`terms` are what programs compute, with loops as folds; `translation` makes them of a source, exactly or not at all;
`query` asks the solver about them. `checking` says what is to be proved, what a certificate is, and whether one holds;
`search` looks for it; `showing` says it in words and writes it to files. `docs/proofs.md` lists what is trusted.
"""

from viva.engines.proofs.checking.certificate import Certificate
from viva.engines.proofs.checking.checker import Refused, check_certificate
from viva.engines.proofs.checking.claims import Claim, Program
from viva.engines.proofs.checking.evaluating import Evaluated, Mistranslated, Run, evaluate_on
from viva.engines.proofs.checking.running import STEPS, answer_of, inputs_for, run_both
from viva.engines.proofs.prove import Differs, Proof, Proved, Unknown, prove
from viva.engines.proofs.query import EFFORT
from viva.engines.proofs.showing.telling import (
    folds_told,
    in_words,
    is_without_loops,
    keeps_arguments,
    loop_lines,
    missing,
    never_raises,
    refusal,
)
from viva.engines.proofs.showing.writing import Malformed, read_certificate, write_certificate

__all__ = [
    "EFFORT", "STEPS", "Certificate", "Claim", "Differs", "Evaluated", "Malformed", "Mistranslated", "Program", "Proof",
    "Proved", "Refused", "Run", "Unknown", "answer_of", "check_certificate", "evaluate_on", "folds_told", "in_words",
    "inputs_for", "is_without_loops", "keeps_arguments", "loop_lines", "missing", "never_raises", "prove",
    "read_certificate", "refusal", "run_both", "write_certificate",
]  # fmt: skip
