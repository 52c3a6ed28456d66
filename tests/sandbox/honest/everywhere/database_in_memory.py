import sqlite3

answer = sqlite3.connect(":memory:").execute("select 1").fetchone() == (1,)
