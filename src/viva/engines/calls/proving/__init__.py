"""Whether a submission is right for every input: by what its loops keep (`loops`, `certifying`), or because all inputs
were walked through (`walking`).
"""
