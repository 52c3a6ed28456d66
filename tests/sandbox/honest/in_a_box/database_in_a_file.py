import sqlite3

c = sqlite3.connect("/tmp/x.db")
c.execute("create table t(x)")
c.execute("insert into t values (1)")
c.commit()
answer = c.execute("select x from t").fetchone() == (1,)
