import shutil

open("a", "w").write("x" * 100_000)
shutil.copy("a", "b")
shutil.move("b", "c")
answer = len(open("c").read()) == 100_000
