"""Stage `plot`: the figures of a study, as SVG and as PNG; `regretlab.figures.draw` is where it starts."""
