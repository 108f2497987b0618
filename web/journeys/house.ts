/** A real server of our own for one journey: temporary folder, free port, killed and started again at will. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PYTHON = resolve(ROOT, process.env.HOUSE_PYTHON ?? '.venv/bin/python');

export class House {
  readonly folder = mkdtempSync(join(tmpdir(), 'antiphon-journey-'));
  readonly environment: Record<string, string>;
  port = 0;
  #process: ChildProcess | null = null;
  #log = '';

  constructor(environment: Record<string, string> = {}) {
    this.environment = environment;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.port ||= await freePort();
    const inherited = Object.entries(process.env).filter(([name]) => !/^ANTIPHON_|_API_KEY$/.test(name));
    this.#process = spawn(PYTHON, ['-m', 'antiphon', 'serve', '--port', String(this.port)], {
      cwd: this.folder,
      env: {
        ...Object.fromEntries(inherited),
        ANTIPHON_DATA_DIR: this.folder,
        ANTIPHON_DETECT_LOCAL_MODELS: 'false',
        ...this.environment,
      } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        this.#log += bytes.toString();
      });
    }
    await this.#untilReady();
  }

  /** Pull the plug. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const ending = this.#process;
    this.#process = null;
    if (ending === null || ending.exitCode !== null) return;
    const gone = new Promise((done) => ending.once('exit', done));
    ending.kill(signal);
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
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

  async #untilReady(): Promise<void> {
    for (let tries = 0; tries < 1_500; tries++) {
      if (this.#process?.exitCode !== null) throw new Error(`the server ended:\n${this.#log}`);
      const ready = await fetch(`${this.url}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
      if (ready) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`the server did not become ready:\n${this.#log}`);
  }
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
