"""What Viva's own code in the sandbox is made of: `vivabox.heap` and `vivabox.values` (values as plain data),
`vivabox.sites` (what hooks report about), and a package for each language that is examined by Python code, `python`.
"""
