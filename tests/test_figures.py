"""The figures: they show the data, they are those that apply, and their bytes depend on nothing else."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from figure_studies import (
    FAMILY,
    ITERATIONS,
    VALUE,
    VARIANTS,
    as_sweep,
    column,
    grid,
    kuhn,
    last,
    seeded,
    write_methods,
    write_study,
)
from regretlab.errors import InputError
from regretlab.figures.draw import as_svg, draw_game, figures
from regretlab.figures.exploitability import draw_exploitability, inverse_root
from regretlab.figures.frequencies import BAND
from regretlab.figures.loglog import ZEROS, spread
from regretlab.figures.results import read_results
from regretlab.figures.style import house_style, number, text_width
from regretlab.figures.sweep import draw_sweeps
from regretlab.figures.table import Table
from regretlab.figures.value import draw_value, find_example
from regretlab.files import read_csv, read_json, write_csv, write_json

from small_games import compiled

PER_VARIANT = ("exploitability", "value", "frequencies", "tree")


def test_current_strategy_of_a_certified_run_is_not_drawn(tmp_path: Path) -> None:
    study = write_study(tmp_path, kuhn(), ("cfr", "mine"))
    write_json(
        study / "verdict/verification.json", {"levels": {"kuhn_poker/cfr": "repeated", "kuhn_poker/mine": "certified"}}
    )
    with house_style():
        drawn = dict(figures(read_results(study, "kuhn_poker")))
    lines = {name: len(drawn[f"{name}/exploitability"].axes[0].lines) for name in ("cfr", "mine")}
    assert lines["cfr"] - lines["mine"] == 2  # the curve, and what leads to its name
    for name, is_drawn in (("cfr", True), ("mine", False)):
        texts = drawn[f"{name}/exploitability"].findobj(Text)
        assert any("current" in text.get_text() for text in texts) == is_drawn


def test_nothing_is_drawn_without_a_verdict(tmp_path: Path) -> None:
    study = write_study(tmp_path, kuhn())
    (study / "verdict/verification.json").unlink()
    with pytest.raises(InputError, match=r"verdict/verification\.json: cannot be read"):
        read_results(study, "kuhn_poker")


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_study(tmp_path_factory.mktemp("study"), kuhn(), VARIANTS)


@pytest.fixture(scope="module")
def found(study: Path) -> dict[str, Figure]:
    with house_style():
        return drawn(study)


@pytest.fixture(scope="module")
def small_study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_study(tmp_path_factory.mktemp("small"), kuhn())


@pytest.fixture(scope="module")
def files(small_study: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("figures")
    draw_game(small_study, "kuhn_poker", folder)
    return {name: (folder / name).read_bytes() for name in names(folder)}


@pytest.fixture(autouse=True)
def _style() -> Iterator[None]:
    with house_style():
        yield


def drawn(study: Path, game: str = "kuhn_poker") -> dict[str, Figure]:
    return dict(figures(read_results(study, game)))


def drawn_value(study: Path) -> Figure:
    figure = draw_value(read_results(study, "kuhn_poker").runs()[0])
    assert figure is not None
    return figure


def texts(figure: Figure) -> list[str]:
    every = [*figure.texts, *(text for axes in figure.axes for text in axes.texts)]
    return [text.get_text() for text in every]


def holds(axes: Axes, x: list[float], y: list[float]) -> bool:
    """Whether one of the lines holds exactly these points."""
    return any(np.array_equal(line.get_xydata(), np.column_stack([x, y])) for line in axes.lines)


def found_by_id(axes: Axes, kind: str) -> list[Artist]:
    """What is drawn of that kind."""
    return axes.findobj(lambda item: (item.get_gid() or "").startswith(f"{kind}:"))


# What is in the figures


def test_the_lines_of_exploitability_hold_the_data(study: Path, found: dict[str, Figure]) -> None:
    for variant in VARIANTS:
        path = study / "kuhn_poker" / variant / "trajectory.csv"
        iterations, average = column(path, "iteration"), column(path, "exploitability")
        assert holds(found["exploitability"].axes[0], iterations, average)
        assert holds(found[f"{variant}/exploitability"].axes[0], iterations, average)
        current = column(path, "current_exploitability")
        assert holds(found[f"{variant}/exploitability"].axes[0], iterations, current)


def test_every_variant_is_named_at_the_end_of_its_line(found: dict[str, Figure]) -> None:
    assert set(VARIANTS) <= set(texts(found["exploitability"]))


def test_the_line_of_value_is_the_exact_difference(study: Path, found: dict[str, Figure]) -> None:
    path = study / "kuhn_poker" / "cfr" / "trajectory.csv"
    differences = [float(abs(Fraction(value) - VALUE)) for value in column(path, "value")]
    axes = found["cfr/value"].axes[0]
    assert holds(axes, column(path, "iteration"), differences)
    assert holds(axes, column(path, "iteration"), column(path, "exploitability"))
    assert "|value − (−1/18)|" in texts(found["cfr/value"])


def test_the_panels_of_frequencies_hold_the_second_actions(study: Path, found: dict[str, Figure]) -> None:
    path = study / "kuhn_poker" / "cfr" / "frequencies.csv"
    panels = found["cfr/frequencies"].axes
    titles = {axes.get_title(loc="left"): axes for axes in panels}
    assert len(titles) == len(panels) == 12
    for title, name in (("J, first action", "0:0:bet"), ("Q, facing a bet after a check", "0:1pb:bet")):
        assert holds(titles[title], column(path, "iteration"), column(path, name))
    assert holds(titles["K, after a check"], column(path, "iteration"), column(path, "1:2p:bet"))
    assert holds(titles["J, facing a bet"], column(path, "iteration"), column(path, "1:0b:bet"))


def test_the_tree_shows_the_final_strategy(study: Path, found: dict[str, Figure]) -> None:
    shown = texts(found["cfr/tree"])
    for row in read_csv(study / "kuhn_poker" / "cfr" / "strategy.csv"):
        assert f"{float(row['probability']):.4f}" in shown
    for word in ("J", "Q", "K", "check", "bet", "fold", "call", "player 0 folds,\nplayer 1 wins 1"):
        assert word in shown


def test_nothing_in_the_tree_overlaps(found: dict[str, Figure]) -> None:
    figure = found["cfr/tree"]
    boxes = [patch.get_bbox() for patch in figure.axes[0].patches]
    assert len(boxes) == 9
    for index, box in enumerate(boxes):
        assert box.x0 >= 0
        assert box.x1 <= 16
        assert not any(box.overlaps(other) for other in boxes[:index])


def test_more_than_three_ranks_are_numbered(tmp_path: Path) -> None:
    shown = texts(drawn(write_study(tmp_path, kuhn(ranks=11), equilibria=False))["cfr/tree"])
    assert [text for text in shown if text.isdecimal()] == [str(card) for card in range(11)] * 4
    assert "J" not in shown


# Reference line, band, annotation


def test_the_slope_of_the_reference_is_minus_one_half(found: dict[str, Figure]) -> None:
    x, y = np.array([1.0, 7.0, 12345.0]), np.array([0.3, 0.2, 0.1])
    reference = inverse_root(x, y)
    assert reference is not None
    (x0, x1), (y0, y1) = reference
    assert (x0, y0, x1) == (1.0, 0.3, 12345.0)
    assert np.log(y1 / y0) / np.log(x1 / x0) == pytest.approx(-0.5, rel=1e-15)
    assert holds(found["cfr/exploitability"].axes[0], [1, 100], [0.5, 0.05])


def test_the_reference_starts_at_the_first_positive_value() -> None:
    reference = inverse_root(np.array([1.0, 4.0, 16.0]), np.array([0.0, 0.6, 0.1]))
    assert reference is not None
    assert [part.tolist() for part in reference] == [[4.0, 16.0], [0.6, 0.3]]
    assert inverse_root(np.array([1.0]), np.array([0.0])) is None


def test_the_bands_are_the_ranges_of_the_family(study: Path) -> None:
    results = read_results(study, "kuhn_poker")
    assert results.equilibria is not None
    third = Fraction(1, 3)
    for (player, infoset), (constant, slope) in FAMILY.items():
        lowest, highest = results.equilibria.bands[player, infoset, "bet"]
        assert (lowest, highest) == (Fraction(constant), Fraction(constant) + Fraction(slope) * third)
        assert results.equilibria.bands[player, infoset, "pass"] == (1 - highest, 1 - lowest)


def test_a_band_is_drawn_as_wide_as_the_range_and_a_point_as_a_line(found: dict[str, Figure]) -> None:
    panels = {axes.get_title(loc="left"): axes for axes in found["cfr/frequencies"].axes}
    (band,) = found_by_id(panels["Q, facing a bet after a check"], BAND)
    assert (band.get_y(), band.get_y() + band.get_height()) == pytest.approx((1 / 3, 2 / 3), rel=1e-15)
    (line,) = found_by_id(panels["J, after a check"], BAND)
    assert list(line.get_ydata()) == [1 / 3, 1 / 3]


def test_the_numbers_of_the_annotation_come_from_the_data(tmp_path: Path) -> None:
    study = write_study(tmp_path, kuhn())
    before = texts(drawn_value(study))
    assert "At iteration 100 the value differs from −1/18 by 1.0×10⁻⁴; the exploitability is 5.0×10⁻²." in before
    assert {"1.0×10⁻⁴", "5.0×10⁻²"} <= set(before)
    path = study / "kuhn_poker" / "cfr" / "trajectory.csv"
    rows = read_csv(path)
    rows[3] |= {"value": repr(float(VALUE) + 2.34e-7), "exploitability": "0.0678"}
    write_csv(path, tuple(rows[0]), [tuple(row.values()) for row in rows])
    after = texts(drawn_value(study))
    assert "At iteration 10 the value differs from −1/18 by 2.3×10⁻⁷; the exploitability is 6.8×10⁻²." in after
    assert {"2.3×10⁻⁷", "6.8×10⁻²"} <= set(after)
    assert not set(after) & {"1.0×10⁻⁴", "5.0×10⁻²"}


def test_the_example_is_a_power_of_ten_where_there_is_one() -> None:
    differences, exploitability = np.array([1e-1, 1e-9, 1e-3, 0.0]), np.array([0.5, 0.4, 0.3, 0.2])
    example = find_example(np.array([1.0, 7.0, 10.0, 100.0]), differences, exploitability)
    assert example == (10.0, 1e-3, 0.3)
    assert find_example(np.array([1.0, 7.0, 8.0, 9.0]), differences, exploitability) == (7.0, 1e-9, 0.4)
    assert find_example(np.array([1.0]), np.array([0.0]), np.array([0.5])) is None


# Zeros and other corners


def test_a_difference_of_zero_is_marked_at_the_lower_edge(tmp_path: Path) -> None:
    study = write_study(tmp_path, kuhn())
    assert "zero" not in drawn_value(study).axes[0].get_xlabel()
    summary = {"family": "toy_family", "lower": "0", "upper": "1/3", "value": "1/4"}
    write_json(study / "kuhn_poker" / "equilibria" / "summary.json", summary)
    path = study / "kuhn_poker" / "cfr" / "trajectory.csv"
    rows = read_csv(path)
    rows[2]["value"] = "0.25"
    write_csv(path, tuple(rows[0]), [tuple(row.values()) for row in rows])
    figure = drawn_value(study)
    axes = figure.axes[0]
    (marks,) = found_by_id(axes, ZEROS)
    assert marks.get_xdata().tolist() == [5]
    assert "zero" in axes.get_xlabel()
    assert b"nan" not in as_svg(figure)


def test_a_single_snapshot_of_zeros_can_be_drawn(tmp_path: Path) -> None:
    study = write_study(tmp_path, kuhn())
    zeros = {"exploitability": "0.0", "current_exploitability": "0.0"}
    for name in ("trajectory.csv", "frequencies.csv"):
        path = study / "kuhn_poker" / "cfr" / name
        row = read_csv(path)[0]
        write_csv(path, tuple(row), [tuple((row | zeros)[key] for key in row)])
    for name, figure in drawn(study).items():
        assert b"nan" not in as_svg(figure), name


def test_spread_keeps_order_distance_and_limits() -> None:
    assert spread([0.5, 0.1], [0.1, 0.1], 0, 1) == pytest.approx([0.5, 0.1])
    assert spread([0.5, 0.5, 0.5], [0.1, 0.1, 0.1], 0, 1) == pytest.approx([0.4, 0.5, 0.6])
    assert spread([0.0, 0.0, 1.0], [0.1, 0.3, 0.1], 0, 1) == pytest.approx([0.0, 0.2, 1.0])
    assert spread([1.0, 0.99], [0.1, 0.1], 0, 1) == pytest.approx([1.0, 0.9])


def test_numbers_are_written_with_two_digits() -> None:
    assert [number(x) for x in (0.00727, 1.66e-6, 12.0)] == ["7.3×10⁻³", "1.7×10⁻⁶", "1.2×10¹"]


def test_long_names_stay_on_the_sheet(tmp_path: Path) -> None:
    long = "v" * 64
    for figure in drawn(write_study(tmp_path, kuhn(), [long])).values():
        renderer = FigureCanvasAgg(figure).get_renderer()
        width = figure.bbox.width
        for text in [*figure.texts, *(text for axes in figure.axes for text in axes.texts)]:
            assert text.get_window_extent(renderer).x1 <= width
    assert text_width(long, 8) > 10


def drawn_sweep(folder: Path, settings: Sequence[Mapping[str, object]]) -> dict[str, Figure]:
    """The heat maps of a sweep over these parameters; variant n = 1, 2, ... ends with 0.5 / 100^(n / 2)."""
    named = {f"v{n}": given for n, given in enumerate(settings)}
    study = as_sweep(write_study(folder, kuhn(), list(named), frequencies=False), named)
    return dict(draw_sweeps(read_results(study, "kuhn_poker")))


def cells(axes: Axes) -> list[list[float]]:
    """The numbers of a heat map, by row."""
    (mesh,) = axes.collections
    found: list[list[float]] = mesh.get_array().tolist()
    return found


def labels(axes: Axes) -> tuple[list[str], list[str]]:
    """Those down and those across."""
    down, across = axes.get_yticklabels(), axes.get_xticklabels()
    return [label.get_text() for label in down], [label.get_text() for label in across]


def all_on_sheet(figure: Figure) -> bool:
    """Whether every text is on the sheet, and no number is wider than its cell."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    sheet = figure.bbox
    boxes = [
        text.get_window_extent(renderer) for text in figure.findobj(Text) if text.get_text() and text.get_visible()
    ]
    inside = all(sheet.x0 <= b.x0 and b.x1 <= sheet.x1 and sheet.y0 <= b.y0 and b.y1 <= sheet.y1 for b in boxes)
    fits = all(
        text.get_window_extent(renderer).width < axes.bbox.width / len(cells(axes)[0])
        for axes in figure.axes
        for text in axes.texts
    )
    return inside and fits


