"""What a server on the chat wire insists on.

Everyone speaks the same wire and nobody quite the same dialect: which order of roles is refused, what the longest
answer is called, where the key goes. A profile holds those rules as values; `shape` and the chat body follow them.
Where a server's rules are not known, the stricter one is chosen: a merged message is refused by nobody.
"""

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote, urlencode, urlsplit

from antiphon.conversation.thinking import Thinking, is_on
from antiphon.providers.thinking import ThinkingForm, fixes_temperature

Alternation = Literal["strict", "lenient"]
SystemPlacement = Literal["message", "merged"]
TokensField = Literal["max_tokens", "max_completion_tokens"]
Auth = Literal["bearer", "api_key"]
# Where a picture goes that came with a tool's answer: into it, behind all answers as the person's, or nowhere.
ToolImages = Literal["inside", "behind", "nowhere"]


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules of one kind of server.

    `alternate` strict merges neighbours of one role. `system` merged puts the system prompt before the first user
    message, for models whose template knows no system role. `fixed_temperature` matches the models that refuse to be
    given one. `cache_key_field` is empty where no such field is documented. `shares_window` is true
    where prompt and answer must fit into one window together. Without `person_after_tool` nobody may speak between a
    tool's answer and the model's. `takes_schema` is true where a request may say which JSON the answer must be.
    `thinking` is the form in which a model is asked to think; with `wants_thoughts` it must be handed back beside the
    results of tools, and `thinks_anyway` matches the models that think unless they are told not to. `tool_images` says
    where pictures of tools go; with `asks_for_images` a model that draws does so only when it is told that it may.
    Without `takes_messages` a server completes one text instead.
    """

    name: str
    alternate: Alternation = "strict"
    must_start_with_user: bool = True
    must_end_with_user: bool = True
    system: SystemPlacement = "message"
    max_tokens_field: TokensField = "max_tokens"
    sends_temperature: bool = True
    fixed_temperature: re.Pattern[str] | None = None
    stream_usage: bool = True
    cache_key_field: str = ""
    auth: Auth = "bearer"
    has_deployments: bool = False
    shares_window: bool = True
    person_after_tool: bool = True
    takes_schema: bool = True
    thinking: ThinkingForm = "effort"
    wants_thoughts: bool = False
    thinks_anyway: re.Pattern[str] | None = None
    tool_images: ToolImages = "behind"
    asks_for_images: bool = False
    takes_messages: bool = True

    def takes_temperature(self, model: str, thinking: Thinking | None = None) -> bool:
        """True when this model may be told a temperature while it thinks this much."""
        is_fixed = self.fixed_temperature is not None and self.fixed_temperature.match(model) is not None
        return self.sends_temperature and not is_fixed and not fixes_temperature(self.thinking, thinking)

    def wants_back(self, model: str, thinking: Thinking | None) -> bool:
        """True when this model, asked to think this much, wants what it thought back beside its calls of tools."""
        is_unasked = thinking is None and self.thinks_anyway is not None and self.thinks_anyway.match(model) is not None
        return self.wants_thoughts and (is_on(thinking) or is_unasked)

    def build_url(self, base_url: str, model: str, api_version: str = "") -> str:
        """The address a request for this model goes to.

        With deployments, a base that does not end in /v1 means the older form: the deployment in the path and the
        version of the API behind it.
        """
        base = self._find_base(base_url, f"/deployments/{quote(model, safe='')}")
        path = "chat/completions" if self.takes_messages else "completions"
        return f"{base}/{path}{_build_query(api_version)}"

    def build_list_url(self, base_url: str, api_version: str = "") -> str:
        """The address that lists the models; where there are deployments, those that could be deployed."""
        return f"{self._find_base(base_url)}/models{_build_query(api_version)}"

    def _find_base(self, base_url: str, deployment: str = "") -> str:
        base = base_url.rstrip("/")
        if self.has_deployments and not base.endswith("/v1"):
            return f"{base.removesuffix('/openai')}/openai{deployment}"
        return base

    def build_auth(self, api_key: str) -> dict[str, str]:
        """The header that carries the key."""
        return {"api-key": api_key} if self.auth == "api_key" else {"Authorization": f"Bearer {api_key}"}


def _build_query(api_version: str) -> str:
    return f"?{urlencode({'api-version': api_version})}" if api_version else ""


# These models reason before they answer, and refuse every temperature but their own.
_REASONING = re.compile(r"o[134]\b|gpt-5(-|$)|gpt-5\.[5-9]|gpt-5\.[0-9]-(chat|codex|pro)|gpt-[6-9]")

GENERIC = Profile("generic")
AS_IS = Profile(
    "as_is", alternate="lenient", must_start_with_user=False, must_end_with_user=False, thinking="reasoning"
)

_KNOWN = (
    GENERIC,
    # Any order of roles is taken. The newer models know only max_completion_tokens, and the older ones know it too.
    Profile(
        "openai",
        alternate="lenient",
        must_start_with_user=False,
        must_end_with_user=False,
        max_tokens_field="max_completion_tokens",
        fixed_temperature=_REASONING,
        cache_key_field="prompt_cache_key",
        shares_window=False,
        thinking="openai",
    ),
    # The same models in deployments of one's own, whose names tell nothing about them. Dated versions of the API refuse
    # fields they do not know, so no cache key is sent.
    Profile(
        "azure",
        alternate="lenient",
        must_start_with_user=False,
        must_end_with_user=False,
        max_tokens_field="max_completion_tokens",
        fixed_temperature=_REASONING,
        auth="api_key",
        has_deployments=True,
        shares_window=False,
        thinking="deployment",
    ),
    # A gateway in front of everybody's models: as strict as the strictest behind it.
    Profile("openrouter", thinking="reasoning", asks_for_images=True),
    # Its templates merge neighbours themselves, and an answer at the end is continued instead of answered.
    Profile("ollama"),
    # The model's own template decides; those of Gemma and Mistral refuse neighbours of one role.
    Profile("vllm", thinking="vllm"),
    Profile("llamacpp", thinking="llamacpp"),
    # max_tokens is deprecated there.
    Profile(
        "groq",
        alternate="lenient",
        must_start_with_user=False,
        must_end_with_user=False,
        max_tokens_field="max_completion_tokens",
        thinking="groq",
    ),
    # Refuses unknown fields, stream_options among them; usage comes without being asked for.
    Profile("mistral", stream_usage=False, person_after_tool=False, tool_images="nowhere", thinking="mistral"),
    # The reasoning model refuses neighbours of one role and an answer at the end. JSON it promises, but no schema. A
    # model that thinks refuses results of tools without what it thought before it called them.
    Profile(
        "deepseek",
        takes_schema=False,
        thinking="deepseek",
        wants_thoughts=True,
        thinks_anyway=re.compile(r"deepseek-(v[4-9]|reasoner)"),
    ),
    # The newer models have a temperature of their own in either mood and refuse every other; most think unasked.
    Profile(
        "moonshot",
        fixed_temperature=re.compile(r"kimi-(k2\.[5-9]|k[3-9])"),
        thinking="kimi",
        wants_thoughts=True,
        thinks_anyway=re.compile(r"kimi-(k2\.[5-9]|k2-thinking|k[3-9])"),
    ),
    # Documented to take roles in any order.
    Profile("xai", alternate="lenient", must_start_with_user=False, must_end_with_user=False, thinking="xai"),
    # The older wire, for models that were never taught to talk: all messages as one text.
    Profile("completions", takes_messages=False, takes_schema=False, tool_images="nowhere"),
)
PROFILES: dict[str, Profile] = {each.name: each for each in _KNOWN}

_BY_HOST = {
    "api.openai.com": "openai",
    "openrouter.ai": "openrouter",
    "api.groq.com": "groq",
    "api.mistral.ai": "mistral",
    "api.deepseek.com": "deepseek",
    "api.moonshot.ai": "moonshot",
    "api.moonshot.cn": "moonshot",
    "api.x.ai": "xai",
}
_AZURE_HOSTS = (".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com")


def choose_profile(provider: str, base_url: str, wanted: str | None = None) -> Profile:
    """The profile somebody asked for, else the one of the host, else the one called like the provider, else generic.

    The host comes before the name: a provider called openai that points at OpenRouter is OpenRouter. Raises `KeyError`
    for a wanted profile that does not exist.
    """
    if wanted:
        return PROFILES[wanted]
    host = urlsplit(base_url).hostname or ""
    if host.endswith(_AZURE_HOSTS):
        return PROFILES["azure"]
    return PROFILES.get(_BY_HOST.get(host, provider), GENERIC)
