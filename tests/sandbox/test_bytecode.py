"""Tools are compiled before they are shut in, once."""

from pathlib import Path

from viva.sandbox.launch import _compile, _lacks_bytecode


def test_only_a_folder_without_bytecode_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "tool.py").write_text("x = 1\n")
    assert _lacks_bytecode(tmp_path)
    _compile(tmp_path)
    assert not _lacks_bytecode(tmp_path)
    (tmp_path / "box" / "other.py").write_text("x = 2\n")
    assert _lacks_bytecode(tmp_path)