def test_a_sweep_over_two_parameters_is_a_heat_map_of_the_last_exploitability(tmp_path: Path) -> None:
    settings = [{"alpha": a, "beta": 0.0, "gamma": c} for a, c in product((1.0, 1.5), (2.0, "inf"))]
    figure = drawn_sweep(tmp_path, settings)["sweep-dcfr"]
    (axes,) = figure.axes
    assert (axes.get_ylabel(), axes.get_xlabel()) == ("alpha", "gamma")
    assert labels(axes) == (["1", "1.5"], ["2", "inf"])
    assert cells(axes) == [[last(1), last(2)], [last(3), last(4)]]
    assert [text.get_text() for text in axes.texts] == [number(last(n)) for n in range(1, 5)]
    (mesh,) = axes.collections
    assert mesh.norm(last(1)) > mesh.norm(last(4))
    assert all_on_sheet(figure)


def test_the_seed_is_no_axis(tmp_path: Path) -> None:
    """A cell is the median over the seeds, which the figure says."""
    figure = drawn_sweep(tmp_path, grid(seed=[1, 2, 3], explore=[0.5, 1.0]))["sweep-dcfr"]
    (axes,) = figure.axes
    assert (axes.get_xlabel(), axes.get_ylabel(), labels(axes)[1]) == ("explore", "", ["0.5", "1"])
    assert cells(axes) == [[last(3), last(4)]]
    assert "in antes per hand; darker is less; each cell the median of 3 seeds" in texts(figure)
    other_seeds = [{"explore": 0.5, "seed": 1}, {"explore": 1.0, "seed": 2}]
    (axes,) = drawn_sweep(tmp_path, other_seeds)["sweep-dcfr"].axes
    assert (axes.get_xlabel(), cells(axes)) == ("explore", [[last(1), last(2)]])


