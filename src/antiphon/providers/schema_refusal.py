"""Telling that it was the schema a server would not take.

Nobody has a code for it. A request that holds no schema is never judged here: in an answer to one, the same words are
about something else, like the schema of a tool.
"""

import re

from antiphon.conversation.errors import ModelUnknown, ProviderError, RequestRejected, SchemaRefused

# Every server that refuses names the field it was given in, what it calls the feature, or the grammar it made of it.
_SCHEMA = re.compile(
    r"response[_ .]?format"
    r"|json[_ -]?schema"
    r"|(?:response|output|guided)[_ ]?(?:json[_ ]?)?(?:schema|json|config|format)"
    r"|structured[_ -]outputs?"
    r"|json[_ -]mode"
    r"|\bgrammar"
    r"|json_validate_failed|failed to generate json"
    # Ours are plain requests: of all their fields, this is the one a server may not know.
    r"|extra inputs are not permitted"
    r"|(?:unsupported|unknown|unrecognized|unexpected) (?:request )?(?:parameter|argument|field|name|key)"
    r"|no endpoints found that (?:can handle|support) the requested parameters",
    re.IGNORECASE,
)


def find_schema_refusal(error: ProviderError) -> SchemaRefused | None:
    """The same failure under its own name, if it is the schema that was refused; nothing otherwise.

    Servers without the feature answer that they reject the request, or that the model is not supported for it.
    """
    if not isinstance(error, RequestRejected | ModelUnknown) or not _SCHEMA.search(error.provider_message):
        return None
    return SchemaRefused(error.provider, status=error.status, provider_message=error.provider_message)
