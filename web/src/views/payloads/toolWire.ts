/** Tools in a request's bytes, as each provider writes them: descriptions, calls, results. */

export interface Call {
  readonly name: string;
  readonly arguments: string;
}

export interface Told {
  readonly count: number;
  readonly tokens: number;
  /** Every description as it is sent. */
  readonly text: string;
}

/** What a request tells about tools; null when it tells nothing. */
export function toldOf(rest: Readonly<Record<string, unknown>> | undefined, tokens: number): Told | null {
  const listed = Array.isArray(rest?.tools) ? rest.tools : [];
  const tools = listed.flatMap((each: unknown) => {
    const inner = isRecord(each) ? (each.functionDeclarations ?? each.function_declarations) : null;
    return Array.isArray(inner) ? (inner as unknown[]) : [each];
  });
  return tools.length === 0 ? null : { count: tools.length, tokens, text: JSON.stringify(tools, null, 2) };
}

/** The calls a message makes. */
export function callsOf(message: Readonly<Record<string, unknown>>): Call[] {
  const listed = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const asked = listed.filter(isRecord).flatMap((each) => (isRecord(each.function) ? [each.function] : []));
  const parts = partsOf(message).flatMap((part) => {
    if (part.type === 'tool_use') return [part];
    const call = part.functionCall ?? part.function_call;
    return isRecord(call) ? [call] : [];
  });
  return [...asked, ...parts].map((each) => ({
    name: String(each.name ?? ''),
    arguments: write(each.arguments ?? each.input ?? each.args ?? {}),
  }));
}

/** What tools answered, where a provider puts that inside of a message of another role. */
export function resultsOf(message: Readonly<Record<string, unknown>>): string[] {
  return partsOf(message).flatMap((part) => {
    if (part.type === 'tool_result') return [flatten(part.content)];
    const response = part.functionResponse ?? part.function_response;
    return isRecord(response) ? [flatten(response.response)] : [];
  });
}

function partsOf(message: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const content = message.content ?? message.parts;
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

function flatten(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(flatten).join('');
  if (!isRecord(value)) return '';
  return flatten(value.text ?? Object.values(value)[0]);
}

function write(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
