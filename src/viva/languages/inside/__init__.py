"""The folder that is mounted in the sandbox: everything of Python's that touches submitted source is in `vivabox`.

Its files use the standard library and each other (relative imports) and nothing else of Viva, so that the same files
are `vivabox` inside and part of this package outside. Values that both sides know (`heap`, `sites`) are therefore
written here, once; outside they are imported from `viva.languages.heap` and `viva.languages.sites`.
"""
