"""The wire that most programs speak to models: panels and advisors as models of it.

Questions go through `engine.commands.outside_threads`, answers come through `feed.follow_turn`, and whoever calls has
come through the same guard as everybody else.
"""
