"""The panel asked with LangChain and with LiteLLM; prints what they saw as JSON."""

import json
import sys

import litellm
from langchain_openai import ChatOpenAI

BASE_URL, MODEL = sys.argv[1], "antiphon/panel/starter"


def ask(content: str) -> list[dict[str, str]]:
    """One question."""
    return [{"role": "user", "content": content}]


def ask_litellm(content: str, *, stream: bool = False, model: str = MODEL) -> object:
    """The same through LiteLLM."""
    return litellm.completion(
        model=f"openai/{model}", messages=ask(content), api_base=BASE_URL, api_key="local", stream=stream, num_retries=0
    )


def refuse() -> str:
    """How a model that is not there is told."""
    try:
        ask_litellm("Who?", model="antiphon/panel/none")
    except litellm.NotFoundError as error:
        return str(error)
    return "answered"


chain = ChatOpenAI(model=MODEL, base_url=BASE_URL, api_key="local", max_retries=0)
print(
    json.dumps(
        {
            "invoked": chain.invoke("Invoked?").content,
            "chained": "".join(str(each.content) for each in chain.stream("Chained?")),
            "completed": ask_litellm("Completed?").choices[0].message.content,
            "pieces": "".join(
                each.choices[0].delta.content or "" for each in ask_litellm("Pieces?", stream=True) if each.choices
            ),
            "refused": refuse(),
        }
    )
)
