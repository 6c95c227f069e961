"""Parameters of variants: kinds, ranges, what has no default, and tables; each error names the variant and the parameter."""

import json
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from regretlab.errors import InputError
from regretlab.parameters import Table
from regretlab.registry import load_variant, variant_names, variant_of, variant_parameters
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.solver import Solver

TABLE = "config/tables/ddcfr-kuhn.csv"
STRATEGY = "config/tables/kuhn-equilibrium.csv"

REQUIRED: dict[str, dict[str, Any]] = {
    "ddcfr": {"table": TABLE},
    "fixed": {"table": STRATEGY},
    "hs_dcfr": {"horizon": 1000},
    "hs_pcfr_plus": {"horizon": 1000},
}

DEFAULTS: dict[str, dict[str, Any]] = {
    "apcfr_plus": {"alpha_max": 5.0, "gamma": 2.0},
    "autocfr4": {},
    "cfr": {},
    "cfr_alternating": {},
    "cfr_br": {},
    "cfr_plus": {"gamma": 1.0, "delay": 0},
    "chance_sampling": {"seed": 0},
    "dcfr": {"alpha": 1.5, "beta": 0.0, "gamma": 2.0},
    "dcfr_plus": {"alpha": 1.5, "gamma": 4.0, "c": 1.0},
    "ddcfr": {"table": TABLE},
    "ecfr": {},
    "external_sampling": {"seed": 0},
    "fixed": {"table": STRATEGY},
    "hs_dcfr": {"horizon": 1000, "g": 30.0},
    "hs_pcfr_plus": {"horizon": 1000, "g": 30.0},
    "linear_cfr": {},
    "mmd": {"alpha": 0.1, "eta": 0.1},
    "outcome_sampling": {"explore": 0.6, "seed": 0},
    "pcfr_plus": {"gamma": 2.0, "prediction": 1.0},
    "pdcfr_plus": {"alpha": 2.3, "gamma": 5.0},
    "regularized_cfr": {"tau": 0.01},
    "sapcfr_plus": {"alpha": 2.0, "gamma": 2.0},
    "smooth_pcfr_plus": {"gamma": 2.0},
    "stable_pcfr_plus": {"start": 1.0, "gamma": 2.0},
    "xfp": {},
}
"""As docs/variants.md lists them, with what has none."""

NUMBERS = [
    (name, key)
    for name, parameters in DEFAULTS.items()
    for key, value in parameters.items()
    if isinstance(value, float)
]

FREE = {("dcfr", "alpha"), ("dcfr", "beta"), ("dcfr_plus", "alpha"), ("pdcfr_plus", "alpha")}
"""Exponents of discounts may be any number, and infinite."""

MAY_BE_INFINITE = {("apcfr_plus", "alpha_max"), ("sapcfr_plus", "alpha")}


def load(name: str, /, **parameters: Any) -> Any:
    return load_variant(name, {**REQUIRED.get(name, {}), **parameters})


def refused(name: str, message: str, /, **parameters: Any) -> None:
    with pytest.raises(InputError) as caught:
        load(name, **parameters)
    assert str(caught.value) == message


def test_every_variant_and_its_parameters():
    """Names, order and defaults; what JSON holds of them makes the same variant again."""
    assert tuple(DEFAULTS) == variant_names()
    for name, defaults in DEFAULTS.items():
        parameters = variant_parameters(name, REQUIRED.get(name, {}))
        assert list(parameters.items()) == list(defaults.items())
        again = json.loads(json.dumps(parameters, allow_nan=False))
        assert variant_parameters(name, again) == parameters
        load_variant(name, again)


