"""What a strategy is worth that any program has found: its value, gains, best responses and exploitability, proven.

The guide to it is docs/certify.md; the measures are those of docs/bundle-format.md, "Terms and their order".
"""
