"""Accounts, where they are on: who proves what to whom, and the link for the first owner."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from antiphon.access.addresses import parse_networks
from antiphon.access.principal import LOCAL, system_principal
from antiphon.api.gate import Gate
from antiphon.app.keys import check_key_file
from antiphon.conversation.errors import SettingsInvalid, StoreUnavailable
from antiphon.engine.accounts.accounts import Accounts
from antiphon.engine.accounts.attempts import Attempts
from antiphon.engine.accounts.header_sign_on import HeaderSignOn
from antiphon.engine.accounts.recognise import Recogniser
from antiphon.engine.accounts.set_up import is_set_up, make_setup_link
from antiphon.engine.accounts.sign_on import SignOn
from antiphon.engine.accounts.watch import Watch
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.jobs import start_job
from antiphon.identity.header_sso import TrustedHeaders
from antiphon.identity.oidc.configured import ConfiguredProvider
from antiphon.identity.oidc.provider import Provider
from antiphon.settings import Settings, read_client_secret, read_proxy_secret
from antiphon.store.unit import Store

if TYPE_CHECKING:
    from antiphon.engine.accounts.vault import Vault

_NO_EXTRA = "accounts: install the extra `accounts` first"
_AGAIN_SECONDS = 2.0


def check_accounts(settings: Settings) -> None:
    """Refuse to start where accounts would promise what does not hold."""
    if settings.accounts == "on":
        check_key_file(settings)


def build_accounts(settings: Settings, store: Store, vault: "Vault | None" = None) -> Accounts:
    """What every deed about accounts needs; `SettingsInvalid` names the extra that is missing."""
    try:
        from antiphon.identity.passwords import Passwords

        passwords = Passwords()
    except ModuleNotFoundError as error:
        raise SettingsInvalid((_NO_EXTRA,)) from error
    return Accounts(
        store,
        passwords,
        system_principal(LOCAL.workspace_id),
        vault=vault,
        session_days=settings.session_days,
        session_idle_days=settings.session_idle_days,
        attempts=Attempts(trusted=parse_networks(settings.trusted_proxies)),
    )


def build_gate(settings: Settings, engine: Engine, vault: "Vault | None") -> Gate | None:
    """Who turns requests into people; nobody while accounts are off."""
    if settings.accounts == "off":
        return None
    accounts = build_accounts(settings, engine.store, vault)
    recogniser = Recogniser(accounts)
    watch = Watch(accounts, recogniser)
    engine.add_job("credentials", watch.run_for_ever)
    address = (settings.public_url or "").rstrip("/")
    step_up = timedelta(minutes=settings.step_up_minutes)
    trusted = parse_networks(settings.trusted_proxies)
    sign_on = _build_sign_on(settings, accounts)
    for provider in sign_on.providers.values():
        engine.close_with(provider.close)
    return Gate(
        accounts,
        recogniser,
        watch,
        address.startswith("https://"),
        sign_on,
        trusted,
        step_up,
        public_url=address,
        second_factor=settings.require_second_factor,
        header_sign_on=_build_header_sign_on(settings, accounts, recogniser),
    )


def _build_header_sign_on(settings: Settings, accounts: Accounts, recogniser: Recogniser) -> HeaderSignOn | None:
    """What a proxy may say of people; nothing, unless the operator says so."""
    said = settings.header_sso
    if said is None:
        return None
    trusted = TrustedHeaders(
        proxies=parse_networks(settings.trusted_proxies),
        secret=read_proxy_secret(said),
        user=said.user,
        email=said.email,
        name=said.name,
        groups=said.groups,
        role_map=said.role_map,
        create_people=said.create_people,
    )
    return HeaderSignOn(accounts, recogniser, trusted)


def _build_sign_on(settings: Settings, accounts: Accounts) -> SignOn:
    """The OpenID providers of the settings; nobody is asked anything before somebody wants to sign in."""
    if not settings.oidc:
        return SignOn(accounts)
    if settings.public_url is None:
        raise SettingsInvalid(("public_url: has to be said where OpenID providers vouch for people",))
    providers = {}
    for name, said in settings.oidc.items():
        configured = ConfiguredProvider(
            name=name,
            issuer=said.issuer,
            client_id=said.client_id,
            title=said.title,
            client_secret=read_client_secret(name, said),
            scopes=said.scopes,
            algorithms=said.algorithms,
            groups_claim=said.groups_claim,
            role_map=said.role_map,
            create_people=said.create_people,
            hosts=said.hosts,
        )
        try:
            providers[name] = Provider(configured)
        except ModuleNotFoundError as error:
            raise SettingsInvalid((_NO_EXTRA,)) from error
    return SignOn(accounts, providers, settings.public_url.rstrip("/"))


@asynccontextmanager
async def follow_secrets(gate: Gate | None, *take_in: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Have secrets that change on any node taken in here, for the length of the context."""
    if gate is None:
        yield
        return
    following = start_job("secrets", lambda: _follow(gate.watch.secrets_changed, *take_in))
    try:
        yield
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


async def _follow(changed: asyncio.Event, *take_in: Callable[[], Awaitable[None]]) -> None:
    """A database that is away is asked again with the next look."""
    while True:
        await changed.wait()
        changed.clear()
        try:
            for each in take_in:
                await each()
        except StoreUnavailable:
            changed.set()
            await asyncio.sleep(_AGAIN_SECONDS)


async def offer_set_up(gate: Gate | None, settings: Settings) -> None:
    """Print the link for the first owner while there is none. The token stands behind a #, so that no log has it."""
    if gate is None or await is_set_up(gate.accounts):
        return
    token = await make_setup_link(gate.accounts)
    place = (settings.public_url or f"http://{settings.host}:{settings.port}").rstrip("/")
    print(f"Nobody owns this yet. Open {place}/setup#{token}", flush=True)  # noqa: T201
