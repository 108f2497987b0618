import fc from 'fast-check';
import { expect, test } from 'vitest';
import cases from '../../../../tests/contracts/sentences.json';
import { SentenceStream, splitSentences } from './sentences';

test.each(cases)('$name', ({ text, sentences }) => {
  expect(splitSentences(text)).toEqual(sentences);
});

test('how the text is cut into pieces makes no difference', () => {
  const alphabet = fc.constantFrom(...'aB1 .\n?!`*|-#[]()$\\。…é😀>,"');
  const text = fc.oneof(
    fc.string({ unit: alphabet, maxLength: 200 }),
    fc.constantFrom(...cases.map((each) => each.text)),
  );
  fc.assert(
    fc.property(text, fc.array(fc.nat(9), { minLength: 1 }), (whole, sizes) => {
      const stream = new SentenceStream();
      const said: string[] = [];
      const signs = [...whole];
      for (let at = 0, turn = 0; at < signs.length; turn += 1) {
        const size = 1 + (sizes[turn % sizes.length] ?? 0);
        said.push(...stream.push(signs.slice(at, at + size).join('')));
        at += size;
      }
      said.push(...stream.close());
      expect(said).toEqual(splitSentences(whole));
    }),
  );
});

test('a sentence is told with the first sign after it', () => {
  const stream = new SentenceStream();
  expect(stream.push('It is 3')).toEqual([]);
  expect(stream.push('.50. ')).toEqual([]);
  expect(stream.push('T')).toEqual(['It is 3.50.']);
  expect(stream.push('hat is 。')).toEqual(['That is 。']);
});
