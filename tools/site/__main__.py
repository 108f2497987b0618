"""`python -m tools.site [FOLDER]`: build the documentation into `FOLDER/VERSION`, by itself `site`."""

import sys
from pathlib import Path

from tools.site.build import run

run(Path(sys.argv[1] if len(sys.argv) > 1 else "site"))
