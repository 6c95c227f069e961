"""A hand in PHH that is sound, to be changed in one thing at a time."""

from pathlib import Path

from regretlab.errors import InputError
from regretlab.hands.phh import read_record, read_tables
from regretlab.hands.replay import Replay, replay

SOUND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
    'd dh p1 AhAd',
    'd dh p2 KhKd',
    'd dh p3 QhQd',
    'p3 cbr 6',
    'p1 cc',
    'p2 f',
    'd db 2c3c4h',
    'p1 cc',
    'p3 cbr 10',
    'p1 cc',
    'd db 9s',
    'p1 cc',
    'p3 cc',
    'd db Ts',
    'p1 cbr 20',
    'p3 cc',
    'p1 sm AhAd',
    'p3 sm',
]
finishing_stacks = [138, 98, 64]
"""


def changed(*changes: tuple[str, str]) -> str:
    """The sound hand, with texts in it replaced; each has to be there once."""
    text = SOUND
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def replayed(folder: Path, text: str, **more: object) -> Replay:
    """A text as a hand.phh, read and replayed."""
    path = folder / "hand.phh"
    path.write_text(text, encoding="utf-8")
    (table,) = read_tables(path)
    return replay(read_record(table), **more)


def problems(folder: Path, content: str | bytes, name: str = "hand.phh") -> list[str]:
    """What is told of a file that cannot be read, without the folder."""
    path = folder / name
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    found = []
    try:
        for table in read_tables(path):
            try:
                read_record(table)
            except InputError as error:
                found.append(str(error))
    except InputError as error:
        found.append(str(error))
    return [line.replace(f"{folder}/", "") for text in found for line in text.split("\n")]


def told(replay_: Replay) -> list[str]:
    """The notes: line, column, kind and text."""
    return [f"{note.place.line}:{note.place.column}: {note.kind}: {note.text}" for note in replay_.notes]
