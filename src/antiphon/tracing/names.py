"""What spans and their facts are called.

The names of OpenTelemetry for generative AI are still moving from one place to another, so they are written down here
and not taken from a package. Those that hold words (messages, instructions, arguments and results of tools, the names
people gave their advisors) are left out on purpose.
"""

from typing import Final

# Of every request that comes in.
METHOD: Final = "http.request.method"
ROUTE: Final = "http.route"
STATUS: Final = "http.response.status_code"
SCHEME: Final = "url.scheme"
ERROR: Final = "error.type"

# Of models and tools.
OPERATION: Final = "gen_ai.operation.name"
PROVIDER: Final = "gen_ai.provider.name"
CONVERSATION_ID: Final = "gen_ai.conversation.id"
AGENT_ID: Final = "gen_ai.agent.id"
REQUEST_MODEL: Final = "gen_ai.request.model"
REQUEST_STREAM: Final = "gen_ai.request.stream"
FINISH_REASONS: Final = "gen_ai.response.finish_reasons"
FIRST_CHUNK_SECONDS: Final = "gen_ai.response.time_to_first_chunk"
INPUT_TOKENS: Final = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS: Final = "gen_ai.usage.output_tokens"
CACHED_TOKENS: Final = "gen_ai.usage.cache_read.input_tokens"
REASONING_TOKENS: Final = "gen_ai.usage.reasoning.output_tokens"
TOOL: Final = "gen_ai.tool.name"
SERVER_ADDRESS: Final = "server.address"

CHAT: Final = "chat"
INVOKE_AGENT: Final = "invoke_agent"
EXECUTE_TOOL: Final = "execute_tool"
GENERATE: Final = "generate_content"

# Our own nouns.
REQUEST_ID: Final = "antiphon.request.id"
TURN_ID: Final = "antiphon.turn.id"
ORIGIN: Final = "antiphon.turn.origin"
REPLY_ID: Final = "antiphon.reply.id"
EPOCH: Final = "antiphon.reply.epoch"
STATE: Final = "antiphon.reply.state"
ATTEMPT: Final = "antiphon.receipt.attempt"
SHA256: Final = "antiphon.receipt.sha256"
ANALYSIS_ID: Final = "antiphon.analysis.id"
TOOL_SERVER: Final = "antiphon.tool.server"
TOOL_STATUS: Final = "antiphon.tool.status"
CANCELLED: Final = "antiphon.cancelled"

TURN: Final = "antiphon.turn"

# Providers that OpenTelemetry has a name of its own for; the others keep the one the operator gave them.
KNOWN_PROVIDERS: Final = {"google": "gcp.gemini", "mistral": "mistral_ai", "xai": "x_ai", "azure": "azure.ai.openai"}
