"""The address of a PostgreSQL as its own programs read it: in variables, for the list of processes shows arguments."""

from psycopg.pq import Conninfo
from sqlalchemy import make_url


def name_connection(url: str) -> dict[str, str]:
    """The variables by which `pg_dump` and its like reach the same database, the password among them."""
    address = make_url(url)
    _, said = address.get_dialect()().create_connect_args(address)
    variables = {each.keyword.decode(): each.envvar.decode() for each in Conninfo.get_defaults() if each.envvar}
    return {variables[name]: str(value) for name, value in said.items() if name in variables}
