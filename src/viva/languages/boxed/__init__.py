"""Languages whose programs run inside of the sandbox next to code of ours: how they are compiled, called and run.

Start reading with `program`. What runs inside is named by its entries; what they are told and say is the same for all
of these languages, and so is what is made of it here.
"""
