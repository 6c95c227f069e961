"""Reproducible equilibrium experiments: a study is a YAML file, one command turns it into files that prove themselves."""
