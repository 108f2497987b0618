"""What is kept. The only room that speaks SQL.

`reads/` answers questions, `writes/` records facts; both work on a `Unit`: one transaction on behalf of one
principal. SQLite and PostgreSQL run the same statements, except for the few in `dialect.py`.
"""
