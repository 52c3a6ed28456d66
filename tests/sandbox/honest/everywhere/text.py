import re
import textwrap
import unicodedata

answer = unicodedata.name("ä") == "LATIN SMALL LETTER A WITH DIAERESIS"
