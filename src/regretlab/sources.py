"""Which source files a module is made of: what Snakemake has to watch, since it does not look into imported modules."""

import ast
from functools import cache
from pathlib import Path

SRC = Path(__file__).parent.parent


@cache
def sources(*modules: str) -> tuple[str, ...]:
    """Paths, relative to the project's folder, of the modules and of all that they import from `src`, sorted."""
    found: dict[str, Path] = {}
    left = list(modules)
    while left:
        name = left.pop()
        path = _path(name)
        if name not in found and path is not None:
            found[name] = path
            left += _imports(path)
    return tuple(sorted(f"src/{path.relative_to(SRC).as_posix()}" for path in found.values()))


@cache
def package_sources(package: str) -> tuple[str, ...]:
    """Paths, relative to the project's folder, of all files of a package or of one of its folders, sorted."""
    files = [path for path in (SRC / package).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return tuple(sorted(f"src/{path.relative_to(SRC).as_posix()}" for path in files))


@cache
def _path(module: str) -> Path | None:
    """The file of a module of ours."""
    base = SRC.joinpath(*module.split("."))
    return next((path for path in (base / "__init__.py", base.with_suffix(".py")) if path.is_file()), None)


@cache
def _imports(path: Path) -> tuple[str, ...]:
    """Everything that may be a module in the import statements of a file, and the packages that it is in."""
    found = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            parts = name.split(".")
            found += [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
    return tuple(found)