@pytest.mark.parametrize("settings", [grid(seed=[1, 2, 3], explore=[0.5]), grid(explore=[0.5])])
def test_what_varies_in_nothing_but_its_seed_has_no_heat_map(
    tmp_path: Path, settings: Sequence[Mapping[str, object]]
) -> None:
    assert drawn_sweep(tmp_path, settings) == {}


def test_a_sweep_over_three_parameters_has_panels_of_one_scale(tmp_path: Path) -> None:
    """The two with the most values are the axes; a panel for each value of the third."""
    found = drawn_sweep(tmp_path, grid(alpha=[1, 2], beta=[1, 2, 3], gamma=[1, 2, 3]))
    assert set(found) == {"sweep-dcfr"}
    one, two = found["sweep-dcfr"].axes
    assert [axes.get_title(loc="left") for axes in (one, two)] == ["alpha = 1", "alpha = 2"]
    for axes, first in ((one, 1), (two, 10)):
        expected = [[last(first + 3 * row + across) for across in range(3)] for row in range(3)]
        assert cells(axes) == expected
        assert [text.get_text() for text in axes.texts] == [number(value) for row in expected for value in row]
        assert axes.collections[0].norm.vmin == last(18)
        assert axes.collections[0].norm.vmax == last(1)
    assert (one.get_ylabel(), two.get_ylabel(), one.get_xlabel(), two.get_xlabel()) == ("beta", "", "gamma", "gamma")
    assert all_on_sheet(found["sweep-dcfr"])


