import random
import secrets
import uuid

answer = len(secrets.token_bytes(8)) == 8 and 0 <= random.random() < 1 and bool(uuid.uuid4())
