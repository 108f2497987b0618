import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hear, makeSettled, makeTurn, makeVoice, showTurns } from '../model/fixtures';
import { prefer } from '../model/preferences';
import { phrase, watchTurns } from './tell';

const told: { title: string; body: string; tag: string }[] = [];
let stop: () => void;

beforeEach(() => {
  told.length = 0;
  prefer({ tell: 'plain' });
  class Told {
    static permission = 'granted';
    constructor(title: string, { body, tag }: { body: string; tag: string }) {
      told.push({ title, body, tag });
    }
  }
  vi.stubGlobal('Notification', Told);
  look(true);
  stop = watchTurns();
});

afterEach(() => {
  stop();
  look(false);
  vi.unstubAllGlobals();
  prefer({ tell: 'off' });
});

function look(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
}

/** One voice is asked and answers. */
async function answer(): Promise<void> {
  const reply = makeVoice('Keel', { state: 'streaming', text: 'Do not\n  sign.', completed: false, epoch: 1 });
  showTurns([makeTurn([reply], { id: 't_1', all_completed: false })]);
  hear(makeSettled(reply, 2, { state: 'complete' }));
  await waitFor(() => undefined);
}

it('a turn that was answered while nobody looked is told once, without its words', async () => {
  await answer();

  await waitFor(() => expect(told).toEqual([{ title: 'Antiphon', body: 'One has answered.', tag: 't_1' }]));
});

it('nothing is told to who looks, to who did not ask for it, and to who refused', async () => {
  look(false);
  await answer();
  look(true);
  prefer({ tell: 'off' });
  await answer();
  prefer({ tell: 'plain' });
  (Notification as unknown as { permission: string }).permission = 'denied';
  await answer();

  expect(told).toEqual([]);
});

it('turns that are only loaded tell nothing', async () => {
  showTurns([makeTurn([makeVoice('Keel')], { id: 't_1' })]);
  showTurns([makeTurn([makeVoice('Keel')], { id: 't_1' }), makeTurn([makeVoice('Keel')], { id: 't_2' })]);

  expect(told).toEqual([]);
});

it('words are told on one line and cut, and only to who chose them', () => {
  const turn = makeTurn([
    makeVoice('Ledger', { state: 'error', text: '' }),
    makeVoice('Keel', { state: 'complete', text: `Do not\n  sign. ${'x'.repeat(200)}` }),
  ]);

  expect(phrase(turn)).not.toContain('sign');
  prefer({ tell: 'words' });
  const [, words = ''] = phrase(turn).split('\n');
  expect(words).toMatch(/^Keel: Do not sign\. x+$/);
  expect(words.length).toBe('Keel: '.length + 140);
});
