def inventory(stock: dict[str, int], name: str, amount: int) -> str:
    """What a shop answers to an order."""
    if amount <= 0:
        return "nothing ordered"
    if name not in stock:
        return "unknown"
    if stock[name] == 0:
        return "sold out"
    if stock[name] < amount:
        return "only " + str(stock[name]) + " left"
    if name == "gift" and amount > 3:
        return "too many gifts"
    return "ok"
