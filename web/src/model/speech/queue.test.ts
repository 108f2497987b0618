import { beforeEach, expect, test } from 'vitest';
import { SpeechQueue, type Utterance } from './queue';

let settings = 'slow';
let told: string[] = [];
let prepared: string[] = [];
let playing: { sentence: string; end: () => void; break: () => void } | null = null;
let cancelled: string[] = [];
let arrived: Promise<unknown> = Promise.resolve();

function prepare(sentence: string): Utterance {
  const wanted = settings;
  prepared.push(`${sentence} ${wanted}`);
  return {
    ready: arrived,
    isCurrent: () => settings === wanted,
    play: () => new Promise((end, fail) => (playing = { sentence, end, break: () => fail(new Error('broken')) })),
    cancel: () => cancelled.push(sentence),
  };
}

function newQueue(): SpeechQueue {
  return new SpeechQueue(prepare, {
    onSentence: (sentence) => told.push(sentence ?? '-'),
    onFinished: () => told.push('finished'),
    onFailed: () => told.push('failed'),
  });
}

const settle = () => new Promise((done) => setTimeout(done));
const hear = async () => {
  playing?.end();
  await settle();
};

beforeEach(() => {
  settings = 'slow';
  told = [];
  prepared = [];
  cancelled = [];
  arrived = Promise.resolve();
  playing = null;
});

test('speaking starts at once, goes on in order, and finishes when the queue is empty (M53, M54)', async () => {
  const queue = newQueue();
  queue.add(['One.', 'Two.']);
  expect(playing?.sentence).toBe('One.');
  await hear();
  expect(playing?.sentence).toBe('Two.');
  await hear();
  expect(told).toEqual(['One.', 'Two.', '-']);
  queue.add(['Three.']);
  queue.finish();
  expect(told.at(-1)).toBe('Three.');
  await hear();
  expect(told.slice(-2)).toEqual(['-', 'finished']);
});

test('the next sentence is prepared once one is there and heard, and no further (M53)', async () => {
  const queue = newQueue();
  let arrive = () => {};
  arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  queue.add(['One.', 'Two.', 'Three.']);
  await settle();
  expect(prepared).toEqual(['One. slow']);
  arrive();
  await settle();
  expect(prepared).toEqual(['One. slow', 'Two. slow']);
  await hear();
  expect(prepared).toEqual(['One. slow', 'Two. slow', 'Three. slow']);
});

test('a change of settings holds from the next sentence on (M55)', async () => {
  const queue = newQueue();
  queue.add(['One.', 'Two.']);
  await settle();
  settings = 'fast';
  await hear();
  expect(playing?.sentence).toBe('Two.');
  expect(prepared.at(-1)).toBe('Two. fast');
  expect(cancelled).toEqual(['Two.']);
});

test('clearing is silence at once: nothing waits, nothing finishes (M53)', async () => {
  const queue = newQueue();
  queue.add(['One.', 'Two.', 'Three.']);
  await settle();
  queue.clear();
  expect(cancelled).toEqual(['One.', 'Two.']);
  await hear();
  queue.add(['Four.']);
  queue.finish();
  expect(told).toEqual(['One.']);
});

test('a voice that fails is told once, and nothing after it is tried', async () => {
  const queue = newQueue();
  queue.add(['One.', 'Two.']);
  queue.finish();
  playing?.break();
  await hear();
  expect(told).toEqual(['One.', 'failed']);
});
