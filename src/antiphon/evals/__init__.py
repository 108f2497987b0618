"""Advisors under test: cases in a file, what is sent for each, how the answers are judged, and what is reported.

    suite = load_suite(path)                     # cases, whatever dialect they were written in
    result = await play(case, stage)             # payloads composed, sent and answered, then judged
    results = await run_suite(suite, stage, ...) # many at once, cached, resumable, under a ceiling
"""
