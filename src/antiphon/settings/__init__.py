"""The only reader of the environment and of configuration files, one file per subject.

A value comes from, in this order: the environment (`ANTIPHON_PORT`, `ANTIPHON_PROVIDERS__OLLAMA__BASE_URL`), the
file `antiphon.toml`, the database (what people change at run time: a person for themselves, over what holds for their
workspace, over what holds for the whole server), and the default written in its subject's file.
Providers that were added while it ran come last, from `providers.json`: one that the environment or `antiphon.toml`
names too is theirs alone, so that a key never goes to an address it was not given for. Every value knows where it came
from, so that `antiphon config show` can say so. Everything is validated at once and reported in one go. Settings keep
what they were made of, so that the database's part and the added providers can be replaced while everything runs.
"""

from antiphon.settings.backups import read_passphrase
from antiphon.settings.edge import find_public_problems, is_beyond_loopback
from antiphon.settings.environment import PREFIX, default_data_dir, find_program, has_screen, read_basic_environment
from antiphon.settings.header_sso import HeaderSsoSettings, read_proxy_secret
from antiphon.settings.layers import Layers
from antiphon.settings.load import (
    Loaded,
    hide_passwords,
    layers_of,
    load_settings,
    override_settings,
    reload_settings,
    replace_added,
)
from antiphon.settings.oidc import OidcSettings, read_client_secret
from antiphon.settings.providers import (
    EXTRAS,
    HOMES,
    PLUGIN_KIND,
    PROVIDERS_FILE,
    WELL_KNOWN_KEYS,
    ModelSettings,
    ProviderSettings,
    find_address,
    has_extra,
    read_added_providers,
)
from antiphon.settings.retrieval import RecallSettings
from antiphon.settings.settings import EDITABLE, GROUPS, OPERATOR_ONLY, SCOPE_OF, Settings
from antiphon.settings.speech import SpeechSettings
from antiphon.settings.tools import McpServerSettings, read_mcp_servers

__all__ = [
    "EDITABLE",
    "EXTRAS",
    "GROUPS",
    "HOMES",
    "OPERATOR_ONLY",
    "PLUGIN_KIND",
    "PREFIX",
    "PROVIDERS_FILE",
    "SCOPE_OF",
    "WELL_KNOWN_KEYS",
    "HeaderSsoSettings",
    "Layers",
    "Loaded",
    "McpServerSettings",
    "ModelSettings",
    "OidcSettings",
    "ProviderSettings",
    "RecallSettings",
    "Settings",
    "SpeechSettings",
    "default_data_dir",
    "find_address",
    "find_program",
    "find_public_problems",
    "has_extra",
    "has_screen",
    "hide_passwords",
    "is_beyond_loopback",
    "layers_of",
    "load_settings",
    "override_settings",
    "read_added_providers",
    "read_basic_environment",
    "read_client_secret",
    "read_mcp_servers",
    "read_passphrase",
    "read_proxy_secret",
    "reload_settings",
    "replace_added",
]
