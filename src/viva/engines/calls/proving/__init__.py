"""Whether a submission is right for every input. Start reading in `grounds`, which is asked: by a proof (`equality`,
`certifying`), or because all inputs were walked through (`walking`).
"""
