"""Forgeries of what is said of all runs: tables, claims, reports, figures and prose."""

from __future__ import annotations

import json
import re
from fractions import Fraction

from audit.selftest.bundle_copy import CRATE
from audit.selftest.describing import compact
from audit.selftest.forgery import FORGERIES, first, forgery, more
from audit.selftest.forging import Forger, Table
from audit.selftest.mutation import EXPECT, Group, InapplicableError

group = Group(FORGERIES, "semantics")


@forgery(group, "files-disagree", "not-as-derived")
def run_in_the_table_of_all(forger: Forger) -> None:
    """runs.csv has another exploitability for an iteration than the run itself."""
    _raise(forger, "runs.csv", "exploitability")


@forgery(group, "files-disagree", "not-as-derived")
def band(forger: Forger) -> None:
    """methods.csv has a band that reaches further."""
    _raise(forger, "methods.csv", "high")


def _raise(forger: Forger, file: str, column: str) -> None:
    table = forger.table(file)
    row = len(table.rows) // 2
    table.put(row, column, more(table.cell(row, column)))
    forger.write(table)


@forgery(group, "files-disagree", "not-as-derived")
def rank(forger: Forger) -> None:
    """The first of the ranking is another method."""
    table = forger.table("ranking.csv")
    column = max(n for n, name in enumerate(table.header) if name.startswith("rank_"))
    table.rows[0][column] = str(int(table.rows[0][column]) + 1)
    forger.write(table)


@forgery(group)
def digit_of_a_claim(forger: Forger) -> None:
    """A figure is said to be regenerated in other digits than the number has."""
    table = forger.table(forger.files(r"claims\.csv")[0])
    row = _with_a_digit(table)
    table.put(row, "regenerated", re.sub(r"[0-9](?=[^0-9]*$)", _other_digit, table.cell(row, "regenerated")))
    forger.write(table)


def _with_a_digit(table: Table) -> int:
    """The first claim that is on a number."""
    for row in range(len(table.rows)):
        if re.search("[0-9]", table.cell(row, "printed")):
            return row
    raise InapplicableError("this study makes no claims on numbers")


def _other_digit(match: re.Match[str]) -> str:
    return str((int(match[0]) + 1) % 10)


@forgery(group, level="truth")
def claim_regenerated_from_nothing(forger: Forger) -> str:
    """A printed figure is another, and so is the number that is said to reproduce it."""
    forger.files(r"verification/claims/python\.json")
    table = forger.table(forger.files(r"claims\.csv")[0])
    for row in range(len(table.rows)):
        printed = table.cell(row, "printed")
        if re.fullmatch(r"-?[0-9]\.[0-9]{2,}", printed):
            other = re.sub(r"[0-9]$", _other_digit, printed)
            table.put(row, "printed", other)
            table.put(row, "regenerated", other)
            table.put(row, "unrounded", str(Fraction(other)))
            forger.write(table)
            return "claims"
    raise InapplicableError("this study makes no claims on decimals")


@forgery(group)
def claim_that_fails(forger: Forger) -> None:
    """A printed figure is another than the one regenerated, and said to be reproduced."""
    table = forger.table(forger.files(r"claims\.csv")[0])
    row = _with_a_digit(table)
    table.put(row, "printed", re.sub(r"[0-9](?=[^0-9]*$)", _other_digit, table.cell(row, "printed")))
    forger.write(table)


@forgery(group, "report-untrue")
def verdict_on_more_than_there_is(forger: Forger) -> None:
    """The verdict says that more numbers were compared than the reports say."""
    forger.change_json(
        "verdict/verification.json",
        lambda verdict: verdict.update(summary=re.sub(r"^[0-9,]+", "999,999,999", verdict["summary"])),
    )


@forgery(group, "report-untrue")
def level_of_a_run(forger: Forger) -> None:
    """The reports on a run claim another level than study.json asks for."""
    forger.change_reports(
        forger.run(),
        lambda report: report.update(level="certified" if report["level"] != "certified" else "repeated"),
    )


@forgery(group, "report-untrue")
def failed_verification(forger: Forger) -> None:
    """The reports on a run say that it failed, the verdict that all is well."""
    forger.change_reports(forger.run(), lambda report: report.update(passed=False))


@forgery(group, "report-differs", level="truth")
def reason_of_a_check(forger: Forger) -> str:
    """The reports on the tables give another reason for what is tolerated."""

    def change(report: dict[str, list[dict[str, str]]]) -> None:
        report["checks"][-1]["reason"] = "differences are of no account"

    forger.change_reports("tables", change)
    return "tables"


@forgery(group, "report-differs", "files-disagree", level="truth")
def more_checks_than_were_made(forger: Forger) -> str:
    """The reports on the tables claim a number more than was compared, and so do verdict and page."""

    def change(report: dict[str, list[dict[str, int]]]) -> None:
        report["checks"][-1]["numbers"] += 1

    forger.change_reports("tables", change)
    before = forger.json("verdict/verification.json")["summary"]
    forger.change_json("verdict/verification.json", lambda verdict: verdict.update(summary=_one_more(before)))
    page = forger.text("report.html").replace(before, _one_more(before))
    forger.bundle.write(forger.path("report.html"), page)
    return "tables"


