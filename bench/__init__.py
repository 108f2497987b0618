"""What we measure, beside the bare parts.

`python -m bench.relay` runs Antiphon next to two bare relays of the same fake provider;
`python -m bench.first_delta` asks how soon the first words come when nothing else is going on.
README.md says how to read the numbers.
"""