def test_many_panels_go_on_in_a_further_figure(tmp_path: Path) -> None:
    """No panel is lost, and the scale stays the same."""
    found = drawn_sweep(tmp_path, grid(a=[1, 2], b=[1, 2], c=[1, 2], d=[1, 2], e=[1, 2], f=[1, 2]))
    assert set(found) == {"sweep-dcfr", "sweep2-dcfr"}
    shown = [(axes.get_title(loc="left"), axes.collections[0].norm.vmin) for f in found.values() for axes in f.axes]
    expected = [f"c = {c}, d = {d}, e = {e}, f = {f}" for c, d, e, f in product((1, 2), repeat=4)]
    assert shown == [(title, last(64)) for title in expected]
    assert all(len(figure.axes) == 8 and all_on_sheet(figure) for figure in found.values())
    assert [figure.texts[1].get_text()[-13:] for figure in found.values()] == ["figure 1 of 2", "figure 2 of 2"]


def test_a_combination_that_did_not_run_is_blank(tmp_path: Path) -> None:
    """Two lists of one name need not be all combinations."""
    (axes,) = drawn_sweep(tmp_path, grid(a=[1, 2], b=[1, 2])[:3])["sweep-dcfr"].axes
    assert cells(axes) == [[last(1), last(2)], [last(3), None]]
    assert len(axes.texts) == 3


