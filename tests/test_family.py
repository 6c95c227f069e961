"""Families of strategies as files: formulas, exact numbers, and what is refused."""

from fractions import Fraction
from pathlib import Path

import pytest

from regretlab.errors import InputError
from regretlab.exact.family import read_family
from regretlab.exact.linear import Linear, parse_fraction, parse_linear

from small_games import KUHN_FAMILY, edited_family, kuhn

F = Fraction
KUHN = kuhn()


def test_kuhns_family() -> None:
    """K calls always and bets three times as often as J, which it does with alpha."""
    family = read_family(KUHN_FAMILY, KUHN)
    assert (family.name, family.parameter, family.value, family.members) == (
        "kuhn_poker",
        "alpha",
        F(-1, 18),
        301,
    )
    assert family.grid()[:2] + family.grid()[-1:] == [0, F(1, 900), F(1, 3)]
    member = family.member(KUHN, F(1, 4))
    assert member[:13] == [1, F(3, 4), F(1, 4), 1, 0, F(1, 4), F(3, 4), 1, 0, F(5, 12), F(7, 12), 0, 1]
    assert member[13:] == [1, 1, 0, F(2, 3), F(1, 3), F(2, 3), F(1, 3), 1, 0, 0, 1, 0, 1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("value: -1/18", "value: -0.0556"), "value: expected a whole number or a fraction"),
        (("value: -1/18", "value: -1/18\nvalues: 0"), "values: unknown key"),
        (("value: -1/18\n", ""), "value: expected, but not given"),
        (("ranks: 3", "ranks: 4"), "game: the family is for kuhn_poker {'players': 2, 'ranks': 4}"),
        (("members: 4", "members: 1"), "members: expected 1 just if lower and upper are equal, found 1"),
        (("upper: 1/3", "upper: -1/3"), "parameter: upper: expected at least lower, 0, found -1/3"),
        (
            ("upper: 1/3", "upper: 1/2"),
            "strategy.0.2.bet: expected a probability from 0 to 1, found 3/2 at alpha = 1/2",
        ),
        (
            ('"0": {bet: alpha}', '"0": {bet: beta}'),
            "strategy.0.0.bet: expected a formula such as 3*alpha + 1/3",
        ),
        (
            ('"0": {bet: alpha}', '"0": {raise: alpha}'),
            "strategy.0.0: expected all but one of pass, bet, found raise",
        ),
        (
            ('"0": {bet: alpha}', '"0": {bet: alpha, pass: 0}'),
            "strategy.0.0: expected all but one of pass, bet",
        ),
        (('"0": {bet: alpha}', '"0": {}'), "strategy.0.0: expected all but one of pass, bet, found none"),
        (('    "0": {bet: alpha}\n', ""), "strategy.0: expected an entry for '0', found none"),
        (
            ('"0pb": {bet: 0}', '"0pb": {bet: 0}\n    "0b": {bet: 0}'),
            "strategy.0: expected entries for '0', '1'",
        ),
        (('"0p": {bet: 1/3}', '"0b": {bet: 1/3}'), "found '0b' twice"),
    ],
)
def test_bad_files_are_refused_with_file_and_key(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    path = edited_family(tmp_path / "bad.yaml", change)
    with pytest.raises(InputError) as caught:
        read_family(path, KUHN)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_a_family_of_another_game_is_refused() -> None:
    with pytest.raises(InputError, match=r"game: the family is for kuhn_poker .*'ranks': 3.*'ranks': 4"):
        read_family(KUHN_FAMILY, kuhn(4))


@pytest.mark.parametrize(
    ("text", "constant", "slope"),
    [
        (0, F(0), F(0)),
        ("1/3", F(1, 3), F(0)),
        ("alpha", F(0), F(1)),
        ("3*alpha", F(0), F(3)),
        ("alpha + 1/3", F(1, 3), F(1)),
        (" 1-2/3 * alpha ", F(1), F(-2, 3)),
        ("-alpha + 1 - 1/2 + 2*alpha", F(1, 2), F(1)),
    ],
)
def test_formulas(text: int | str, constant: Fraction, slope: Fraction) -> None:
    assert parse_linear(text, "alpha") == Linear(constant, slope)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+",
        "beta",
        "3*beta",
        "alpha*3",
        "alpha*alpha",
        "3 alpha",
        "1/0",
        "1/-3",
        "0.5",
        "1 +",
        "1 ++ 1",
        0.5,
        True,
        None,
    ],
)
def test_other_text_is_not_a_formula(text: object) -> None:
    with pytest.raises(ValueError, match=r"expected a formula such as 3\*alpha \+ 1/3, found"):
        parse_linear(text, "alpha")


@pytest.mark.parametrize("text", ["", "x", "1/0", "1 / 3", "0.5", "1e3", "²", 0.5, True, None])
def test_other_text_is_not_an_exact_number(text: object) -> None:
    with pytest.raises(ValueError, match="expected a whole number or a fraction"):
        parse_fraction(text)


def test_exact_numbers() -> None:
    assert [parse_fraction(text) for text in (2, "-1/18", "2/4")] == [2, F(-1, 18), F(1, 2)]
