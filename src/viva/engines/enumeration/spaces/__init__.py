"""A space for each kind of type, all of them as `space.py` says. Start reading in `products.py`."""
