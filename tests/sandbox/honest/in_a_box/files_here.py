open("notes.txt", "w").write("x")
answer = open("notes.txt").read() == "x"
