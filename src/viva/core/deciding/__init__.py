"""How a verdict is reached: what `proved` may rest on, when a witness counts, and what the report says then. Start in
`outcome.py`.
"""
