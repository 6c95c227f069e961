"""Stage `distance`: the nearest member of a family, against all others."""

import math
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regretlab.errors import InputError
from regretlab.exact.family import read_family
from regretlab.files import read_csv
from regretlab.stages.distance import distances, nearest

from small_games import KUHN_FAMILY, kuhn

F = Fraction
KUHN = kuhn()
FAMILY = read_family(KUHN_FAMILY, KUHN)


def test_the_distance_of_always_passing() -> None:
    """The least squares alpha, (0 - 1/3) 2 / 22, is below the range."""
    strategy = [1.0, 0.0] * 12
    alpha, distance = nearest(FAMILY, strategy)
    # Wrong by 1/3 twice at 1pb, 0p and 1b, by 1 twice at 2pb, 2b and 2p.
    assert alpha == 0.0
    assert distance == pytest.approx(math.sqrt(3 * 2 * F(1, 3) ** 2 + 3 * 2), rel=1e-15)


@settings(deadline=None, derandomize=True)
@given(st.lists(st.floats(0, 1), min_size=12, max_size=12))
def test_no_member_is_nearer_than_the_nearest(bets: list[float]) -> None:
    strategy = [probability for bet in bets for probability in (1 - bet, bet)]
    alpha, distance = nearest(FAMILY, strategy)
    assert 0 <= alpha <= 1 / 3

    def distance_to(parameter: float) -> float:
        members = [float(formula.constant) + float(formula.slope) * parameter for formula in FAMILY.probabilities]
        return math.dist(strategy, members)

    assert distance == pytest.approx(distance_to(alpha), rel=1e-12)
    for number in range(34):
        assert distance <= distance_to(number / 99) + 1e-12


@pytest.mark.parametrize("alpha", [F(0), F(1, 7), F(1, 3)])
def test_members_are_at_no_distance(alpha: Fraction) -> None:
    member = [float(formula.at(alpha)) for formula in FAMILY.probabilities]
    found, distance = nearest(FAMILY, member)
    assert found == pytest.approx(float(alpha), abs=1e-15)
    assert distance < 1e-15


def test_distances_of_a_table(tmp_path: Path) -> None:
    columns = [f"{infoset.player}:{infoset.name}:{action}" for _, infoset, action in KUHN.rows()]
    passes, member = (
        ["1.0", "0.0"] * 12,
        [repr(float(formula.at(F(1, 4)))) for formula in FAMILY.probabilities],
    )
    table = tmp_path / "frequencies.csv"
    lines = [["iteration", *columns], ["1", *passes], ["10", *member]]
    table.write_text("".join(",".join(line) + "\n" for line in lines))
    distances(KUHN, FAMILY, table, tmp_path / "distance.csv")
    first, second = read_csv(tmp_path / "distance.csv", ["iteration", "alpha", "distance"])
    assert first == {"iteration": "1", "alpha": "0.0", "distance": repr(nearest(FAMILY, [1.0, 0.0] * 12)[1])}
    assert (second["iteration"], second["alpha"]) == ("10", "0.25")
    assert float(second["distance"]) < 1e-15

    table.write_text(table.read_text().replace("10,", "ten,"))
    with pytest.raises(InputError, match=r"frequencies\.csv: line 3: expected numbers"):
        distances(KUHN, FAMILY, table, tmp_path / "distance.csv")
    table.write_text(table.read_text().replace("0:0:pass", "0:0:fold"))
    with pytest.raises(InputError, match=r"frequencies\.csv: line 1"):
        distances(KUHN, FAMILY, table, tmp_path / "distance.csv")
