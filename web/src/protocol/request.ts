/** One way to ask the server: a route it publishes, and an answer or a named refusal. */
import type { Route } from './generated/answers';

/** What the server refused, with its code, sentence and facts. `offline` when it could not be reached at all. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, status = 0, facts: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.facts = facts;
  }
}

export interface Ask {
  /** What stands in the braces of the route. */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

/** Ask a route. Throws `Refusal` for everything but a 2xx, and `AbortError` when the signal fires. */
export async function ask<Answer>(route: Route, asked: Ask = {}): Promise<Answer> {
  const response = await request(route, asked, 'application/json');
  return (response.status === 204 ? undefined : await unlessAway(() => response.json())) as Answer;
}

/** Ask for a page of text. */
export async function askText(route: Route, asked: Ask): Promise<string> {
  const response = await request(route, asked, 'text/*');
  return unlessAway(() => response.text());
}

/** Ask for something to hear. */
export async function askAudio(route: Route, asked: Ask): Promise<Blob> {
  const response = await request(route, asked, 'audio/*');
  return unlessAway(() => response.blob());
}

async function request(route: Route, { path, query, body, headers, signal }: Ask, kind: string): Promise<Response> {
  const [method = 'GET', pattern = ''] = route.split(' ');
  const address = fill(pattern, path) + search(query);
  const init: RequestInit = { method, headers: { ...headers, Accept: kind }, credentials: 'same-origin' };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
  }
  const response = await unlessAway(() => fetch(address, init));
  if (!response.ok) throw await refusal(response);
  return response;
}

/** The address of a route with its braces filled and its query behind it. */
export function address(route: Route, { path, query }: Pick<Ask, 'path' | 'query'>): string {
  return fill(route.split(' ')[1] ?? '', path) + search(query);
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The server may go away before it answers and in the middle of an answer. */
async function unlessAway<Value>(hear: () => Promise<Value>): Promise<Value> {
  try {
    return await hear();
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Refusal('offline', 'The server cannot be reached.');
  }
}

async function refusal(response: Response): Promise<Refusal> {
  try {
    const { error } = (await response.json()) as {
      error: { code: string; message: string; facts?: Record<string, unknown> };
    };
    return new Refusal(error.code, error.message, response.status, error.facts ?? {});
  } catch {
    return new Refusal('unreadable', `The server answered ${response.status} and nothing readable.`, response.status);
  }
}

function fill(pattern: string, path: Ask['path'] = {}): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
}

function search(query: Ask['query'] = {}): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) said.append(name, String(each));
  }
  const text = said.toString();
  return text && `?${text}`;
}
