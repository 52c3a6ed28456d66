import re, textwrap, unicodedata

answer = unicodedata.name("ä") == "LATIN SMALL LETTER A WITH DIAERESIS"
