"""Stage `plot`, hands: a timeline for each question, which is text and comes without a PNG."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from regretlab.files import write_text
from regretlab.hands.asked import asked
from regretlab.hands.timeline import timeline


def draw_hands(study: Path, entry: Mapping[str, Any]) -> None:
    """Write figures/hands/{folder}/{case}.svg into the folder of a study; `entry` is that of the questions in study.json."""
    folder = entry["folder"]
    for question, played in asked(entry, study / "hands" / folder / entry["file"]):
        write_text(study / "figures" / "hands" / folder / f"{question.case.id}.svg", timeline(played))
