def clock(start: str, minutes: int) -> str:
    """The time some minutes after a time given as HH:MM."""
    if len(start) != 5 or start[2] != ":":
        return "error"
    if not (start[:2].isdigit() and start[3:].isdigit()):
        return "error"
    hours = int(start[:2])
    rest = int(start[3:])
    if hours > 23 or rest > 59:
        return "error"
    total = (hours * 60 + rest + minutes) % 1440
    return f"{total // 60:02d}:{total % 60:02d}"
