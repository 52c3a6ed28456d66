"""What programs import and is not here, though there is such a module: packages that many use, and what the standard
library of this machine was built without. What a program does without it says nothing about it, so each run says for
what it asked in vain. A module that nobody knows is a name that is spelt wrong.
"""

import sys
import types
from typing import Any

from .watching import is_submitted

# By the name that is imported. Only what courses use: a name here that is a slip for another one would hide the slip.
_PACKAGES = frozenset(
    """
    numpy scipy pandas matplotlib seaborn sympy mpmath gmpy2 numba cython sklearn skimage statsmodels networkx
    torch torchvision tensorflow keras jax transformers xgboost lightgbm nltk spacy gensim textblob cv2 PIL
    imageio plotly bokeh altair dash streamlit IPython ipywidgets jupyter notebook polars pyarrow dask xarray
    h5py openpyxl xlrd xlsxwriter docx pptx PyPDF2 pypdf fitz requests httpx aiohttp urllib3 websockets bs4 lxml
    html5lib scrapy selenium playwright flask django fastapi starlette uvicorn jinja2 werkzeug sqlalchemy
    psycopg2 psycopg pymysql pymongo redis yaml toml simplejson orjson ujson pydantic attr attrs marshmallow
    click typer colorama termcolor rich tabulate prettytable tqdm pyfiglet emoji unidecode regex dateutil pytz
    arrow pendulum sortedcontainers more_itertools toolz cytoolz funcy bitarray blist pyrsistent frozendict
    multipledispatch typing_extensions six future pytest hypothesis nose mock faker factory setuptools
    pkg_resources pip wheel psutil pexpect paramiko serial smbus RPi gpiozero pygame pyglet arcade pgzero pgzrun
    ursina kivy PyQt5 PyQt6 PySide2 PySide6 wx easygui customtkinter pyperclip pyautogui pynput keyboard mouse
    playsound pyttsx3 speech_recognition vpython simpy mesa ortools pulp cvxpy cvxopt z3 pysat constraint deap
    astropy Bio rdkit geopandas shapely folium geopy graphviz pydot pygraphviz music21 mido librosa pydub
    sounddevice cryptography Crypto nacl bcrypt passlib jwt boto3 google openai discord telegram tweepy cs50
    check50 introcs cmu_graphics
    """.split()  # noqa: SIM905
)


class Lacking:
    """Stands last among those who find modules, and so is asked for what nobody else has found."""

    def __init__(self) -> None:
        self._asked = ""
        self._while_loading = ""
        self._part = ""

    def install(self) -> None:
        sys.meta_path.append(types.SimpleNamespace(find_spec=self.find_spec))

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        del path, target
        top = name.partition(".")[0]
        if not is_known(name):
            return
        if top not in _PACKAGES:
            self._part = name
        if not self._asked and _asks_itself():
            self._asked = name

    def begin(self) -> None:
        self._asked = self._while_loading

    def loaded(self) -> None:
        """What is asked for while the program is loaded is lacking in every call."""
        self._while_loading = self._asked

    def told(self, problem: dict[str, Any] | None) -> dict[str, str]:
        """What is said with the problem of a run, or with none. The standard library may look in vain for parts of its
        own that it can do without; that one was needed is seen from the error."""
        name = self._asked
        if not name and problem is not None and problem["kind"] == "ModuleNotFoundError":
            name = self._part.lstrip("_") if f"'{self._part}'" in problem["message"] else ""
        return {"lacked": name} if name else {}


def is_known(name: str) -> bool:
    """Whether there is such a module, here or elsewhere. The standard library lacks no parts."""
    return name.partition(".")[0] in _PACKAGES or name in sys.stdlib_module_names


def _asks_itself() -> bool:
    """Whether the submission imports it, and not a library for it."""
    frame: types.FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in _IMPORTING:
        frame = frame.f_back
    return frame is not None and is_submitted(frame)


_IMPORTING = ("importlib", "_frozen_importlib", __name__.partition(".")[0])
