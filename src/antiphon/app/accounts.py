"""Accounts, where they are on: who proves what to whom, and the link for the first owner."""

from datetime import timedelta

from antiphon.access.principal import LOCAL, system_principal
from antiphon.api.gate import Gate
from antiphon.conversation.errors import SettingsInvalid
from antiphon.engine.accounts.accounts import Accounts
from antiphon.engine.accounts.recognise import Recogniser
from antiphon.engine.accounts.set_up import is_set_up, make_setup_link
from antiphon.engine.accounts.watch import Watch
from antiphon.engine.engine import Engine
from antiphon.settings import Settings

# In the store everything is somebody's own. What is missing is a way in for people, and a check of who may publish.
CAN_SIGN_IN = False


def check_accounts(settings: Settings) -> None:
    """Refuse to start where accounts would promise what does not hold."""
    if settings.accounts == "on" and not CAN_SIGN_IN:
        raise SettingsInvalid(("accounts: cannot be switched on yet: there is no page on which people could sign in",))


def build_gate(settings: Settings, engine: Engine) -> Gate | None:
    """Who turns requests into people; nobody while accounts are off."""
    if settings.accounts == "off":
        return None
    try:
        from antiphon.identity.passwords import Passwords

        passwords = Passwords()
    except ModuleNotFoundError as error:
        raise SettingsInvalid(("accounts: install the extra first: pip install 'antiphon[accounts]'",)) from error
    accounts = Accounts(
        engine.store,
        passwords,
        system_principal(LOCAL.workspace_id),
        session_days=settings.session_days,
        session_idle_days=settings.session_idle_days,
    )
    recogniser = Recogniser(accounts)
    watch = Watch(accounts, recogniser)
    engine.add_job("credentials", watch.run_for_ever)
    secure = (settings.public_url or "").startswith("https://")
    return Gate(accounts, recogniser, watch, secure, timedelta(minutes=settings.step_up_minutes))


async def offer_set_up(gate: Gate | None, settings: Settings) -> None:
    """Print the link for the first owner while there is none. The token stands behind a #, so that no log has it."""
    if gate is None or await is_set_up(gate.accounts):
        return
    token = await make_setup_link(gate.accounts)
    print(f"Nobody owns this yet. Open {settings.public_url or ''}/setup#{token}", flush=True)  # noqa: T201
