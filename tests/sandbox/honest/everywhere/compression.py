import bz2
import lzma
import zlib

answer = zlib.decompress(zlib.compress(b"x")) == b"x"
