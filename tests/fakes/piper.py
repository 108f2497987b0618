"""A program that is used like Piper: lines come in, WAV files go out, and each is named on its error output.

A line with "slowly" takes half a second, one with "fall" ends the process, and every start is written to
`starts` beside the voice.
"""

import argparse
import sys
import time
from pathlib import Path

from antiphon.speech.wav import Shape, build_header
from tests.fakes.speech_server import RATE, WORD_SECONDS, build_tone


def main() -> None:
    """Speak until the input ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("-m", type=Path, required=True)
    parser.add_argument("--output_dir", type=Path, required=True)
    parser.add_argument("--length_scale", type=float, default=1.0)
    options = parser.parse_args()
    with (options.m.parent / "starts").open("a") as starts:
        starts.write("started\n")
    print("INFO:loaded a voice", file=sys.stderr, flush=True)
    for number, line in enumerate(sys.stdin):
        if "fall" in line:
            sys.exit(1)
        if "slowly" in line:
            time.sleep(0.5)
        samples = build_tone(440, len(line.split()) * WORD_SECONDS * options.length_scale)
        file = options.output_dir / f"{number}.wav"
        file.write_bytes(build_header(Shape(RATE, 1, 2), len(samples)) + samples)
        print(f"INFO:__main__:Wrote {file}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
