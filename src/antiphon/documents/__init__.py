"""Files people bring, made safe and readable.

A name is only shown and never used as a path. What a file is is seen from its content. Everything that parses one runs
in a child process with little memory and little time (`door`), so that the worst a file can do is to be refused.
"""
