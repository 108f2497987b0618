/** Servers out of one process that has imported everything: tests/fakes/launcher.py says how it is asked. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PYTHON = resolve(ROOT, process.env.HOUSE_PYTHON ?? '.venv/bin/python');

type Start = { arguments: string[]; environment: Record<string, string>; folder: string; log: string };
type Answer = { pid: number; code: number | null };

export class Launcher {
  static #ours: Launcher | null = null;
  readonly #environment: Record<string, string>;
  readonly #process: ChildProcess;
  readonly #waiting: { done: (answer: Answer) => void; fail: (reason: Error) => void }[] = [];

  /** The one of this worker, started at the first asking; it ends with the worker, and so do its servers. */
  static ours(): Launcher {
    Launcher.#ours ??= new Launcher();
    return Launcher.#ours;
  }

  private constructor() {
    const inherited = Object.entries(process.env).filter(([name]) => !/^ANTIPHON_|_API_KEY$/.test(name));
    this.#environment = Object.fromEntries(inherited) as Record<string, string>;
    this.#process = spawn(PYTHON, ['-m', 'tests.fakes.launcher'], {
      cwd: ROOT,
      env: this.#environment,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const answers = createInterface({ input: this.#process.stdout as NodeJS.ReadableStream });
    answers.on('line', (line) => this.#waiting.shift()?.done(JSON.parse(line)));
    this.#process.on('exit', (code) => {
      for (const { fail } of this.#waiting.splice(0)) fail(new Error(`the launcher ended with ${code}; see above`));
    });
    // It is no reason for the worker to go on.
    this.#process.unref();
    for (const pipe of [this.#process.stdin, this.#process.stdout]) (pipe as unknown as { unref(): void }).unref();
  }

  /** The process id of a new `antiphon`. */
  async start(asked: Start): Promise<number> {
    const environment = { ...this.#environment, ...asked.environment };
    return (await this.#ask({ start: { ...asked, environment } })).pid;
  }

  /** How it ended, or null while it runs. */
  async poll(pid: number): Promise<number | null> {
    return (await this.#ask({ poll: pid })).code;
  }

  #ask(question: object): Promise<Answer> {
    return new Promise((done, fail) => {
      this.#waiting.push({ done, fail });
      this.#process.stdin?.write(`${JSON.stringify(question)}\n`);
    });
  }
}
