"""`python -m antiphon` is `antiphon`."""

from antiphon.cli.main import run

if __name__ == "__main__":
    run()