def _one_more(summary: str) -> str:
    return re.sub(r"^[0-9,]+", lambda match: f"{int(match[0].replace(',', '')) + 1:,}", summary)


@forgery(group)
def certificate_of_a_run(forger: Forger) -> None:
    """The exact nash_conv that the reports on a run have is half of what it is."""

    def change(report: dict[str, dict[str, dict[str, str]]]) -> None:
        number = report["certificate"]["nash_conv"]
        number["fraction"] = str(Fraction(number["fraction"]) / 2)

    forger.change_reports(forger.run(), change)


@forgery(group, "file-not-there")
def product_left_out(forger: Forger) -> None:
    """A table of a run is gone, from all lists too."""
    forger.bundle.remove(forger.path(f"{forger.run()}/strategy.csv"))


@forgery(group, "file-not-due")
def product_added(forger: Forger) -> None:
    """A table is there that study.json does not call for, in all lists too."""
    forger.bundle.write(forger.path(f"{forger.run()}/strategy-2.csv"), forger.text(f"{forger.run()}/strategy.csv"))


@forgery(group)
def number_of_the_page(forger: Forger) -> None:
    """A number of a table of report.html is another."""
    text = forger.text("report.html")
    changed = re.sub(r"(<td[^>]*>[^<]*[0-9]\.[0-9]+)([0-9])(<)", _other_number, text, count=1)
    if changed == text:
        raise InapplicableError("no number in a table of report.html")
    forger.bundle.write(forger.path("report.html"), changed)


def _other_number(match: re.Match[str]) -> str:
    return f"{match[1]}{(int(match[2]) + 1) % 10}{match[3]}"


@forgery(group)
def point_of_a_figure(forger: Forger) -> None:
    """A line of a figure has a point elsewhere."""
    file = forger.files(r"figures/[^/]+/exploitability\.svg")[0]
    text = forger.text(file)
    paths = re.findall(r'<path d="([^"]*)"', text)
    longest = max(paths, key=lambda path: path.count("L "))
    points = longest.split("L ")
    x, y = points[len(points) // 2].split()[:2]
    points[len(points) // 2] = points[len(points) // 2].replace(f"{x} {y}", f"{x} {float(y) / 2 + 1:.6f}", 1)
    forger.bundle.write(forger.path(file), text.replace(longest, "L ".join(points)))


@forgery(group, "format-of-file")
def window_of_a_figure(forger: Forger) -> None:
    """The lines of a figure are cut off by a rectangle that is moved away from where it seems to be."""
    file = forger.files(r"figures/[^/]+/exploitability\.svg")[0]
    forger.bundle.write(
        forger.path(file),
        re.sub(r"<defs>(?=\s*<clipPath)", '<defs transform="translate(300 0)">', forger.text(file)),
    )


@forgery(group, "format-of-file")
def style_of_a_figure(forger: Forger) -> None:
    """The style sheet of a figure is for printers alone."""
    file = forger.files(r"figures/[^/]+/exploitability\.svg")[0]
    forger.bundle.write(forger.path(file), forger.text(file).replace("<style ", '<style media="print" ', 1))


@forgery(group, "files-disagree")
def title_of_the_bundle(forger: Forger) -> None:
    """bag-info.txt has another title than study.json."""
    forger.bundle.edit("bag-info.txt", "External-Description: ", "External-Description: Not ")


@forgery(group, "files-disagree")
def value_of_a_parameter(forger: Forger) -> None:
    """ro-crate-metadata.json says that the workflow was run for other iterations than study.json."""
    crate = json.loads(forger.bundle.text(CRATE))
    values = (entity for entity in crate["@graph"] if entity["@id"] == "#value/iterations/1")
    value = first(values, "this study has no iterations")
    value["value"] += 1
    forger.bundle.write(CRATE, compact(crate))


@forgery(group, level=EXPECT)
def picture(forger: Forger) -> None:
    """A picture of dots (PNG) has another comment: what it shows is not read by the audit."""
    file = forger.files(r"figures/.*\.png")[0]
    content = forger.bundle.read(forger.path(file))
    if b"IDAT" not in content:
        raise InapplicableError(f"{file} is no PNG with dots")
    place = content.index(b"IDAT") + len(b"IDAT") + 8
    forger.bundle.write(forger.path(file), content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])


@forgery(group, level=EXPECT)
def text_of_the_readme(forger: Forger) -> None:
    """README.md of the bundle says something else: it is prose."""
    forger.bundle.write("README.md", forger.bundle.text("README.md") + "\nThese numbers are from another machine.\n")


@forgery(group, level=EXPECT)
def source_of_the_numbers(forger: Forger) -> None:
    """The sources have a line more than those that the numbers were made from."""
    forger.bundle.write(forger.bundle.material, forger.bundle.read(forger.bundle.material) + b"# more\n")


@forgery(group, level=EXPECT)
def audit_of_the_forger(forger: Forger) -> None:
    """The program that comes with the bundle, and its sources, find no faults: start one that you have from elsewhere."""
    forger.bundle.write("data/src/audit/__main__.py", "def main():\n    print('pass')\n")
