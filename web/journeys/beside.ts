/** Something that runs beside a journey: it says one line once it takes work, and ends when nobody listens any more. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PYTHON, ROOT } from './launcher';

export class Beside {
  readonly #process: ChildProcess;
  /** Its first line. */
  readonly said: string;

  private constructor(process: ChildProcess, said: string) {
    this.#process = process;
    this.said = said;
  }

  /** `python -m` with these words. */
  static module(...words: string[]): Promise<Beside> {
    return Beside.#hear(spawn(PYTHON, ['-m', ...words], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] }), words);
  }

  /** `node` with these words; what it warns of is not ours. */
  static script(words: string[], more: Record<string, string>): Promise<Beside> {
    const env = { ...process.env, ...more };
    return Beside.#hear(spawn('node', words, { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'ignore'] }), words);
  }

  static async #hear(running: ChildProcess, words: string[]): Promise<Beside> {
    const lines = createInterface({ input: running.stdout as NodeJS.ReadableStream });
    const said = await new Promise<string>((heard, failed) => {
      lines.once('line', heard);
      running.once('exit', (code) => failed(new Error(`${words.join(' ')} ended with ${code}`)));
    });
    return new Beside(running, said);
  }

  async stop(): Promise<void> {
    const gone = new Promise((done) => this.#process.once('exit', done));
    this.#process.stdin?.end();
    await gone;
  }

  /** For what does not listen. */
  async kill(): Promise<void> {
    const gone = new Promise((done) => this.#process.once('exit', done));
    this.#process.kill();
    await gone;
  }
}
