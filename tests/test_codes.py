"""The codes of problems: the page on the format has each with its own meaning, and no code has two."""

import re

from recheck.codes import MEANINGS as OF_RECHECK
from seal.problem import MEANINGS as OF_SEAL


def test_page_has_every_code_with_its_meaning(project):
    page = (project / "docs/bundle-format.md").read_text(encoding="utf-8")
    found = dict(re.findall(r"^\| `([a-z]+(?:-[a-z]+)*)` \| (.*) \|$", page, re.MULTILINE))
    known = {**OF_SEAL, **OF_RECHECK}
    assert {code: found.get(code, "").replace("`", "") for code in known} == known


def test_no_code_means_two_things():
    assert not set(OF_SEAL) & set(OF_RECHECK)