@pytest.mark.parametrize(("name", "key"), NUMBERS)
class TestNumbers:
    """Every parameter that is a number."""

    @pytest.mark.parametrize(
        "value", [nan, "1", "nan", "Infinity", "+inf", "", None, True, False, [1.0], {}, 1j], ids=repr
    )
    def test_other_kinds(self, name, key, value):
        refused(name, f"{name}: {key}: expected a number, inf or -inf, found {value!r}", **{key: value})

    def test_whole_numbers_are_numbers(self, name, key):
        """What YAML reads from `alpha: 7` is 7.0."""
        found = variant_parameters(name, {**REQUIRED.get(name, {}), key: 7})
        assert found[key] == 7.0
        assert isinstance(found[key], float)

    def test_ranges(self, name, key):
        """Below 0 nothing is allowed but exponents of discounts."""
        if (name, key) in FREE:
            load(name, **{key: -7.5})
            return
        with pytest.raises(InputError, match=f"^{name}: {key}: expected .*, found -0.5$"):
            load(name, **{key: -0.5})

    @pytest.mark.parametrize("value", [inf, "inf", -inf, "-inf"])
    def test_infinities(self, name, key, value):
        """As YAML's .inf and as a text; where they are allowed, JSON gets the text."""
        allowed = (name, key) in FREE or ((name, key) in MAY_BE_INFINITE and float(value) > 0)
        if not allowed:
            with pytest.raises(InputError, match=f"^{name}: {key}: expected .*, found {float(value)}$"):
                load(name, **{key: value})
            return
        load(name, **{key: value})
        assert variant_parameters(name, {**REQUIRED.get(name, {}), key: value})[key] == str(float(value))


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("cfr_plus", {"gamma": -1e-9}, "cfr_plus: gamma: expected 0 to 100, found -1e-09"),
        ("cfr_plus", {"gamma": 100.5}, "cfr_plus: gamma: expected 0 to 100, found 100.5"),
        ("cfr_plus", {"delay": -1}, "cfr_plus: delay: expected 0 or more, found -1"),
        ("cfr_plus", {"delay": 1.0}, "cfr_plus: delay: expected a whole number, found 1.0"),
        ("cfr_plus", {"delay": True}, "cfr_plus: delay: expected a whole number, found True"),
        ("cfr_plus", {"delay": "3"}, "cfr_plus: delay: expected a whole number, found '3'"),
        ("cfr_plus", {"Gamma": 1.0}, "cfr_plus: unknown parameter 'Gamma', expected one of: gamma, delay"),
        ("cfr", {"gamma": 1.0}, "cfr: unknown parameter 'gamma', expected one of: none"),
        ("hs_dcfr", {"horizon": 0}, "hs_dcfr: horizon: expected 1 or more, found 0"),
        ("hs_dcfr", {"horizon": 1000.0}, "hs_dcfr: horizon: expected a whole number, found 1000.0"),
        ("hs_dcfr", {"g": 4.5}, "hs_dcfr: g: expected 5 to 100, found 4.5"),
        ("hs_pcfr_plus", {"horizon": -3}, "hs_pcfr_plus: horizon: expected 1 or more, found -3"),
        ("hs_pcfr_plus", {"horizon": True}, "hs_pcfr_plus: horizon: expected a whole number, found True"),
        ("mmd", {"eta": 0.0}, "mmd: eta: expected 1e-09 to 1,000,000.0, found 0.0"),
        (
            "stable_pcfr_plus",
            {"start": 0.0},
            "stable_pcfr_plus: start: expected 1e-12 to 1,000,000,000,000.0, found 0.0",
        ),
        ("ddcfr", {"table": 3}, "ddcfr: table: expected the path of a table, found 3"),
        ("fixed", {"table": 3}, "fixed: table: expected the path of a table, found 3"),
    ],
)
def test_bad_parameters(name, parameters, message):
    refused(name, message, **parameters)


@pytest.mark.parametrize(
    ("name", "key"), [("hs_dcfr", "horizon"), ("hs_pcfr_plus", "horizon"), ("ddcfr", "table"), ("fixed", "table")]
)
def test_what_has_no_default(name, key):
    for ask in (load_variant, variant_parameters):
        with pytest.raises(InputError, match=f"^{name}: {key}: expected, but not given$"):
            ask(name, {})


@pytest.mark.parametrize(
    ("name", "horizon"), [("hs_dcfr", 1000), ("hs_pcfr_plus", 1000), ("ddcfr", 1000), ("dcfr", None)]
)
def test_horizons(name, horizon):
    """What a variant is for says so: a study can refuse to go on."""
    assert load(name).horizon == horizon


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("cfr_plus", "gamma", 0.0),
        ("dcfr", "alpha", 1e300),
        ("dcfr", "beta", -1e300),
        ("dcfr_plus", "alpha", 1e9),
        ("dcfr_plus", "c", 1e6),
        ("dcfr_plus", "c", 0.0),
        ("pdcfr_plus", "alpha", -1e9),
        ("apcfr_plus", "alpha_max", "inf"),
        ("apcfr_plus", "alpha_max", 1e308),
        ("sapcfr_plus", "alpha", 1e308),
        ("mmd", "alpha", 1e6),
        ("mmd", "eta", 1e-9),
        ("mmd", "eta", 1e6),
        ("regularized_cfr", "tau", 1e6),
        ("stable_pcfr_plus", "start", 1e12),
        ("stable_pcfr_plus", "start", 1e-12),
        ("hs_dcfr", "horizon", 1),
        ("hs_dcfr", "g", 100.0),
        ("pcfr_plus", "prediction", 100.0),
        *((name, "gamma", 100.0) for name, parameters in DEFAULTS.items() if "gamma" in parameters),
    ],
)
def test_ends_of_ranges(kuhn, name, key, value):
    """What is allowed runs, or is refused by name as soon as it is seen: never with warnings, or an error that is not ours."""
    try:
        solver = Solver(Tree.of(kuhn), load(name, **{key: value}))
    except InputError as error:
        assert str(error).startswith(f"{name}: {key}: ")
        return
    last = solver.variant.horizon or 200
    for iterate in solver.iterates([stop for stop in (1, 2, 3, 20, 200) if stop <= last]):
        for sigma in (solver.average(iterate), solver.current(iterate)):
            assert np.isfinite(sigma).all()


