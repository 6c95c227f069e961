"""Entries of study.json for all variants, with the parameters that regretlab gives them by default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from recheck_bundle import variant_entry

from regretlab.registry import load_variant, variant_names, variant_parameters

TABLES = Path(__file__).parents[2] / "config/tables"
NEEDED: dict[str, dict[str, Any]] = {
    "hs_dcfr": {"horizon": 12},
    "hs_pcfr_plus": {"horizon": 12},
    "ddcfr": {"table": str(TABLES / "ddcfr-kuhn.csv")},
    "fixed": {"table": str(TABLES / "kuhn-equilibrium.csv")},
}
"""Parameters without a default."""


def entry_of(name: str, games: list[str], folder: str | None = None, **parameters: Any) -> dict[str, Any]:
    """A variant as regretlab would write it into study.json."""
    whole = variant_parameters(name, {**NEEDED.get(name, {}), **parameters})
    answer = load_variant(name, whole).answer
    called = folder or name
    return {**variant_entry(name, games, answer, **whole), "folder": called, "method": called}


def all_entries(games: list[str]) -> list[dict[str, Any]]:
    """All variants; a strategy for Kuhn poker is only for that, which is the first game."""
    return [entry_of(name, games if name != "fixed" else games[:1]) for name in variant_names()]
