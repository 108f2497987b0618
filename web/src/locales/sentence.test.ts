import { expect, it } from 'vitest';
import { asSentence } from './sentence';

it.each([
  ['the key was refused', 'The key was refused.'],
  ['The key was refused.', 'The key was refused.'],
  ['really?', 'Really?'],
  ['wait…', 'Wait…'],
  ['鍵が拒否されました。', '鍵が拒否されました。'],
  ['本当ですか？', '本当ですか？'],
  ['止まれ！', '止まれ！'],
  ['هل رُفض المفتاح؟', 'هل رُفض المفتاح؟'],
  ['رُفض المفتاح', 'رُفض المفتاح.'],
  ['', ''],
])('%s is said as %s', (text, sentence) => {
  expect(asSentence(text)).toBe(sentence);
});
