/** The real command line, in a folder of its own and without a screen. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PYTHON, ROOT } from './house';

export class Terminal {
  readonly #folder = mkdtempSync(join(tmpdir(), 'antiphon-terminal-'));
  readonly #more: Record<string, string>;

  /** `more` is what else stands in its environment. */
  constructor(more: Record<string, string> = {}) {
    this.#more = more;
  }

  start(...words: string[]): Command {
    const env = { PATH: '/usr/bin:/bin', ANTIPHON_DATA_DIR: this.#folder, ...this.#more };
    return new Command(spawn(PYTHON, ['-m', 'antiphon', ...words], { cwd: ROOT, env, stdio: 'pipe' }));
  }

  /** How it ended, and everything it said. */
  async run(...words: string[]): Promise<{ code: number | null; said: string }> {
    const command = this.start(...words);
    return { code: await command.ended, said: command.said };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** One command that runs. */
export class Command {
  said = '';
  readonly ended: Promise<number | null>;
  readonly #process: ChildProcess;
  readonly #heard = new Set<() => void>();

  constructor(process: ChildProcess) {
    this.#process = process;
    const hear = (piece: Buffer) => {
      this.said += piece.toString('utf8');
      for (const each of this.#heard) each();
    };
    process.stdout?.on('data', hear);
    process.stderr?.on('data', hear);
    process.stdin?.end();
    this.ended = new Promise((done) => process.once('close', done));
  }

  /** What it says first that looks like this; an error with everything it said if it ends before. */
  async hear(wanted: RegExp): Promise<string> {
    const found = new Promise<string>((done) => {
      const look = () => {
        const [whole, part] = wanted.exec(this.said) ?? [];
        if (whole !== undefined) done(part ?? whole);
      };
      this.#heard.add(look);
      look();
    });
    const over = this.ended.then((code) => {
      throw new Error(`it ended with ${code} and never said ${wanted}:\n${this.said}`);
    });
    over.catch(() => {});
    return Promise.race([found, over]);
  }

  stop(): void {
    this.#process.kill();
  }
}