def test_what_is_too_wide_goes_down(tmp_path: Path) -> None:
    """More values than there is room for across, and names that are long."""
    (figure,) = drawn_sweep(tmp_path, grid(a_parameter_with_quite_a_name=list(range(16)))).values()
    (axes,) = figure.axes
    assert labels(axes) == ([str(value) for value in range(16)], [])
    assert cells(axes) == [[last(n)] for n in range(1, 17)]
    assert all_on_sheet(figure)


def test_one_curve_for_each_method_with_a_band_where_there_are_seeds(tmp_path: Path) -> None:
    figure = drawn(seeded(tmp_path, {"cfr": 1, "drawn": 3}))["exploitability"]
    (axes,) = figure.axes
    assert holds(axes, list(ITERATIONS), [0.5 / t**0.5 for t in ITERATIONS])
    assert holds(axes, list(ITERATIONS), [0.5 / t ** (3 / 2) for t in ITERATIONS])
    (band,) = axes.collections
    assert band.get_gid() == "band:methods.csv:kuhn_poker:drawn"
    assert to_hex(band.get_facecolor()[0]) == axes.lines[1].get_color()
    vertices = {tuple(vertex) for path in band.get_paths() for vertex in path.vertices}
    for t in ITERATIONS:
        assert {(t, 0.5 / t), (t, 0.5 / t**2)} <= vertices
    assert axes.get_ylim()[0] < 0.5 / 100**2
    assert [text.get_text() for text in axes.texts] == ["cfr", "drawn"]
    assert {"study toy  ·  kuhn_poker  ·  2 methods", note("3 seeds", "75%")} <= set(texts(figure))


