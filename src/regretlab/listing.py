"""The games that there are, as a table for people."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from regretlab.registry import load_rules, rules_parameters
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.size import Size, size_of
from regretlab.yaml_model import as_yaml

MOST_COMPILED = 1_000_000
"""Games of more histories are not compiled only to count their infosets."""


def listing(names: Iterable[str], parameters: Mapping[str, Any]) -> Iterator[str]:
    """For each game a line with its parameters and one with its size; the parameters given are for all of them."""
    for name in names:
        rules = load_rules(name, parameters)
        settings = [f"{key}={as_yaml(value)}" for key, value in rules_parameters(rules).items()]
        yield " ".join([name, *settings])
        size = size_of(rules)
        if size.histories > MOST_COMPILED:
            yield f"  {size}"
            continue
        game = compile_game(name, parameters, rules, imperfect_recall=True)
        infosets = " ".join(f"{end - start:,}" for start, end in pairwise(game.infoset_bounds))
        forgetful = " (no perfect recall)" if game.alike else ""
        yield f"  {Size(game.histories, game.terminals, exact=True)}; infosets by player: {infosets}{forgetful}"
