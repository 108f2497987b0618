"""Advisors under test: cases in a file, what is sent for each, how the answers are judged, and what is reported.

`suites.load.load_suite` reads cases, whatever dialect they were written in; `play.play` composes, sends and judges one;
`run.run_jobs` plays many at once, cached, resumable and under a ceiling; `report` tells about them.
"""
