import { beforeEach, expect, test } from 'vitest';
import { changeDraft, draftOf, EMPTY } from '../model/draft';
import { screen } from '../model/screen';
import { readShared, takeShared } from './shared';

beforeEach(() => changeDraft(null, EMPTY));

test.each([
  ['?title=A+lease&text=Read+this&url=https%3A%2F%2Flease.example%2F1', 'A lease\nRead this\nhttps://lease.example/1'],
  ['?text=See+https%3A%2F%2Flease.example%2F1&url=https%3A%2F%2Flease.example%2F1', 'See https://lease.example/1'],
  ['?title=Same&text=Same', 'Same'],
  ['?text=a%00b%1b%5B31m%0Ac', 'ab[31m\nc'],
  ['?other=x', ''],
  ['', ''],
])('what is shared is read as words: %s', (search, words) => {
  expect(readShared(search)).toBe(words);
});

test('a very long passage is cut', () => {
  expect(readShared(`?text=${'a'.repeat(30_000)}`)).toHaveLength(20_000);
});

test('it stands below what was being written, and the address is forgotten', () => {
  history.replaceState(null, '', '/share?text=New');
  changeDraft(null, { text: 'Half a thought' });

  takeShared('?text=New');

  expect(draftOf(null).text).toBe('Half a thought\n\nNew');
  expect(location.pathname + location.search).toBe('/');
  expect(screen.getState().notice?.text).toBe('Shared with you: it stands in the box. Nothing was sent.');
});