def note(seeds: str, coverage: str) -> str:
    return f"lines: medians; bands: {seeds}, confidence interval of the median, {coverage}"


@pytest.mark.parametrize(
    ("methods", "expected"),
    [
        ({"a": 1, "b": 1}, None),
        ({"a": 6}, note("6 seeds", "97%")),
        ({"a": 2, "b": 1, "c": 6}, note("2 to 6 seeds", "50% to 97%")),
    ],
)
def test_what_the_bands_are_is_said_where_there_are_any(
    tmp_path: Path, methods: Mapping[str, int], expected: str | None
) -> None:
    found = [text for text in texts(drawn(seeded(tmp_path, methods))["exploitability"]) if "bands" in text]
    assert found == ([expected] if expected else [])


def test_a_band_down_to_zero_goes_to_the_lower_edge(tmp_path: Path) -> None:
    """It neither ends above nor stretches the axis."""
    study = seeded(tmp_path, {"a": 3})
    rows = read_csv(study / "methods.csv")
    rows[-1]["low"] = "0.0"
    write_csv(study / "methods.csv", tuple(rows[0]), [tuple(row.values()) for row in rows])
    figure = drawn(study)["exploitability"]
    (axes,) = figure.axes
    (band,) = axes.collections
    assert min(y for path in band.get_paths() for _, y in path.vertices) < axes.get_ylim()[0]
    assert axes.get_ylim()[0] > 1e-5
    assert b"nan" not in as_svg(figure)


def test_names_of_many_methods_have_room(tmp_path: Path) -> None:
    """The figure grows with them."""
    figure = drawn(seeded(tmp_path, {f"method{n}": 1 for n in range(40)}))["exploitability"]
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    boxes = sorted((text.get_window_extent(renderer) for text in figure.axes[0].texts), key=lambda box: box.y0)
    assert len(boxes) == 40
    assert all(lower.y1 <= upper.y0 for lower, upper in pairwise(boxes))
    assert boxes[0].y0 >= 0
    assert boxes[-1].y1 < figure.axes[0].bbox.y1 + boxes[-1].height


def test_runs_have_no_figures_where_the_study_wants_none(tmp_path: Path) -> None:
    study = write_study(tmp_path, kuhn())
    content = read_json(study / "study.json")
    write_json(study / "study.json", {**content, "run_figures": False})
    assert set(drawn(study)) == {"exploitability"}


def test_a_method_about_its_current_strategy_is_drawn_by_it(tmp_path: Path) -> None:
    study = write_study(tmp_path, kuhn(), ["average", "last"])
    content = read_json(study / "study.json")
    content["variants"][1]["answer"] = "current"
    write_json(study / "study.json", content)
    write_methods(study)
    figure = drawn(study)["exploitability"]
    average, last = figure.axes[0].get_lines()[:2]
    np.testing.assert_array_equal(average.get_ydata(), [0.5 / t**0.5 for t in ITERATIONS])
    np.testing.assert_array_equal(last.get_ydata(), [0.3 + 0.1 * (-1) ** t for t in ITERATIONS])
    assert {"average", "last (current)"} <= set(texts(figure))
    assert figure.texts[0].get_text() == "Exploitability by method"


# Which figures there are


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def expected(variants: Sequence[str], *per_variant: str) -> set[str]:
    return {"exploitability", *(f"{variant}/{name}" for variant in variants for name in per_variant)}


def test_two_player_kuhn_poker_with_equilibria_has_all_figures(files: dict[str, bytes]) -> None:
    assert set(files) == {f"{stem}.{suffix}" for stem in expected(["cfr"], *PER_VARIANT) for suffix in ("svg", "png")}


def test_figures_that_do_not_apply_are_not_drawn(tmp_path: Path) -> None:
    without = write_study(tmp_path / "a", kuhn(), equilibria=False)
    assert set(drawn(without)) == expected(["cfr"], "exploitability", "tree")
    rare = write_study(tmp_path / "b", kuhn(), frequencies=False)
    assert set(drawn(rare)) == expected(["cfr"], "exploitability", "value", "tree")
    three = write_study(tmp_path / "c", kuhn(players=3, ranks=4), equilibria=False)
    assert set(drawn(three)) == expected(["cfr"], "exploitability")


