/** A server with the speech wire of OpenAI: it answers with a tone, so long as the words are many, and remembers them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const RATE = 8000;

export interface Said {
  readonly input: string;
  readonly voice: string;
  readonly speed: number;
}

export class Speaker {
  readonly said: Said[] = [];
  /** Seconds of sound per word. */
  pace = 0.05;
  #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const asked = JSON.parse(Buffer.concat(parts).toString('utf8')) as Said;
      this.said.push({ input: asked.input, voice: asked.voice, speed: asked.speed });
      response.writeHead(200, { 'Content-Type': 'audio/wav' });
      response.end(tone((asked.input.split(/\s+/).length * this.pace) / asked.speed));
    });
  }

  get sentences(): string[] {
    return this.said.map((each) => each.input);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A WAV that does not know its length, as one that is streamed. */
function tone(seconds: number): Buffer {
  const count = Math.round(seconds * RATE);
  const bytes = Buffer.alloc(44 + count * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(0xffffffff, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(0xffffffff, 40);
  for (let at = 0; at < count; at++)
    bytes.writeInt16LE(Math.round(9000 * Math.sin((at * 440 * 2 * Math.PI) / RATE)), 44 + at * 2);
  return bytes;
}
