"""`python -m maguyva`: the same as the command `maguyva`."""

import sys

if __name__ == "__main__":
    # `-m` puts the working folder first on the path. That is the workspace, and nothing in a workspace is ever imported.
    if not sys.flags.safe_path:
        del sys.path[0]

    from maguyva.cli import main

    sys.exit(main())
