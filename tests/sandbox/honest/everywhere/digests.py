import hashlib

answer = len(hashlib.sha256(b"x").hexdigest()) == 64
