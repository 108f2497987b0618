"""Whether a connection is a session of its own."""

from secrets import token_hex

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DBAPIError

from antiphon.conversation.errors import SettingsInvalid
from antiphon.store.dialect import HIDDEN, bound_answers
from antiphon.store.failure import is_away, name_failure

_SHARED = (
    "database_url: what answers there shares its sessions between clients, as PgBouncer does in transaction mode; "
    "locks and limits that belong to a session would be somebody else's. Name PostgreSQL itself, or a pooler in "
    "session mode"
)
_NOTE = text("SELECT set_config('antiphon.session', :note, false)")
_READ = text("SELECT current_setting('antiphon.session', true)")


def check_sessions(url: str) -> None:
    """Refuse an address behind which two connections can end up in one session; SQLite has no such thing."""
    if url.startswith("sqlite"):
        return
    engine = bound_answers(create_engine(url, hide_parameters=HIDDEN, connect_args={"prepare_threshold": None}))
    try:
        with engine.connect() as one, engine.connect() as two:
            shared = _are_shared(one, two)
    except DBAPIError as error:
        if is_away(error):
            raise name_failure(error) from error
        shared = True
    finally:
        engine.dispose()
    if shared:
        raise SettingsInvalid((_SHARED,))


def _are_shared(one: Connection, two: Connection) -> bool:
    """Leave a note in one session. A pooler gives the session that came back last to whoever asks next."""
    note = token_hex(8)
    one.execute(_NOTE, {"note": note})
    one.commit()
    found = two.execute(_READ).scalar_one()
    kept = one.execute(_READ).scalar_one()
    one.execute(_NOTE, {"note": ""})
    one.commit()
    return bool(found == note or kept != note)
