def email(address: str) -> bool:
    """Whether a text looks like an address: one at sign, a dot after it, nothing empty."""
    if address.count("@") != 1:
        return False
    name, _, host = address.partition("@")
    if name == "" or " " in address:
        return False
    position = host.rfind(".")
    if position <= 0:
        return False
    return len(host) - position - 1 >= 2
