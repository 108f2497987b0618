"""Second factors come and go, and each code counts once."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update

from antiphon.access.audit import AuditAction
from antiphon.conversation.errors import CodeRefused, NotFound
from antiphon.store.reads.secrets import Secret
from antiphon.store.tables import recovery_codes, second_factors, secrets
from antiphon.store.unit import Unit
from antiphon.store.writes.audit import Deed, Target, write_audit
from antiphon.store.writes.credentials import note_auth_change
from antiphon.store.writes.secrets import put_secret


def begin_factor(unit: Unit, secret: Secret, deed: Deed) -> None:
    """A factor that counts once a code of it was said; where one counts already, `CodeRefused`."""
    me = unit.principal.id
    confirmed = select(second_factors.c.person_id).where(
        second_factors.c.person_id == me, second_factors.c.confirmed_at.is_not(None)
    )
    if unit.connection.execute(confirmed).one_or_none() is not None:
        raise CodeRefused
    _delete(unit, me)
    put_secret(unit, secret, deed.at)
    row = {"person_id": me, "kind": "totp", "secret_id": secret.id, "last_counter": 0, "created_at": deed.at}
    unit.connection.execute(insert(second_factors), row)


def confirm_factor(unit: Unit, counter: int, codes: Sequence[str], deed: Deed) -> None:
    """From now on it is asked for; these recovery codes count and no others."""
    use_counter(unit, unit.principal.id, counter)
    mine = second_factors.c.person_id == unit.principal.id
    unit.connection.execute(update(second_factors).where(mine).values(confirmed_at=deed.at))
    _put_codes(unit, codes)
    note_auth_change(unit, "person", unit.principal.id)
    write_audit(unit, deed, AuditAction.FACTOR_ADDED, Target("person", unit.principal.id), after={"kind": "totp"})


def replace_codes(unit: Unit, codes: Sequence[str], deed: Deed) -> None:
    """These recovery codes count, and none of before."""
    _put_codes(unit, codes)
    write_audit(unit, deed, AuditAction.FACTOR_CODES_RENEWED, Target("person", unit.principal.id))


def remove_factor(unit: Unit, person_id: str, deed: Deed) -> None:
    """The password alone is enough again; `NotFound` when it was."""
    if not _delete(unit, person_id):
        raise NotFound("second factor", person_id)
    unit.connection.execute(delete(recovery_codes).where(recovery_codes.c.person_id == person_id))
    note_auth_change(unit, "person", person_id)
    write_audit(unit, deed, AuditAction.FACTOR_REMOVED, Target("person", person_id))


def use_counter(unit: Unit, person_id: str, counter: int) -> None:
    """The code of this half minute counts now, and never again: of two at the same moment one is `CodeRefused`."""
    newer = (second_factors.c.person_id == person_id) & (second_factors.c.last_counter < counter)
    if unit.connection.execute(update(second_factors).where(newer).values(last_counter=counter)).rowcount != 1:
        raise CodeRefused


def use_recovery_code(unit: Unit, person_id: str, code_hmac: str, deed: Deed) -> None:
    """This code counts now, and never again."""
    mine = (recovery_codes.c.person_id == person_id) & (recovery_codes.c.code_hmac == code_hmac)
    unused = mine & recovery_codes.c.used_at.is_(None)
    if unit.connection.execute(update(recovery_codes).where(unused).values(used_at=deed.at)).rowcount != 1:
        raise CodeRefused
    write_audit(unit, deed, AuditAction.FACTOR_USED_RECOVERY, Target("person", person_id), actor_id=person_id)


def _put_codes(unit: Unit, codes: Sequence[str]) -> None:
    me = unit.principal.id
    unit.connection.execute(delete(recovery_codes).where(recovery_codes.c.person_id == me))
    unit.connection.execute(insert(recovery_codes), [{"person_id": me, "code_hmac": each} for each in codes])


def _delete(unit: Unit, person_id: str) -> bool:
    mine = second_factors.c.person_id == person_id
    gone = unit.connection.execute(select(second_factors.c.secret_id).where(mine)).scalar_one_or_none()
    if gone is None:
        return False
    unit.connection.execute(delete(second_factors).where(mine))
    unit.connection.execute(delete(secrets).where(secrets.c.id == gone))
    return True
