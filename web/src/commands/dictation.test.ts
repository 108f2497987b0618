import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeConversation, openConversation } from '../model/conversation';
import { canDictate, dictation } from '../model/dictation';
import { changeDraft, draftOf, drafts } from '../model/draft';
import { prefer } from '../model/preferences';
import { screen } from '../model/screen';
import { agreeToDictation, declineDictation, flipDictation } from './dictation';

/** The browser's ear, as far as we use it. */
class Ear {
  static last: Ear;
  isOn = false;
  onresult?: (event: { results: { transcript: string }[][] }) => void;
  onerror?: (event: { error: string }) => void;
  onend?: () => void;

  constructor() {
    Ear.last = this;
  }

  start() {
    this.isOn = true;
  }

  stop() {
    this.isOn = false;
    this.onend?.();
  }

  abort() {
    this.stop();
  }

  hear(...said: string[]) {
    this.onresult?.({ results: said.map((transcript) => [{ transcript }]) });
  }
}

beforeEach(() => {
  vi.stubGlobal('webkitSpeechRecognition', Ear);
  drafts.setState({}, true);
  openConversation('c_1');
  prefer({ dictated: true });
});

afterEach(() => {
  if (dictation.getState().phase === 'listening') flipDictation();
  declineDictation();
  closeConversation();
  vi.unstubAllGlobals();
  screen.setState({ notice: null });
});

it('the first time it is asked before anything is heard, and a no is kept', () => {
  prefer({ dictated: false });
  const { last } = Ear;

  flipDictation();
  expect(dictation.getState().phase).toBe('asking');
  declineDictation();
  expect(dictation.getState().phase).toBe('off');
  expect(Ear.last).toBe(last);

  flipDictation();
  agreeToDictation();
  expect([dictation.getState().phase, Ear.last.isOn]).toEqual(['listening', true]);
});

it('words land behind what stands in the box, and are replaced as they become clearer', () => {
  changeDraft('c_1', { text: 'Shall I ' });
  flipDictation();

  Ear.last.hear('sine');
  expect(draftOf('c_1').text).toBe('Shall I sine');
  Ear.last.hear('sign', ' tomorrow ');
  expect(draftOf('c_1').text).toBe('Shall I sign tomorrow');

  flipDictation();
  expect([dictation.getState().phase, Ear.last.isOn]).toEqual(['off', false]);
  expect(draftOf('c_1').text).toBe('Shall I sign tomorrow');
});

it('another conversation ends it, and hears nothing', () => {
  flipDictation();
  Ear.last.hear('Shall I');

  openConversation('c_2');

  expect([dictation.getState().phase, Ear.last.isOn]).toEqual(['off', false]);
  expect(draftOf('c_2').text).toBe('');
});

it.each([
  ['no-speech', undefined],
  ['aborted', undefined],
  ['not-allowed', 'caution'],
  ['network', 'caution'],
])('%s is told as it should be', (error, tone) => {
  flipDictation();

  Ear.last.onerror?.({ error });

  expect(screen.getState().notice?.tone).toBe(tone);
});

it('a browser that cannot listen is not asked to', () => {
  vi.unstubAllGlobals();

  flipDictation();

  expect([canDictate(), dictation.getState().phase]).toEqual([false, 'off']);
});

it('what was sent or written by hand while somebody speaks is not written again', () => {
  flipDictation();
  Ear.last.hear('should I sign');
  expect(draftOf('c_1').text).toBe('should I sign');

  changeDraft('c_1', { text: '' });
  Ear.last.hear('should I sign', 'and when');
  expect(draftOf('c_1').text, 'it was sent').toBe('and when');

  changeDraft('c_1', { text: 'And when, exactly?' });
  Ear.last.hear('should I sign', 'and when', 'by Friday');
  expect(draftOf('c_1').text).toBe('And when, exactly? by Friday');
});

it('words that become clearer after they were sent stay out of the box', () => {
  flipDictation();
  Ear.last.hear('should I sine');

  changeDraft('c_1', { text: '' });
  Ear.last.hear('should I sign');
  expect(draftOf('c_1').text).toBe('');

  Ear.last.hear('should I sign', 'and when');
  expect(draftOf('c_1').text).toBe('and when');
});