# Tables.

WHOLE = "from_iteration,to_iteration,alpha,beta,gamma\n1,1,1.5,0,2\n2,10,1.25,-0.5,3\n11,12,1e0,-1,4.5\n"


def test_a_table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(WHOLE)
    table = Table.read(path)
    assert table.last == 12
    t = np.array([1.0, 2.0, 3.0, 10.0, 11.0, 12.0])
    assert table.column("gamma")(t).tolist() == [2.0, 3.0, 3.0, 3.0, 4.5, 4.5]
    assert table.column("alpha")(t).tolist() == [1.5, 1.25, 1.25, 1.25, 1.0, 1.0]
    assert load_variant("ddcfr", {"table": str(path)}).horizon == 12
    assert variant_parameters("ddcfr", {"table": str(path)}) == {"table": path.as_posix()}


HEADER = "from_iteration,to_iteration,alpha,beta,gamma\n"

TABLES = {
    "does not begin at 1": (
        HEADER + "2,5,1,0,2\n",
        "line 2: expected numbers for iterations 1 and on, found 2,5,1,0,2",
    ),
    "begins at 0": (HEADER + "0,5,1,0,2\n", "line 2: expected numbers for iterations 1 and on, found 0,5,1,0,2"),
    "gap": (HEADER + "1,2,1,0,2\n4,5,1,0,2\n", "line 3: expected numbers for iterations 3 and on, found 4,5,1,0,2"),
    "overlap": (HEADER + "1,2,1,0,2\n2,5,1,0,2\n", "line 3: expected numbers for iterations 3 and on, found 2,5,1,0,2"),
    "backwards": (
        HEADER + "1,2,1,0,2\n3,2,1,0,2\n",
        "line 3: expected numbers for iterations 3 and on, found 3,2,1,0,2",
    ),
    "letters": (HEADER + "1,2,1,x,2\n", "line 2: expected numbers for iterations 1 and on, found 1,2,1,x,2"),
    "nothing": (HEADER + "1,2,1,,2\n", "line 2: expected numbers for iterations 1 and on, found 1,2,1,,2"),
    "nan": (HEADER + "1,2,nan,0,2\n", "line 2: expected numbers for iterations 1 and on, found 1,2,nan,0,2"),
    "inf": (HEADER + "1,2,inf,0,2\n", "line 2: expected numbers for iterations 1 and on, found 1,2,inf,0,2"),
    "half iterations": (
        HEADER + "1,2.5,1,0,2\n",
        "line 2: expected numbers for iterations 1 and on, found 1,2.5,1,0,2",
    ),
    "a fraction": (HEADER + "1,2,1/2,0,2\n", "line 2: expected numbers for iterations 1 and on, found 1,2,1/2,0,2"),
    "underscores": (HEADER + "1,2,1_0,0,2\n", "line 2: expected numbers for iterations 1 and on, found 1,2,1_0,0,2"),
    "spaces": (HEADER + "1,2, 1,0,2\n", "line 2: expected numbers for iterations 1 and on, found 1,2, 1,0,2"),
    "no rows": (HEADER, "line 1: expected from_iteration,to_iteration,... and rows, found from_iteration"),
    "empty": ("", "line 1: expected a header, found nothing"),
    "another header": (
        "from,to,alpha,beta,gamma\n1,2,1,0,2\n",
        "line 1: expected from_iteration,to_iteration,... and rows",
    ),
    "a field less": (HEADER + "1,2,1,0\n", "line 2: expected 5 fields, found 4"),
    "a field more": (HEADER + "1,2,1,0,2,3\n", "line 2: expected 5 fields, found 6"),
}


