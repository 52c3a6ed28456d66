"""Commands over whole classes, and for who examines them."""
