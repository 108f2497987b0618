/**
 * Sentences on their way to somebody's ear: one at a time, in order, the next one prepared while one is heard.
 *
 * Nothing here knows how a sentence sounds; an utterance does.
 */

/** A sentence that can be heard. It may be prepared long before, with settings that no longer hold. */
export interface Utterance {
  /** Settles when all of it is here; until then nothing else is prepared, so that nothing makes it late. */
  readonly ready: Promise<unknown>;
  /** Whether it would still be prepared in the same way. */
  readonly isCurrent: () => boolean;
  /** Resolves when it was heard, or was cancelled; rejects when it could not be. */
  readonly play: () => Promise<void>;
  /** Fall silent at once and let go of everything. */
  readonly cancel: () => void;
}

export interface Listener {
  /** What is heard now; null between two sentences that have not come yet. */
  readonly onSentence: (sentence: string | null) => void;
  /** Everything was said, and nothing more will come. */
  readonly onFinished: () => void;
  /** A sentence could not be heard; nothing after it will be. */
  readonly onFailed: (error: unknown) => void;
}

interface Waiting {
  readonly sentence: string;
  utterance: Utterance | null;
}

export class SpeechQueue {
  readonly #prepare: (sentence: string) => Utterance;
  readonly #listener: Listener;
  #waiting: Waiting[] = [];
  #now: Utterance | null = null;
  #isHere = false;
  #ending = false;
  #ended = false;

  constructor(prepare: (sentence: string) => Utterance, listener: Listener) {
    this.#prepare = prepare;
    this.#listener = listener;
  }

  /** Append; speaking starts at once when nothing is being said. */
  add(sentences: readonly string[]): void {
    if (this.#ended) return;
    this.#waiting.push(...sentences.map((sentence) => ({ sentence, utterance: null })));
    this.#step();
  }

  /** Nothing more will be added. */
  finish(): void {
    this.#ending = true;
    this.#step();
  }

  /** Silence, now. What was waiting is forgotten, and nobody is told that it finished. */
  clear(): void {
    this.#ended = true;
    this.#now?.cancel();
    for (const each of this.#waiting) each.utterance?.cancel();
    this.#waiting = [];
    this.#now = null;
  }

  #step(): void {
    if (this.#ended) return;
    if (this.#now === null) this.#next();
    else this.#prefetch();
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      if (!this.#ending) return;
      this.#ended = true;
      this.#listener.onFinished();
      return;
    }
    const utterance = this.#take(next);
    this.#now = utterance;
    this.#isHere = false;
    utterance.ready.then(
      () => this.#arrive(utterance),
      () => {},
    );
    this.#listener.onSentence(next.sentence);
    utterance.play().then(
      () => this.#heard(utterance),
      (error: unknown) => this.#fail(utterance, error),
    );
  }

  /** The one that was prepared, unless settings have changed since. */
  #take({ sentence, utterance }: Waiting): Utterance {
    if (utterance?.isCurrent()) return utterance;
    utterance?.cancel();
    return this.#prepare(sentence);
  }

  #arrive(utterance: Utterance): void {
    if (this.#now !== utterance) return;
    this.#isHere = true;
    this.#prefetch();
  }

  #prefetch(): void {
    const next = this.#waiting[0];
    if (next && this.#isHere) next.utterance ??= this.#prepare(next.sentence);
  }

  #heard(utterance: Utterance): void {
    if (this.#now !== utterance) return;
    this.#now = null;
    if (this.#waiting.length === 0) this.#listener.onSentence(null);
    this.#step();
  }

  #fail(utterance: Utterance, error: unknown): void {
    if (this.#now !== utterance) return;
    this.clear();
    this.#listener.onFailed(error);
  }
}
