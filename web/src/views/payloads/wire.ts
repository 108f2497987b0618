/** A request's bytes as its provider reads them: Chat Completions, Anthropic's Messages, Google's Gemini. */
import { countPoints, unitOf } from '../../protocol/points';
import { type Call, callsOf, resultsOf } from './toolWire';

export interface WireMessage {
  /** In the provider's own word. */
  readonly role: string;
  readonly text: string;
  /** A word about each picture in it, as the server writes it in place of the bytes. */
  readonly images?: readonly string[];
  /** The tools it calls. */
  readonly calls?: readonly Call[];
  /** What tools answered, where the provider has that in a message of another role. */
  readonly results?: readonly string[];
}

export interface Wire {
  readonly messages: readonly WireMessage[];
  /** Everything in the request beside the messages. */
  readonly rest: Readonly<Record<string, unknown>>;
}

const HOLDERS = ['system', 'systemInstruction', 'system_instruction', 'messages', 'contents'] as const;

/** The messages in order, the system prompt first; null for bytes that are no request. */
export function readWire(body: string): Wire | null {
  const request = parse(body);
  if (request === null) return null;
  const system = request.system ?? request.systemInstruction ?? request.system_instruction;
  const turns = request.messages ?? request.contents;
  const rest = Object.fromEntries(
    Object.entries(request).filter(([key]) => !(HOLDERS as readonly string[]).includes(key)),
  );
  const first = system ? [{ role: 'system', text: textOf(system) }] : [];
  const messages = Array.isArray(turns) ? turns.filter(isRecord).map(readOne) : [];
  return { messages: [...first, ...messages], rest };
}

/** The byte at which the messages begin: a difference before it is in the parameters. */
export function firstMessageByte(body: string): number {
  const places = HOLDERS.map((key) => body.indexOf(`"${key}":`)).filter((at) => at >= 0);
  return new TextEncoder().encode(body.slice(0, Math.min(...places, body.length))).length;
}

interface Sized {
  readonly role: string;
  readonly chars: number;
}

/**
 * The words of each canonical message, cut out of the provider's form by their lengths in code points.
 * Neighbours that were merged stand with a blank line between them. Null when the lengths do not add up.
 */
export function cutMessages(
  said: readonly Pick<WireMessage, 'role' | 'text' | 'calls' | 'results'>[],
  sizes: readonly Sized[],
): string[] | null {
  const wire = said.flatMap(apart);
  const cut: string[] = [];
  let rest: string | null = null;
  let at = 0;
  for (const { role, chars } of sizes) {
    if (chars === 0) {
      // A call without words, and a tool that answered nothing, have a message of their own.
      if (rest === null && wire[at]?.text === '') at++;
      cut.push('');
      continue;
    }
    // Where a provider insists on it, a sentence of the house opens the conversation; it is no canonical message.
    if (rest === null && role === 'assistant' && !isAssistant(wire[at]?.role)) at++;
    rest ??= wire[at]?.text ?? '';
    const words = rest.slice(0, unitOf(rest, chars));
    if (countPoints(words) < chars) return null;
    cut.push(words);
    rest = rest.slice(words.length);
    if (rest === '') {
      rest = null;
      at++;
    } else if (rest.startsWith('\n\n')) rest = rest.slice(2);
    else return null;
  }
  return cut;
}

/** Each result of a tool by itself, then what else the message says. */
function apart(message: Pick<WireMessage, 'role' | 'text' | 'results'>): Pick<WireMessage, 'role' | 'text'>[] {
  const { role, text, results = [] } = message;
  if (results.length === 0) return [message];
  return [...results.map((each) => ({ role: 'tool', text: each })), ...(text === '' ? [] : [{ role, text }])];
}

export function sizeOf(text: string): number {
  return countPoints(text);
}

function isAssistant(role: string | undefined): boolean {
  return role === 'assistant' || role === 'model';
}

function parse(body: string): Record<string, unknown> | null {
  try {
    const request: unknown = JSON.parse(body);
    return isRecord(request) ? request : null;
  } catch {
    return null;
  }
}

function readOne(message: Record<string, unknown>): WireMessage {
  const role = typeof message.role === 'string' ? message.role : 'user';
  const content = message.content ?? message.parts;
  const [images, calls, results] = [imagesOf(content), callsOf(message), resultsOf(message)];
  return {
    role,
    text: textOf(content),
    ...(images.length > 0 && { images }),
    ...(calls.length > 0 && { calls }),
    ...(results.length > 0 && { results }),
  };
}

/** Whether there are pictures in a request: their bytes are not in what the server shows. */
export function hasImages(wire: Wire | null): boolean {
  return wire?.messages.some((each) => each.images !== undefined) ?? false;
}

function imagesOf(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  return content.filter(isRecord).flatMap((part) => {
    const holder = part.image_url ?? part.source ?? part.inlineData ?? part.inline_data;
    if (!isRecord(holder)) return [];
    const word = holder.url ?? holder.data;
    return typeof word === 'string' ? [word] : [];
  });
}

/** Text may be a string, a part, or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textOf).join('');
  if (!isRecord(content) || content.type === 'tool_result') return '';
  return textOf(content.text ?? content.parts ?? content.content ?? '');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
