"""Forgeries of what is published of the study and its games: payoffs, values, equilibria."""

from __future__ import annotations

from fractions import Fraction

from audit.selftest.forgery import FORGERIES, first, forgery
from audit.selftest.forging import Forger
from audit.selftest.mutation import Group, InapplicableError

group = Group(FORGERIES, "semantics")


@forgery(group, "files-disagree")
def payoff(forger: Forger) -> None:
    """A payoff of the compiled game is another, and the other players pay for it."""
    table = forger.table(f"{forger.run().partition('/')[0]}/outcomes.csv")
    table.put(0, "payoff_0", str(int(table.cell(0, "payoff_0")) + 1))
    table.put(0, "payoff_1", str(int(table.cell(0, "payoff_1")) - 1))
    forger.write(table)


@forgery(group, "files-disagree", "sum-wrong")
def size_of_a_game(forger: Forger) -> None:
    """A game has an infoset more than its tables."""

    def change(game: dict[str, list[int]]) -> None:
        game["infosets"][0] += 1

    forger.change_json(f"{forger.run().partition('/')[0]}/game.json", change)


@forgery(group, "files-disagree", "not-as-derived")
def unit(forger: Forger) -> None:
    """Payoffs are counted in a thousandth of what they were."""
    file = f"{forger.run().partition('/')[0]}/game.json"
    forger.change_json(file, lambda game: game.update(unit=f"thousandths of {game['unit']}"))


@forgery(group)
def iterations(forger: Forger) -> None:
    """The study is said to have run for twice as many iterations."""
    if not forger.study["games"]:
        raise InapplicableError("this study has no games")
    forger.change_json("study.json", lambda study: study.update(iterations=2 * study["iterations"]))


@forgery(group)
def parameters_of_a_game(forger: Forger) -> None:
    """study.json says that the game had another parameter."""

    def change(study: dict[str, list[dict[str, dict[str, object]]]]) -> None:
        for game in study["games"]:
            for key, value in game["parameters"].items():
                if isinstance(value, int) and not isinstance(value, bool):
                    game["parameters"][key] = value + 1
                    return
        raise InapplicableError("no game of this study has a number as parameter")

    forger.change_json("study.json", change)


@forgery(group, "study-wrong")
def sweep(forger: Forger) -> None:
    """study.json says that a run belongs to a list of parameters that it has not."""
    alone = (entry for entry in forger.study["variants"] if entry["sweep"] is None)
    entry = first(alone, "this study has no run without a list of parameters")
    entry["sweep"] = entry["rule"]
    forger.write_json("study.json", forger.study)


@forgery(group, level="truth")
def slope_of_a_deviation(forger: Forger) -> str:
    """Leaving a family of equilibria costs more than it does."""
    file = forger.files(r"[^/]+/equilibria/deviations\.csv")[0]
    table = forger.table(file)
    rows = (n for n in range(len(table.rows)) if table.cell(n, "slope_up") not in ("", "0"))
    row = first(rows, f"no slope in {file}")
    table.put(row, "slope_up", str(2 * Fraction(table.cell(row, "slope_up"))))
    forger.write(table)
    return file.rpartition("/")[0]


@forgery(group, "files-disagree")
def bound_on_all_equilibria(forger: Forger) -> None:
    """A bound on what all equilibria have in common is closer than what its proof proves."""
    file = forger.files(r"[^/]+/equilibria/bounds\.csv")[0]
    table = forger.table(file)
    by = Fraction(-1, 100) if table.cell(0, "sense") == "upper" else Fraction(1, 100)
    table.put(0, "constant", str(Fraction(table.cell(0, "constant")) + by))
    forger.write(table)


@forgery(group, level="truth")
def value_of_a_game(forger: Forger) -> str:
    """The value of a game, with both of its bounds, is another."""
    file = forger.files(r"[^/]+/value/value\.json")[0]

    def change(value: dict[str, object]) -> None:
        for key in ("value", "lower", "upper"):
            number = value[key]
            value[key] = str(Fraction(number) + 1) if isinstance(number, str) else float(str(number)) + 1.0

    forger.change_json(file, change)
    return file.rpartition("/")[0]


@forgery(group, level="truth")
def optimal_strategy(forger: Forger) -> str:
    """A strategy that is said to be optimal always takes the first action."""
    file = forger.files(r"[^/]+/value/strategy\.csv")[0]
    table = forger.table(file)
    zero, one = ("0.0", "1.0") if "." in table.cell(0, "probability") else ("0", "1")
    before: list[str] = []
    for row, cells in enumerate(table.rows):
        table.put(row, "probability", zero if cells[:2] == before else one)
        before = cells[:2]
    forger.write(table)
    return file.rpartition("/")[0]
