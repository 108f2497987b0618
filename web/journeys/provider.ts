/** A model server that says what a journey tells it to, at the pace it tells it to. Speaks the Chat Completions wire. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Voice {
  /** Pieces of the answer, one chunk each. */
  says: readonly string[];
  thinks?: readonly string[];
  /** Milliseconds between chunks. */
  pace?: number;
  /** Answer with this instead of a stream. */
  fails?: { status: number; body: unknown; headers?: Record<string, string> };
  /** Before this piece the answer waits until `release()`. */
  holdsAt?: number;
  finish?: string;
  /** Behind its words it calls these tools. */
  calls?: readonly { name: string; arguments: object }[];
  /** What it says once it has the results. */
  after?: Voice;
  /** Says what it makes of the messages instead, as whoever looks at a conversation does. */
  reads?: (messages: Received['json']['messages']) => unknown;
  /** The connection ends behind the last piece, without a word. */
  hangsUp?: boolean;
}

export interface Received {
  /** The bytes as they came. */
  body: string;
  json: { model: string; messages: { role: string; content: string; tool_calls?: object[] }[] };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** An answer in pieces of a few words, as models send them. */
export function inPieces(text: string, size = 12): string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
}

class Gate {
  open: () => void = () => {};
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

const SILENT: Voice = { says: [], fails: { status: 404, body: { error: { message: 'No endpoints found.' } } } };

export class Provider {
  readonly received: Received[] = [];
  /** Chooses who answers: by a word in the system prompt, usually the advisor's name. */
  voices: Record<string, Voice> = {};
  /** Whoever comes without this key is sent away. */
  key: string | null = null;
  /** The models it lists. */
  models: readonly string[] = ['voice'];
  /** Listed, and refused when asked. */
  silent: string | null = null;
  /** What it paints, whatever is asked for, and the descriptions that came. */
  paints: Buffer | null = null;
  readonly orders: string[] = [];
  otherwise: Voice = { says: inPieces('I would sleep on it.') };
  #server: Server;
  #gate = new Gate();
  #open = new Set<ServerResponse>();

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  stop(): void {
    this.release();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Let everything go on that waits at its `holdsAt`; later answers do not wait. */
  release(): void {
    this.#gate.open();
  }

  /** Answers wait at their `holdsAt` again. */
  hold(): void {
    this.#gate = new Gate();
  }

  get speaking(): number {
    return this.#open.size;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    if (this.key !== null && request.headers.authorization !== `Bearer ${this.key}`) {
      response.writeHead(401, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'No auth credentials found', code: 401 } }));
      return;
    }
    if (this.paints && request.url?.endsWith('/images/generations')) {
      this.orders.push((JSON.parse(body) as { prompt: string }).prompt);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ created: 1, data: [{ b64_json: this.paints.toString('base64') }] }));
      return;
    }
    if (!request.url?.endsWith('/chat/completions')) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data: this.models.map((id) => ({ id, object: 'model' })) }));
      return;
    }
    const json = JSON.parse(body) as Received['json'];
    this.received.push({ body, json });
    const voice = json.model === this.silent ? SILENT : this.#choose(json);
    if (voice.fails) {
      response.writeHead(voice.fails.status, { 'Content-Type': 'application/json', ...voice.fails.headers });
      response.end(JSON.stringify(voice.fails.body));
      return;
    }
    this.#open.add(response);
    response.on('close', () => this.#open.delete(response));
    await this.#stream(response, voice, json.model, body.length);
  }

  #choose({ messages }: Received['json']): Voice {
    const system = messages.find((each) => each.role === 'system')?.content ?? '';
    const name = Object.keys(this.voices).find((each) => system.includes(each));
    const voice = (name && this.voices[name]) || this.otherwise;
    if (voice.reads) return { ...voice, says: inPieces(JSON.stringify(voice.reads(messages)), 200) };
    return afterRounds(voice, messages);
  }

  async #stream(response: ServerResponse, voice: Voice, model: string, size: number): Promise<void> {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const chunk = (delta: object, finish: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    for (const thought of voice.thinks ?? []) {
      chunk({ reasoning_content: thought });
      await pause(voice.pace ?? 5);
    }
    for (const [index, piece] of voice.says.entries()) {
      if (index === voice.holdsAt) await this.#gate.opened;
      if (response.destroyed) return;
      chunk({ content: piece });
      await pause(voice.pace ?? 5);
    }
    if (voice.hangsUp) return void response.destroy();
    const tool_calls = voice.calls?.map((call, index) => ({
      index,
      id: `call_${size}_${index}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    }));
    if (tool_calls) chunk({ tool_calls });
    chunk({}, voice.finish ?? (tool_calls ? 'tool_calls' : 'stop'));
    const usage = { prompt_tokens: Math.ceil(size / 4), completion_tokens: voice.says.length, total_tokens: 0 };
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model, choices: [], usage })}\n\n`,
    );
    response.end('data: [DONE]\n\n');
  }
}

/** The voice that speaks after as many rounds of tools as this request brings results of. */
function afterRounds(voice: Voice, messages: Received['json']['messages']): Voice {
  const asked = messages.findLastIndex((each) => each.role === 'user');
  const rounds = messages.slice(asked + 1).filter((each) => each.tool_calls).length;
  let speaking = voice;
  for (let round = 0; round < rounds; round++) speaking = speaking.after ?? speaking;
  return speaking;
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
