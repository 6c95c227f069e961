"""Media types of the files of a bundle (IANA's registry; plain text where there is none)."""

from pathlib import PurePosixPath

_TYPES = {
    ".cff": "application/yaml",
    ".csv": "text/csv",
    ".html": "text/html",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
    ".phh": "application/toml",
    ".phhs": "application/toml",
    ".png": "image/png",
    ".py": "text/x-python",
    ".svg": "image/svg+xml",
    ".toml": "application/toml",
    ".yaml": "application/yaml",
}


def media_type(path: str) -> str:
    """The media type of a file, by its name."""
    return _TYPES.get(PurePosixPath(path).suffix, "text/plain")
