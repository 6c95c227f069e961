"""The bundle of a study: results, what they were made from, and what checks them, as a BagIt bag (docs/bundle-format.md)."""
