import sys

answer = sys.getfilesystemencoding() == "utf-8" and sys.stdout.encoding.lower() == "utf-8"
