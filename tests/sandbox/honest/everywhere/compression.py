import bz2, lzma, zlib

answer = zlib.decompress(zlib.compress(b"x")) == b"x"
