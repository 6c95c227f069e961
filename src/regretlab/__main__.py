"""`python -m regretlab`."""

import sys

from regretlab.cli import main

sys.exit(main())
