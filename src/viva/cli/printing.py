"""Pages as PDF, by a browser that is installed. The page carries no scripts and nothing to fetch; the browser gets a
home of its own that goes away again."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from viva.core.fault import Fault

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_SECONDS = 120


def as_pdf(page: str, file: Path) -> bytes:
    """The page on paper. Raises Fault where no browser is there to print it."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        remedy = "install chromium, or write .html and print it from your browser"
        raise Fault("no browser is installed that prints a page as PDF", str(file), remedy=remedy)
    with tempfile.TemporaryDirectory(prefix="viva-print-") as folder:
        source, printed = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, "utf-8")
        call = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
                f"--user-data-dir={folder}/home", "--no-pdf-header-footer", f"--print-to-pdf={printed}",
                source.as_uri()]  # fmt: skip
        try:
            subprocess.run(call, capture_output=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise Fault("the browser did not print the page in time", str(file), remedy="write .html instead") from None
        if not printed.is_file() or not printed.read_bytes().startswith(b"%PDF"):
            raise Fault("the browser did not print the page", str(file), remedy="write .html instead")
        return printed.read_bytes()
