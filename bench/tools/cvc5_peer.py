"""What cvc5 answers to questions in the language of SMT-LIB: a file with a list of texts, and JSON with the answers."""

import json
import sys
from pathlib import Path

import cvc5

MILLISECONDS = "10000"


def answer(text: str) -> str:
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", MILLISECONDS)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    symbols, said = parser.getSymbolManager(), ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, symbols).strip() or said
    return said


if __name__ == "__main__":
    texts = json.loads(Path(sys.argv[1]).read_text())
    print(json.dumps({"version": cvc5.__version__, "answers": [answer(text) for text in texts]}))
