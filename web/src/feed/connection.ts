/**
 * One conversation's feed with what is said of the list and of lasting work, or these alone, over as many connections as that takes.
 *
 * A lost connection is resumed after the last event id seen. `forget` throws the position away: what follows starts
 * from a snapshot. Frames are handed over in batches, at most one per animation frame, so that six voices speaking at
 * once cost one redraw.
 */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { hearRefusal } from '../protocol/door';
import { FRAME_NAMES, type Frame } from '../protocol/events';
import { readRefusal } from '../protocol/refusal';
import { address, isAborted } from '../protocol/request';

export type Connection = 'connecting' | 'live' | 'lost' | 'missing';

export interface FeedListener {
  frames(batch: readonly Frame[]): void;
  connection(state: Connection): void;
}

const SHORTEST_PAUSE = 400;
const LONGEST_PAUSE = 3_000;
// The server gives a sign of life every 15 s; a connection silent for longer is dead without knowing it.
const SILENCE = 40_000;

export class Feed {
  readonly #conversationId: string | null;
  readonly #listener: FeedListener;
  readonly #closed = new AbortController();
  #attempt = new AbortController();
  #cursor: string | null = null;
  #pending: Frame[] = [];
  #scheduled = false;
  #failures = 0;
  #endPause: () => void = () => {};

  constructor(conversationId: string | null, listener: FeedListener) {
    this.#conversationId = conversationId;
    this.#listener = listener;
  }

  /** Follow until closed. */
  async run(): Promise<void> {
    const wake = () => {
      if (document.visibilityState === 'visible' && this.#failures > 0) {
        this.#attempt.abort();
        this.#endPause();
      }
      // The frame that was waited for does not come any more.
      if (document.visibilityState === 'hidden' && this.#scheduled) setTimeout(this.#deliver, 0);
    };
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    try {
      while (!this.#closed.signal.aborted) {
        const found = await this.#follow();
        if (!found || this.#closed.signal.aborted) break;
        await this.#pause();
      }
    } finally {
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
    }
  }

  /** Take nothing but a snapshot from here on. */
  forget(): void {
    this.#cursor = null;
    this.#pending = [];
    this.#failures = 0;
    this.#attempt.abort();
    this.#endPause();
  }

  close(): void {
    this.#closed.abort();
    this.#attempt.abort();
    this.#endPause();
  }

  async #follow(): Promise<boolean> {
    this.#attempt = new AbortController();
    let lastHeard = Date.now();
    const watch = setInterval(() => Date.now() - lastHeard > SILENCE && this.#attempt.abort(), 5_000);
    try {
      const response = await this.#open();
      if (response.status === 404) {
        this.#listener.connection('missing');
        return false;
      }
      if (response.status === 401) {
        hearRefusal(readRefusal(401, await response.json().catch(() => null)));
        return false;
      }
      if (!response.ok || !response.body) throw new Error(`feed answered ${response.status}`);
      this.#listener.connection('live');
      const parser = createParser({ onEvent: (event) => this.#take(event) });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        lastHeard = Date.now();
        this.#failures = 0;
        parser.feed(decoder.decode(piece.value, { stream: true }));
      }
    } catch (error) {
      if (!isAborted(error)) this.#failures++;
    } finally {
      clearInterval(watch);
    }
    if (!this.#closed.signal.aborted) this.#listener.connection('lost');
    return true;
  }

  #open(): Promise<Response> {
    const query = { conversation: this.#conversationId, list: true, work: true };
    const headers: Record<string, string> = { Accept: 'text/event-stream' };
    if (this.#cursor) headers['Last-Event-ID'] = this.#cursor;
    return fetch(address('GET /v1/feed', { query }), { headers, signal: this.#attempt.signal, cache: 'no-store' });
  }

  #take(event: EventSourceMessage): void {
    const name = event.event ?? '';
    // Whether that still holds is said to whoever asks again.
    if (name === 'signed_out') this.#attempt.abort();
    if (!FRAME_NAMES.has(name)) return;
    if (name === 'reconnect') {
      this.#attempt.abort();
      return;
    }
    if (event.id) this.#cursor = event.id;
    this.#pending.push({ event: name, data: JSON.parse(event.data), id: event.id } as Frame);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // A hidden tab draws no frames; its text must still be taken in, or it would pile up here.
    if (document.visibilityState === 'hidden') setTimeout(this.#deliver, 250);
    else requestAnimationFrame(this.#deliver);
  }

  readonly #deliver = (): void => {
    this.#scheduled = false;
    const batch = this.#pending;
    this.#pending = [];
    if (batch.length > 0 && !this.#closed.signal.aborted) this.#listener.frames(batch);
  };

  #pause(): Promise<void> {
    const longest = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** Math.min(this.#failures, 4));
    const pause = longest / 2 + (Math.random() * longest) / 2;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
