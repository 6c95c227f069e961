"""A family of strategies that depends linearly on one parameter, as data: config/equilibria/*.yaml.

The example is that of H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I, 1950.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from regretlab.errors import InputError
from regretlab.exact.linear import Linear, parse_fraction, parse_linear
from regretlab.exact.strategy import ONE, ZERO
from regretlab.files import read_text
from regretlab.sequence_form.game import Game, Infoset

Exact = Annotated[Fraction, BeforeValidator(parse_fraction)]


@dataclass(frozen=True)
class Family:
    """A family of strategies of all players, fitted to its game.

    `probabilities` has one formula per row of strategy.csv, that is per sequence but the empty ones, in their order.
    """

    name: str
    parameter: str
    lower: Fraction
    upper: Fraction
    value: Fraction
    members: int
    probabilities: tuple[Linear, ...]

    def grid(self) -> list[Fraction]:
        """The parameters of the members to be looked at: equal steps from lower to upper, both included."""
        step = (self.upper - self.lower) / max(1, self.members - 1)
        return [self.lower + number * step for number in range(self.members)]

    def formulas(self, game: Game) -> list[Linear]:
        """The probability of every sequence of the game, 1 at the empty ones: a behavior strategy of formulas."""
        formulas = [Linear(ONE, ZERO)] * game.sequence_bounds[-1]
        for (sequence, _, _), probability in zip(game.rows(), self.probabilities, strict=True):
            formulas[sequence] = probability
        return formulas

    def member(self, game: Game, parameter: Fraction) -> list[Fraction]:
        """The behavior strategy with that parameter."""
        return [formula.at(parameter) for formula in self.formulas(game)]


class Closed(BaseModel):
    """A part of the file, in which unknown keys are refused and nothing is converted unasked."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class GameFile(Closed):
    """The game that the family belongs to."""

    rules: str = Field(description="name of the rules, as in a study")
    parameters: dict[str, Any] = Field(description="all parameters of the rules, as in study.json")


class ParameterFile(Closed):
    """The parameter of the family."""

    name: str = Field(description="its name in the formulas", pattern=r"^[A-Za-z_][A-Za-z_0-9]*$")
    lower: Exact = Field(description="its least value, exact")
    upper: Exact = Field(description="its greatest value, exact")


class FamilyFile(Closed):
    """The whole file."""

    source: str = Field(description="where the family was published")
    game: GameFile = Field(description="the game that the family belongs to")
    parameter: ParameterFile = Field(description="the one number that tells the members apart")
    value: Exact = Field(description="value of the game to player 0 in the game's unit of payoff, exact")
    members: int = Field(
        description="how many members are written out, from lower to upper in equal steps; 1 if these are equal",
        ge=1,
    )
    strategy: dict[int, dict[str, dict[str, int | str]]] = Field(
        description="by player and infoset: the probabilities of all actions but one, which has the rest; each a formula "
        "linear in the parameter, such as 3*alpha + 1/3"
    )


def read_family(path: Path, game: Game) -> Family:
    """Read the family from its file; it is named like the file.

    Raises `InputError` that names file and key: for a file of another form, for a family of another game, if it does not
    cover exactly the infosets of the game, or if a probability leaves [0, 1] somewhere in the parameter's range.
    """
    try:
        content = yaml.safe_load(read_text(path))
        file = FamilyFile.model_validate(content)
        return _fit(path.stem, file, game)
    except yaml.YAMLError as error:
        raise InputError(f"{path}: expected YAML: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        problems = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
        raise InputError(f"{path}: {'; '.join(problems)}") from error
    except ValueError as error:
        raise InputError(f"{path}: {error}") from error


def _fit(name: str, file: FamilyFile, game: Game) -> Family:
    """Check what the form of the file does not tell; errors name the key."""
    parameter = file.parameter
    if (file.game.rules, file.game.parameters) != (game.rules, dict(game.parameters)):
        raise ValueError(
            f"game: the family is for {file.game.rules} {file.game.parameters}, "
            f"found {game.rules} {dict(game.parameters)}"
        )
    if parameter.lower > parameter.upper:
        raise ValueError(f"parameter.upper: expected at least {parameter.lower}, found {parameter.upper}")
    if (file.members == 1) != (parameter.lower == parameter.upper):
        raise ValueError(f"members: expected 1 only if lower and upper are equal, found {file.members}")
    _check_keys("strategy", file.strategy, list(range(game.players)))
    probabilities: list[Linear] = []
    for player in range(game.players):
        infosets = [infoset for infoset in game.infosets if infoset.player == player]
        _check_keys(f"strategy.{player}", file.strategy[player], [infoset.name for infoset in infosets])
        for infoset in infosets:
            formulas = file.strategy[player][infoset.name]
            probabilities.extend(_probabilities(parameter, infoset, formulas))
    return Family(
        name, parameter.name, parameter.lower, parameter.upper, file.value, file.members, tuple(probabilities)
    )


def _probabilities(
    parameter: ParameterFile, infoset: Infoset, formulas: Mapping[str, int | str]
) -> list[Linear]:
    """The probabilities of all actions of an infoset, in order."""
    key = f"strategy.{infoset.player}.{infoset.name}"
    left_out = [action for action in infoset.actions if action not in formulas]
    if len(left_out) != 1 or len(formulas) != len(infoset.actions) - 1:
        raise ValueError(
            f"{key}: expected all but one of {', '.join(infoset.actions)}, found {list(formulas)}"
        )
    given: dict[str, Linear] = {}
    rest = Linear(ONE, ZERO)
    for action, formula in formulas.items():
        try:
            given[action] = parse_linear(formula, parameter.name)
        except ValueError as error:
            raise ValueError(f"{key}.{action}: {error}") from error
        rest = rest - given[action]
    given[left_out[0]] = rest
    for action, probability in given.items():
        for end in (parameter.lower, parameter.upper):
            if not 0 <= probability.at(end) <= 1:
                raise ValueError(
                    f"{key}.{action}: expected a probability from 0 to 1, "
                    f"found {probability.at(end)} at {parameter.name} = {end}"
                )
    return [given[action] for action in infoset.actions]


def _check_keys(key: str, found: Mapping[Any, Any], expected: list[Any]) -> None:
    for name in expected:
        if name not in found:
            raise ValueError(f"{key}: expected an entry for {name!r}, found none")
    for name in found:
        if name not in expected:
            raise ValueError(f"{key}: unknown entry {name!r}, expected {expected}")