@pytest.mark.parametrize("fault", TABLES)
def test_what_is_no_table(tmp_path, fault):
    """The error names the variant, the file and the line."""
    text, problem = TABLES[fault]
    path = tmp_path / "table.csv"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_variant("ddcfr", {"table": str(path)})
    assert str(caught.value).startswith(f"ddcfr: {path}: {problem}")


@pytest.mark.parametrize("column", ["alpha", "beta", "gamma"])
def test_a_table_without_a_column(tmp_path, column):
    """Told before anything runs."""
    path = tmp_path / "table.csv"
    path.write_text(WHOLE.replace(column, "delta"))
    with pytest.raises(InputError, match=f"ddcfr: .*table.csv: line 1: expected a column {column}, found .*delta"):
        load_variant("ddcfr", {"table": str(path)})


def test_a_table_with_a_column_twice(tmp_path):
    """Which of them is meant nobody can know."""
    path = tmp_path / "table.csv"
    path.write_text(WHOLE.replace("beta", "alpha"))
    with pytest.raises(InputError, match="alpha"):
        load_variant("ddcfr", {"table": str(path)})


def test_no_table(tmp_path):
    path = tmp_path / "none.csv"
    refused("ddcfr", f"ddcfr: {path}: cannot be read: No such file or directory", table=str(path))


@pytest.mark.parametrize(
    "path", ["kuhn", "leduc", "goofspiel-3", "goofspiel-4", "liars-dice-3", "liars-dice-4", "small-matrix"]
)
def test_tables_of_the_project(project, path):
    """They reach iteration 1,000, inside the ranges of the paper's guarantee."""
    table = Table.read(project / f"config/tables/ddcfr-{path}.csv")
    t = np.arange(1.0, 1001.0)
    assert table.last == 1000
    for column, low, high in (("alpha", 0, 5), ("beta", -5, 0), ("gamma", 0, 5)):
        numbers = table.column(column)(t)
        assert low <= numbers.min() <= numbers.max() <= high


# Variants of a user's own.

OWN = '''
from regretlab.variant import ALTERNATING, AddRegret, Numbers, Variant


def variant(floor: float = 0.0, often: int = 1, name: str = "mine", plain: bool = True) -> Variant:
    """A rule of the user's own."""
    if floor > 0:
        raise ValueError(f"floor: expected at most 0, found {floor}")
    return Variant(
        title=name,
        updates=ALTERNATING,
        reference="none",
        guarantee="none",
        averaging="uniform",
        rule=Numbers(add_regret=lambda t: AddRegret(floor=floor)),
    )
'''


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "my rule.py"
    path.write_text(OWN)
    return path


def test_a_variant_of_a_users_own_file(kuhn, own):
    """A path is as good as a name: parameters, ranges and all."""
    assert variant_parameters(str(own), {"often": 3}) == {"floor": 0.0, "often": 3, "name": "mine", "plain": True}
    found, same = (
        Solver(Tree.of(kuhn), load_variant(str(own))),
        Solver(Tree.of(kuhn), load_variant("cfr_plus", {"gamma": 0})),
    )
    (ours,), (theirs,) = found.iterates([30]), same.iterates([30])
    assert ours.state.cumulative_regret.tobytes() == theirs.state.cumulative_regret.tobytes()
    assert variant_of(str(own))(name="other").title == "other"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"floor": 1.0}, "floor: expected at most 0, found 1.0"),
        ({"floor": "low"}, "floor: expected a number, inf or -inf, found 'low'"),
        ({"often": 1.5}, "often: expected a whole number, found 1.5"),
        ({"plain": 1}, "plain: expected true or false, found 1"),
        ({"name": 1}, "name: expected a text, found 1"),
        ({"ceiling": 1}, "unknown parameter 'ceiling', expected one of: floor, often, name, plain"),
    ],
)
def test_bad_parameters_of_a_users_own_file(own, parameters, message):
    refused(str(own), f"{own}: {message}", **parameters)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("def variant(", "def variants(", "expected a function `variant`, found nothing"),
        ("    return Variant(", "    return dict(", "expected a Variant of the function `variant`, found {"),
        ("often: int", "often: complex", "often: expected it to be declared as one of int, float, bool"),
        ("import ALTERNATING", "import ALTERNATE", "line 2: ImportError: cannot import name 'ALTERNATE'"),
        ("    if floor > 0:", "    if floor > 0", "line 7: expected Python, expected ':'"),
    ],
)
def test_files_that_hold_no_variant(own, old, new, message):
    """File, line, and what is wrong."""
    own.write_text(OWN.replace(old, new))
    with pytest.raises(InputError) as caught:
        load_variant(str(own), {"often": 1})
    assert str(caught.value).startswith(f"{own}: {message}")
