/**
 * Diagrams are drawn by a page of their own, in a frame without an origin and without a way out, one after the other. What
 * comes back is shown as a picture, in which nothing runs and nothing can be pressed.
 */
import { type Colours, type Drawing, type DrawingFailure, readAnswer, readSource } from '../model/drawing';

const PAGE = '/diagram.html';
/** Ordinary diagrams take a tenth of a second; a slow phone gets its time, an endless one does not. */
const LONGEST_DRAWING = 8_000;
const LONGEST_LOADING = 30_000;
const KEPT = 40;

export type Drawn = Drawing | { failed: DrawingFailure };

const drawn = new Map<string, Promise<Drawn>>();
let frame: Frame | null = null;
let queue: Promise<unknown> = Promise.resolve();
let number = 0;

/** The same source in the same colours is drawn once. Never throws: what cannot be drawn says why. */
export function drawDiagram(written: string, colours: Colours): Promise<Drawn> {
  const source = readSource(written);
  if (source === null) return Promise.resolve({ failed: 'large' });
  const key = JSON.stringify([source, colours]);
  const known = drawn.get(key);
  if (known) return known;
  const made = queue.then(() => drawNext(source, colours));
  queue = made;
  drawn.set(key, made);
  for (const old of [...drawn.keys()].slice(0, -KEPT)) drawn.delete(old);
  // What failed for want of time or of the page may be tried again.
  void made.then((each) => 'failed' in each && each.failed !== 'unclear' && drawn.delete(key));
  return made;
}

async function drawNext(source: string, colours: Colours): Promise<Drawn> {
  frame ??= openFrame();
  const mine = frame;
  if (!(await mine.ready)) {
    close(mine);
    return { failed: 'away' };
  }
  const answer = await mine.draw(source, colours);
  // It may still be at work on it: the next one gets a frame of its own.
  if ('failed' in answer && answer.failed === 'slow') close(mine);
  return answer;
}

interface Frame {
  readonly ready: Promise<boolean>;
  draw(source: string, colours: Colours): Promise<Drawn>;
  close(): void;
}

function close(which: Frame): void {
  which.close();
  if (frame === which) frame = null;
}

function openFrame(): Frame {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.className = 'drawing-frame';
  element.tabIndex = -1;
  element.ariaHidden = 'true';
  element.src = PAGE;
  const waiting = new Map<number, (answer: Drawn) => void>();
  let isReady: (ready: boolean) => void = () => undefined;
  const ready = new Promise<boolean>((done) => {
    isReady = done;
  });
  const listen = ({ source, data }: MessageEvent) => {
    if (source === null || source !== element.contentWindow) return;
    const said = readAnswer(data);
    if (said === null) return;
    if ('ready' in said) isReady(true);
    else waiting.get(said.id)?.('failed' in said ? { failed: said.failed } : said);
  };
  addEventListener('message', listen);
  setTimeout(() => isReady(false), LONGEST_LOADING);
  document.body.append(element);
  return {
    ready,
    async draw(source, colours) {
      number += 1;
      const id = number;
      const answer = await new Promise<Drawn>((done) => {
        waiting.set(id, done);
        setTimeout(() => done({ failed: 'slow' }), LONGEST_DRAWING);
        element.contentWindow?.postMessage({ id, source, colours }, '*');
      });
      waiting.delete(id);
      return answer;
    },
    close() {
      removeEventListener('message', listen);
      element.remove();
    },
  };
}
