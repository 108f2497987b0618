/** A real server of our own for one journey: temporary folder, free port, killed and started again at will. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Launcher } from './launcher';

export { PYTHON, ROOT } from './launcher';

const POLL_MS = 25;

/** Whether the journey still goes on: what a page says once its server was taken away for good tells nothing. */
export const journey = { isOver: false };

export class House {
  readonly folder = mkdtempSync(join(tmpdir(), 'antiphon-journey-'));
  readonly environment: Record<string, string>;
  port = 0;
  #pid: number | null = null;

  constructor(environment: Record<string, string> = {}) {
    this.environment = environment;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    journey.isOver = false;
    this.port ||= await freePort();
    this.#pid = await Launcher.ours().start({
      arguments: ['serve', '--port', String(this.port)],
      environment: { ANTIPHON_DATA_DIR: this.folder, ANTIPHON_DETECT_LOCAL_MODELS: 'false', ...this.environment },
      folder: this.folder,
      log: this.#log,
    });
    await this.#untilReady(this.#pid);
  }

  /** Pull the plug. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const pid = this.#pid;
    this.#pid = null;
    if (pid === null || (await Launcher.ours().poll(pid)) !== null) return;
    process.kill(pid, signal);
    while ((await Launcher.ours().poll(pid)) === null) await pause();
  }

  async stop(): Promise<void> {
    journey.isOver = true;
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(this.#log, { force: true });
  }

  async ask<Answer>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const init: RequestInit = { method, headers: { 'Content-Type': 'application/json', ...headers } };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(this.url + path, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as Answer;
  }

  get #log(): string {
    return `${this.folder}.log`;
  }

  async #untilReady(pid: number): Promise<void> {
    for (const deadline = Date.now() + 150_000; Date.now() < deadline; await pause()) {
      if ((await Launcher.ours().poll(pid)) !== null) throw new Error(`the server ended:\n${this.said()}`);
      const ready = await fetch(`${this.url}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
      if (ready) return;
    }
    throw new Error(`the server did not become ready:\n${this.said()}`);
  }

  /** What the server has printed. */
  said(): string {
    return readFileSync(this.#log, 'utf8');
  }
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, POLL_MS));
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => done(port));
    });
  });
}
