"""Makes, checks and compares SHA-256 manifests, and checks bundles and their signatures, with the standard library alone.

The files and lists are those of docs/bundle-format.md; `sha256sum --check --strict` reads the lists too.
"""
