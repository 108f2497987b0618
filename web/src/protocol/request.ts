/** One way to ask the server: a route it publishes, and an answer or a named refusal. */
import { door, hearRefusal } from './door';
import type { Route, Routes } from './generated/answers';
import { Refusal, readRefusal } from './refusal';

export { Refusal };

/** What is sent may be given as it stands in a store: nothing of it is changed. */
type Given<Value> = Value extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Given<Value[Name]> }
    : Value;

type Asked = string | number | boolean | readonly string[] | null | undefined;

/** What a route is asked with: all the names in its address, any of its query, and a body where it takes one. */
export type Ask<R extends Route> = {
  query?: [Routes[R]['query']] extends [never] ? never : { readonly [Name in Routes[R]['query']]?: Asked };
  body?: Given<Routes[R]['body']>;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
} & ([Routes[R]['path']] extends [never] ? object : { path: { readonly [Name in Routes[R]['path']]: string } });

/** A route without names in its address may be asked without anything. */
type Asking<R extends Route> = [Routes[R]['path']] extends [never] ? [asked?: Ask<R>] : [asked: Ask<R>];

/** Ask a route for its answer. Throws `Refusal` for everything but a 2xx, and `AbortError` when the signal fires. */
export async function ask<R extends Route>(route: R, ...[asked]: Asking<R>): Promise<Routes[R]['answer']> {
  const response = await request(route, asked ?? {}, 'application/json');
  return (response.status === 204 ? undefined : await unlessAway(() => response.json())) as Routes[R]['answer'];
}

/** Ask for a page of text. */
export async function askText<R extends Route>(route: R, asked: Ask<R>): Promise<string> {
  const response = await request(route, asked, 'text/*');
  return unlessAway(() => response.text());
}

/** Ask for something to hear. */
export async function askAudio<R extends Route>(route: R, asked: Ask<R>): Promise<Blob> {
  const response = await request(route, asked, 'audio/*');
  return unlessAway(() => response.blob());
}

/** The same without its route's names, for what only puts it together. */
interface Loose {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, Asked>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

/** What wants somebody who proved a moment ago to be there is asked once more, after they did. */
async function request(route: Route, asked: Loose, kind: string): Promise<Response> {
  const response = await send(route, asked, kind);
  if (response.ok) return response;
  const refusal = await read(response);
  if (refusal.code !== 'verify_again' || !(await door.verify())) throw hearRefusal(refusal);
  const again = await send(route, asked, kind);
  if (!again.ok) throw hearRefusal(await read(again));
  return again;
}

async function read(response: Response): Promise<Refusal> {
  return readRefusal(response.status, await response.json().catch(() => null), response.headers.get('X-Request-Id'));
}

function send(route: Route, { path, query, body, headers, signal }: Loose, kind: string): Promise<Response> {
  const [method = 'GET', pattern = ''] = route.split(' ');
  const address = fill(pattern, path) + search(query);
  const init: RequestInit = { method, headers: { ...headers, Accept: kind }, credentials: 'same-origin' };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
  }
  return unlessAway(() => fetch(address, init));
}

/** The address of a route with its braces filled and its query behind it. */
export function address<R extends Route>(route: R, asked: Omit<Ask<R>, 'body' | 'headers' | 'signal'>): string {
  const { path, query }: Loose = asked;
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

function fill(pattern: string, path: Loose['path'] = {}): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
}

function search(query: Loose['query'] = {}): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) said.append(name, String(each));
  }
  const text = said.toString();
  return text && `?${text}`;
}
