"""The wire between agents and the screens of other people: a panel is a run, each of its voices a subagent of it.

Questions, names, pictures and syntheses go the way of the other wire that programs speak (`api.openai`); only how they
are asked and how the answer is told is different here.
"""
