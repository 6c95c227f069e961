"""A family of strategies that depends linearly on one parameter, as data: config/equilibria/*.yaml.

The first is that of H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I, 1950.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from regretlab.errors import InputError
from regretlab.exact.linear import Linear, parse_fraction, parse_linear
from regretlab.exact.strategy import ONE, ZERO
from regretlab.sequence_form.game import Game, Infoset
from regretlab.yaml_model import YamlModel

Exact = Annotated[Fraction, BeforeValidator(parse_fraction)]


@dataclass(frozen=True)
class Family:
    """A family of strategies of all players, fitted to its game.

    `probabilities` has one formula per row of strategy.csv: per sequence but the empty ones, in their order.
    """

    name: str
    parameter: str
    lower: Fraction
    upper: Fraction
    value: Fraction
    members: int
    probabilities: tuple[Linear, ...]

    def grid(self) -> list[Fraction]:
        """The parameters of the members to write out: equal steps from lower to upper, both ends too."""
        return self.steps(self.members)

    def steps(self, number: int) -> list[Fraction]:
        """That many parameters in equal steps from lower to upper, both included."""
        step = (self.upper - self.lower) / max(1, number - 1)
        return [self.lower + count * step for count in range(number)]

    def member(self, game: Game, parameter: Fraction) -> list[Fraction]:
        """The behavior strategy with that parameter, as a vector over all sequences of the game."""
        strategy = [ONE] * game.sequence_bounds[-1]
        for (sequence, _, _), probability in zip(game.rows(), self.probabilities, strict=True):
            strategy[sequence] = probability.at(parameter)
        return strategy


class GameFile(YamlModel):
    """The game that a family belongs to."""

    rules: str
    """Name of the rules, as in a study."""

    parameters: dict[str, Any]
    """All parameters of the rules, as in study.json."""


class ParameterFile(YamlModel):
    """The parameter of a family."""

    name: str = Field(pattern=r"^[A-Za-z_][A-Za-z_0-9]*$")
    """Its name in the formulas."""

    lower: Exact
    """Its least value, exact."""

    upper: Exact
    """Its greatest value, exact."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.lower > self.upper:
            raise ValueError(f"upper: expected at least lower, {self.lower}, found {self.upper}")
        return self


class FamilyFile(YamlModel):
    """A family of strategies, published as the equilibria of a game."""

    source: str
    """Where the family was published."""

    game: GameFile
    """The game that the family belongs to."""

    parameter: ParameterFile
    """The one number that tells the members apart."""

    value: Exact
    """Value of the game to player 0, exact, in the game's unit of payoff."""

    members: int = Field(ge=1)
    """How many members are written out: from lower to upper in equal steps; 1 just if the two are equal."""

    strategy: dict[int, dict[str, dict[str, int | str]]]
    """By player and infoset: the probability of each action but one, which has the rest. Each is a formula
    linear in the parameter, such as 3*alpha + 1/3."""

    @model_validator(mode="after")
    def _one_member(self) -> Self:
        if (self.members == 1) != (self.parameter.lower == self.parameter.upper):
            raise ValueError(f"members: expected 1 just if lower and upper are equal, found {self.members}")
        return self


def read_family(path: Path, game: Game) -> Family:
    """Read a family from its file, whose name is the family's.

    Raises `InputError` that names file and key: for a file of another form or a family of another game; unless it
    covers exactly the infosets of the game; if a probability is not from 0 to 1 all over the parameter's range.
    """
    file = FamilyFile.read(path)
    try:
        probabilities = _fit(file, game)
    except ValueError as error:
        raise InputError(f"{path}: {error}") from error
    lower, upper = file.parameter.lower, file.parameter.upper
    return Family(path.stem, file.parameter.name, lower, upper, file.value, file.members, probabilities)


def _fit(file: FamilyFile, game: Game) -> tuple[Linear, ...]:
    """The formulas of all actions of the game, in order. Raises `ValueError` that names the key."""
    found = (game.rules, dict(game.parameters))
    if (file.game.rules, file.game.parameters) != found:
        raise ValueError(
            f"game: the family is for {file.game.rules} {file.game.parameters}, found {found[0]} {found[1]}"
        )
    _check_keys("strategy", file.strategy, range(game.players))
    for player in range(game.players):
        names = [infoset.name for infoset in game.infosets if infoset.player == player]
        _check_keys(f"strategy.{player}", file.strategy[player], names)
    return tuple(
        probability
        for infoset in game.infosets
        for probability in _probabilities(file.parameter, infoset, file.strategy[infoset.player][infoset.name])
    )


def _probabilities(parameter: ParameterFile, infoset: Infoset, formulas: Mapping[str, int | str]) -> list[Linear]:
    """The formulas of all actions of an infoset, in order; that of the action left out is the rest."""
    key = f"strategy.{infoset.player}.{infoset.name}"
    left_out = [action for action in infoset.actions if action not in formulas]
    if len(left_out) != 1 or len(formulas) != len(infoset.actions) - 1:
        expected = f"all but one of {', '.join(infoset.actions)}"
        raise ValueError(f"{key}: expected {expected}, found {', '.join(formulas) or 'none'}")
    rest = Linear(ONE, ZERO)
    probabilities = {}
    for action, formula in formulas.items():
        try:
            probabilities[action] = parse_linear(formula, parameter.name)
        except ValueError as error:
            raise ValueError(f"{key}.{action}: {error}") from error
        rest -= probabilities[action]
    probabilities[left_out[0]] = rest
    for action, probability in probabilities.items():
        for end in (parameter.lower, parameter.upper):
            if not 0 <= probability.at(end) <= 1:
                found = f"{probability.at(end)} at {parameter.name} = {end}"
                raise ValueError(f"{key}.{action}: expected a probability from 0 to 1, found {found}")
    return [probabilities[action] for action in infoset.actions]


def _check_keys(key: str, found: Collection[int | str], expected: Collection[int | str]) -> None:
    for name in expected:
        if name not in found:
            raise ValueError(f"{key}: expected an entry for {name!r}, found none")
    for name in found:
        if name not in expected:
            raise ValueError(f"{key}: expected entries for {', '.join(map(repr, expected))} only, found {name!r}")
