"""The folder that is mounted in the sandbox: everything that touches submitted source is in `pythonbox`.

Its files use the standard library and each other (relative imports) and nothing else of Viva, so that the same
files can be imported inside as `pythonbox` and outside, for their tests, as part of this package.
"""
