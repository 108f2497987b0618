"""Which models can be shown images, and which answer with some. No public list says so, so their names do."""

import re

# Makers whose models see, from the generation on that began to.
_FAMILIES = (
    r"claude-(?!2|instant)",
    r"(?:chat)?gpt-(?:4o|4\.[15]|4-turbo|4-vision|[5-9])",
    r"o1(?!-mini|-preview)\b",
    r"o3(?!-mini)\b",
    r"o4\b",
    r"gemini-(?!embedding)",
    r"gemma-?[3-9](?!.*\b1b\b)",
    r"grok-[4-9]",
    r"llama-?4",
    r"mistral-(?:small|medium|large)-(?:latest|3|25(?:0[3-9]|1)|2[6-9])",
    r"nova-(?:lite|pro|premier)",
    r"pixtral",
    r"moondream",
    r"minicpm-[vo]",
    # A voice of the rehearsal.
    r"painter$",
)
_SEEING = re.compile("|".join(f"(?:{each})" for each in _FAMILIES))
# What open models are called that learned it.
_TOLD = re.compile(r"vision|multimodal|omni|llava|(?:^|[-.\d])vl(?:$|[-:.\d])|internvl|smolvlm")
_TEXT_ONLY = re.compile(r"audio|realtime|transcribe|tts|embed|search-preview|gpt-5-codex")

# What those are called that answer with pictures beside words.
_DRAWING = re.compile(r"(?:^|-)image(?:$|-)|nano-?banana|^painter$|^flux|^seedream|^riverflow|^recraft")


def can_see(model: str) -> bool:
    """Whether the name says so; a model nobody knows is taken to read only."""
    name = model.lower().rpartition("/")[2]
    return _TEXT_ONLY.search(name) is None and bool(_SEEING.match(name) or _TOLD.search(name))


def can_draw(model: str) -> bool:
    """Whether the name says that it answers with pictures; such answers come in larger pieces."""
    return _DRAWING.search(model.lower().rpartition("/")[2].partition(":")[0]) is not None
