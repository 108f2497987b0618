import { expect, test } from 'vitest';
import type { Preferences } from '../preferences';
import type { Workspace } from '../workspace';
import { chooseVoice, type Speech, type SpeechVoice } from './speech';

const voice = (id: string, engine: SpeechVoice['engine'], language = 'en-GB'): SpeechVoice => ({
  id,
  name: id,
  language,
  engine,
});
const HERE: Speech = {
  now: null,
  listening: false,
  ofServer: [
    voice('piper:a', 'piper'),
    voice('piper:b', 'piper'),
    voice('espeak:ja', 'espeak', 'ja'),
    voice('espeak:en', 'espeak', 'en'),
  ],
  ofBrowser: [voice('browser:x', 'browser', 'en_US')],
};
const house = {
  advisors: [{ id: '1', voice: null }, { id: '2' }, { id: '3', voice: 'browser:x' }],
} as unknown as Workspace;
const prefer = (some: Partial<Preferences> = {}) => ({ speechEngine: 'auto', speechVoice: '', ...some }) as Preferences;
const choose = (advisorId: string, preferences = prefer(), language = 'en', here = HERE) =>
  chooseVoice(here, preferences, house, advisorId, language)?.id;

test('every advisor has a voice of its own as far as they go, and its own one where it has been given one (D38)', () => {
  expect([choose('1'), choose('2'), choose('3')]).toEqual(['piper:a', 'piper:b', 'browser:x']);
});

test('the usual voice speaks for everybody without one; one that is not here counts as none (M55)', () => {
  expect(choose('1', prefer({ speechVoice: 'espeak:ja' }))).toBe('espeak:ja');
  expect(choose('1', prefer({ speechVoice: 'browser:gone' }))).toBe('piper:a');
});

test('the engine decides where voices come from, and the language which of them fit', () => {
  expect(choose('1', prefer({ speechEngine: 'browser' }))).toBe('browser:x');
  expect(choose('1', prefer(), 'ja')).toBe('espeak:ja');
  expect(choose('1', prefer(), 'en', { ...HERE, ofServer: null })).toBe('browser:x');
  expect(choose('1', prefer(), 'en', { ...HERE, ofServer: null, ofBrowser: [] })).toBeUndefined();
});
