"""Codes of what is wrong with a study that does not agree with itself, or is not true; a code never changes its meaning.

docs/bundle-format.md, "Level semantics" and "Level truth".
"""

from __future__ import annotations

FILE_MISSING = "file-not-there"
FILE_NOT_DUE = "file-not-due"
FILE_UNREADABLE = "file-unreadable"
FILE_FORM = "file-form"
JSON_FORM = "json-form"
JSON_KEYS = "json-keys"
TABLE_SCHEMA = "table-schema"
TABLE_ROWS = "table-rows"
CELL_FORM = "cell-form"
CELL_RANGE = "cell-range"
SUM_WRONG = "sum-wrong"
FILES_DISAGREE = "files-disagree"
STUDY_WRONG = "study-wrong"
REPORT_UNTRUE = "report-untrue"
NOT_AS_DERIVED = "not-as-derived"
REPORT_DIFFERS = "report-differs"
PARQUET_DIFFERS = "parquet-differs"
FORMAT = "format-of-file"
RESOURCES = "too-large-to-check"
CHANGED = "changed-meanwhile"

MEANINGS = {
    FILE_MISSING: "a file that study.json calls for is not in the folder",
    FILE_NOT_DUE: "a file in the folder is none that study.json calls for",
    FILE_UNREADABLE: "a file cannot be read, is no regular file or is larger than any such file can be",
    FILE_FORM: "a file is not text as published: UTF-8 without a byte order mark, lines that end with LF",
    JSON_FORM: "a file is not JSON as published: strict, indented by two spaces, no key twice",
    JSON_KEYS: "a JSON file lacks a key, has another one, or a value of another type",
    TABLE_SCHEMA: "a table does not have the columns that are due",
    TABLE_ROWS: "a table does not have the rows that are due: one is missing, not due, there twice or out of order",
    CELL_FORM: "a cell is not the one text that its number has: shortest decimal, fraction in lowest terms, whole number, mark",
    CELL_RANGE: "a number is outside the range that it can have, such as a probability above 1",
    SUM_WRONG: "numbers do not add up to what they must, such as the probabilities of an infoset",
    FILES_DISAGREE: "two files that are published together say different things",
    STUDY_WRONG: "study.json does not describe a study",
    REPORT_UNTRUE: "a report or a verdict says what is not so, of the files beside it or in itself",
    NOT_AS_DERIVED: "a number, text or mark is not what is derived again of it",
    REPORT_DIFFERS: "a published report is not the one that is derived again",
    PARQUET_DIFFERS: "a Parquet file is not the same table as its CSV file",
    FORMAT: "a figure or page is not a file of its kind",
    RESOURCES: "memory or recursion came to an end before all was checked",
    CHANGED: "a file had other bytes when it was read again",
}
"""Each with one sentence."""
