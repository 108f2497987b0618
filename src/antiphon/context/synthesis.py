"""A synthesis as advisors read it: one quoted block, when the person ticked it for this message.

It stands behind the reference block and is closed in the same way: nothing inside can look like its frame. Who was
heard comes before the text, those who were not first.
"""

from collections.abc import Iterable, Iterator, Sequence

from antiphon.advisors.prompt import Prompts, fill
from antiphon.context.reference import quote, quote_name
from antiphon.conversation.quorum import Quorum
from antiphon.conversation.synthesis import Sentence, Synthesis


def write_synthesis(synthesis: Synthesis, prompts: Prompts) -> str:
    """The block; the same bytes for every advisor."""
    quorum = synthesis.quorum
    facts = {"turn": str(synthesis.position), "answered": str(quorum.answered), "asked": str(quorum.asked)}
    opening = " ".join((fill(prompts.synthesis, facts), *_name_voices(quorum, prompts)))
    paragraphs = (_write(each, prompts) for each in synthesis.paragraphs)
    return "\n\n".join((f"[{opening}", *paragraphs)) + "]"


def _name_voices(quorum: Quorum, prompts: Prompts) -> Iterator[str]:
    groups = (
        (prompts.synthesis_missing, [each.name for each in quorum.missing]),
        (prompts.synthesis_cut, [each.name for each in quorum.cut]),
        (prompts.synthesis_trimmed, [each.name for each in quorum.trimmed]),
        (prompts.synthesis_suspected, [each.name for each in quorum.suspected]),
    )
    for template, names in groups:
        if names:
            yield fill(template, {"names": _join(names)})


def _write(paragraph: Sequence[Sentence], prompts: Prompts) -> str:
    """A line for each sentence. Its sources come first, where nothing inside a sentence can stand."""
    return "\n".join(f"{_name_sources(each, prompts)}: {quote(each.text)}" for each in paragraph)


def _name_sources(sentence: Sentence, prompts: Prompts) -> str:
    if sentence.is_own:
        return prompts.synthesis_own
    return fill(prompts.synthesis_from, {"names": _join(dict.fromkeys(each.name for each in sentence.anchors))})


def _join(names: Iterable[str]) -> str:
    return ", ".join(quote_name(name) for name in names)