def test_another_game_has_plain_names_and_no_tree(tmp_path: Path) -> None:
    other = replace(kuhn(), rules="another_game")
    found = drawn(write_study(tmp_path, other), "another_game")
    assert set(found) == expected(["cfr"], "exploitability", "value", "frequencies")
    titles = [axes.get_title(loc="left") for axes in found["cfr/frequencies"].axes]
    assert titles == [infoset.name for infoset in other.infosets]


# Bad input


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("cfr/trajectory.csv", "exploitability"),
        ("cfr/trajectory.csv", "value"),
        ("cfr/frequencies.csv", "0:1pb:bet"),
        ("cfr/strategy.csv", "probability"),
        ("equilibria/family.csv", "slope"),
    ],
)
def test_a_missing_column_is_named_with_its_file(tmp_path: Path, file: str, name: str) -> None:
    path = write_study(tmp_path, kuhn()) / "kuhn_poker" / file
    rows = [{key: cell for key, cell in row.items() if key != name} for row in read_csv(path)]
    write_csv(path, tuple(rows[0]), [tuple(row.values()) for row in rows])
    with pytest.raises(InputError, match=rf"{path}: line 1: expected a column '{name}', found "):
        drawn(tmp_path)


def test_other_faults_are_named_with_their_file(study: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"study\.json: games: expected one with the folder 'go'"):
        read_results(study, "go")
    write_csv(tmp_path / "a.csv", ("x",), [])
    with pytest.raises(InputError, match=r"a\.csv: expected at least one row"):
        Table(tmp_path / "a.csv").texts("x")
    write_csv(tmp_path / "b.csv", ("x",), [("1",), ("nan",)])
    with pytest.raises(InputError, match=r"b\.csv: line 3: x: expected a number, found 'nan'"):
        Table(tmp_path / "b.csv").floats("x")


def test_a_row_missing_from_the_strategy_or_the_family_is_an_error(tmp_path: Path) -> None:
    study = write_study(tmp_path, kuhn())
    for file in ("cfr/strategy.csv", "equilibria/family.csv"):
        path = study / "kuhn_poker" / file
        whole, rows = path.read_bytes(), read_csv(path)
        write_csv(path, tuple(rows[0]), [tuple(row.values()) for row in rows[:-1]])
        with pytest.raises(InputError, match=rf"{path.name}: expected a row for .*'2p', 'bet'.*, found none"):
            drawn(study)
        path.write_bytes(whole)


# The same bytes everywhere

HOSTILE = """
font.size: 23
font.family: serif
axes.prop_cycle: cycler('color', ['ff0000'])
axes.formatter.use_locale: True
savefig.bbox: tight
savefig.transparent: True
savefig.facecolor: red
svg.fonttype: none
svg.hashsalt: other
path.simplify: True
path.sketch: 3, 100, 2
figure.dpi: 37
text.usetex: True
backend: TkAgg
"""


def draw_elsewhere(study: Path, home: Path, **environment: str) -> "subprocess.Popen[bytes]":
    """Draw in another process, under another umask and from another folder."""
    home.mkdir()
    program = (
        "import os, sys; os.umask(0o077); from pathlib import Path; "
        "from regretlab.figures.draw import draw_game; "
        "draw_game(Path(sys.argv[1]), 'kuhn_poker', Path('out'))"
    )
    settings = {key: os.environ[key] for key in ("PATH", "HOME", "PYTHONPATH") if key in os.environ} | environment
    return subprocess.Popen([sys.executable, "-c", program, str(study)], cwd=home, env=settings)


