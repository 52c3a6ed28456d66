"""Functions that call themselves: as a loop where the call comes last, or by their equation."""
