"""How a verdict is reached: what `proved` may rest on, when a witness counts, what the report says then, and what of it
leaves for whom. Start in `outcome.py`.
"""