@pytest.mark.heavy
def test_the_bytes_depend_on_the_data_alone(small_study: Path, files: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text(HOSTILE)
    (tmp_path / "no_folder").touch()
    hostile = {
        "MPLCONFIGDIR": str(tmp_path),
        "TZ": "Asia/Kathmandu",
        "LC_ALL": "C.UTF-8",
        "PYTHONHASHSEED": "1",
    }
    bare = {"MPLCONFIGDIR": str(tmp_path / "no_folder"), "TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "2"}
    running = {
        "hostile": draw_elsewhere(small_study, tmp_path / "hostile", SOURCE_DATE_EPOCH="1", **hostile),
        "bare": draw_elsewhere(small_study, tmp_path / "bare", **bare),
    }
    for home, process in running.items():
        assert process.wait() == 0
        folder = tmp_path / home / "out"
        assert names(folder) == files.keys()
        for name, content in files.items():
            assert (folder / name).read_bytes() == content, (home, name)


def test_no_date_and_no_version_is_in_the_files(small_study: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        for word in (b"Matplotlib v", b"Software", b"dc:date", b"dc:creator", str(small_study).encode()):
            assert word not in content, (name, word)


# What there is for those who compare


def ids(svg: bytes) -> list[str]:
    return re.findall(r' id="([^"]*)"', svg.decode())


def test_each_part_has_an_id_of_its_own(files: dict[str, bytes], tmp_path: Path) -> None:
    """Which XML accepts as a name."""
    seeds = as_svg(drawn(seeded(tmp_path, {"cfr": 1, "drawn": 3, "cfr_plus-quadratic.2": 1}))["exploitability"])
    for svg in [seeds, *(content for name, content in files.items() if name.endswith(".svg"))]:
        found = ids(svg)
        assert len(found) == len(set(found))
        assert all(re.fullmatch(r"[A-Za-z_:][A-Za-z0-9_:.-]*", name) for name in found)


def test_lines_are_named_after_what_they_show(files: dict[str, bytes]) -> None:
    """And so is all that belongs to them."""
    expected = {
        "exploitability": ["methods.csv:kuhn_poker:cfr"],
        "cfr/exploitability": ["slope", "trajectory.csv:current_exploitability", "trajectory.csv:exploitability"],
        "cfr/value": ["trajectory.csv:exploitability", "trajectory.csv:value"],
        "cfr/frequencies": [f"frequencies.csv:{n}" for n in range(2, 25, 2)],
    }
    for name, sources in expected.items():
        found = ids(files[f"{name}.svg"])
        assert sorted(part[5:] for part in found if part.startswith("line:")) == sorted(sources)
        if name != "cfr/frequencies":
            assert {f"{kind}:{of}" for kind in ("leader", "label") for of in sources} <= set(found)
    assert {"ring:trajectory.csv:value", "number:trajectory.csv:exploitability"} <= set(ids(files["cfr/value.svg"]))
    assert {"box:root", "edge:pb", "word:pb", "head:pb", "cell:pb:3:2"} <= set(ids(files["cfr/tree.svg"]))


def test_no_line_of_a_figure_is_without_an_id(found: dict[str, Figure]) -> None:
    for name, figure in found.items():
        assert all(line.get_gid() for axes in figure.axes for line in axes.lines), name


def test_the_description_says_what_the_axes_are(files: dict[str, bytes], found: dict[str, Figure]) -> None:
    """To the last digit."""
    described = re.findall(r"<dc:description>(.*?)</dc:description>", files["exploitability.svg"].decode())
    (axes,) = found["cfr/exploitability"].axes
    assert axes.get_gid() == "axes:cfr"
    low, high = map(float, axes.get_ylim())
    assert f"<dc:description>axes:cfr log 1.0 100.0 log {low!r} {high!r}</dc:description>".encode() in as_svg(
        found["cfr/exploitability"]
    )
    assert [line.split(" ")[:4] for line in described] == [["axes:kuhn_poker", "log", "1.0", "100.0"]]
    assert files["cfr/frequencies.svg"].count(b" log 1.0 100.0 linear -0.04 1.04") == 12


def test_exact_value_without_a_family(tmp_path: Path) -> None:
    """The figure of the value needs no more than the value; a fraction that is too long to read is a decimal."""
    study = write_study(tmp_path, kuhn(), equilibria=False)
    content = read_json(study / "study.json")
    content["games"][0]["value"] = "exact"
    write_json(study / "study.json", content)
    for value, shown in (("-1/18", "−1/18"), ("-1454920850547486/16995463438839962", "−0.085606")):
        write_json(study / "kuhn_poker" / "value" / "value.json", {"method": "exact", "value": value})
        assert any(f"differs from {shown} " in text for text in texts(drawn_value(study)))


@pytest.mark.parametrize(("game", "unit"), [("kuhn_poker", "antes per hand"), ("goofspiel", "payoff per play")])
def test_axes_have_the_unit_of_the_game(tmp_path: Path, game: str, unit: str) -> None:
    """Not every game has antes."""
    study = write_study(tmp_path, compiled(game), equilibria=False)
    (run,) = read_results(study, game).runs()
    assert draw_exploitability(run).axes[0].get_ylabel() == f"exploitability ({unit})"
