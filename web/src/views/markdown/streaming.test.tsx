import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { finish } from './finish';
import { lex, lexOpen } from './lexer';
import { Markdown } from './Markdown';
import { type MarkdownBlock, Reader } from './reader';

afterEach(cleanup);

const REPLY = `# Whether to sign

The **landlord** gains more than you do. Consider *three* things, in [the lease](https://lease.example/a):

1. The break clause, \`§ 14\`, binds only you.
2. The deposit is $1,200, not $900.

   It is kept for \\(t + 6\\) months.

- one
- two with ~~three~~

| What | When |
|:-----|-----:|
| rent | 1st |
| heat | 15th |

> Read it again
> before Friday.

$$
a
+ b
$$

\`\`\`python
def sign(lease):
    return lease is None

    # never
\`\`\`

Then ask again, at https://ask.example/now please.
`;

function buildLong(size: number): string {
  return REPLY.repeat(Math.ceil(size / REPLY.length)).slice(0, size);
}

/** How many characters are lexed while a text arrives in pieces of forty. */
function countLexed(text: string): number {
  let count = 0;
  const counting = (read: typeof lex) => (source: string) => {
    count += source.length;
    return read(source);
  };
  const reader = new Reader({ lex: counting(lex), lexOpen: counting(lexOpen) });
  for (let end = 40; end < text.length + 40; end += 40) reader.read(text.slice(0, end), true);
  return count;
}

test('P47: lexing follows the end of a reply, not its length', () => {
  const half = countLexed(buildLong(100_000));
  const whole = countLexed(buildLong(200_000));

  expect(whole / half).toBeGreaterThan(1.8);
  expect(whole / half).toBeLessThan(2.2);
  expect(whole).toBeLessThan(200_000 * 5);
}, 60_000);

test.each([
  ['a paragraph without end', 'word '.repeat(8_000)],
  ['a line without spaces', 'a'.repeat(40_000)],
  ['a list without end', '- one more thing to know\n'.repeat(1_600)],
  ['a table without end', `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(2_800)}`],
  ['code without end', `\`\`\`js\n${'call(one);\n'.repeat(3_600)}`],
])(
  'P47: %s is lexed in stretches',
  (_name, text) => {
    expect(countLexed(text)).toBeLessThan(text.length * 250);
  },
  60_000,
);

test('P47: the elements of finished blocks stay the same while more arrives', () => {
  const { container, rerender } = render(<Markdown text={REPLY.slice(0, 700)} streaming />);
  const kept = Array.from(container.querySelectorAll('.md > *')).slice(0, -1);

  for (let end = 700; end <= REPLY.length; end += 7) rerender(<Markdown text={REPLY.slice(0, end)} streaming />);
  rerender(<Markdown text={REPLY} />);

  const now = Array.from(container.querySelectorAll('.md > *'));
  expect(kept.length).toBeGreaterThan(3);
  expect(now.slice(0, kept.length)).toEqual(kept);
});

const parts = fc.constantFrom(
  'word',
  ' ',
  '\n',
  '\n\n',
  '- item',
  '1. item',
  '  ',
  '# Head',
  '```',
  '```js\n',
  '~~~',
  '> quote',
  '| a | b |',
  '|---|---|',
  '**bold**',
  '*',
  '`',
  '[a](https://b.example)',
  '$x$',
  '$$',
  '\t',
  '---',
  '===',
  '\r\n',
  '2',
  '.',
);
const texts = fc.array(parts, { maxLength: 60 }).map((all) => all.join(''));

test('I-56: the next character never takes back a finished block', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const reader = new Reader();
      let before: MarkdownBlock[] = [];
      for (let end = 1; end <= text.length; end += 1) {
        const { pages, open } = reader.read(text.slice(0, end), true);
        const now = [...pages.flat(), ...open];
        if (before.some((piece, at) => now[at] !== piece)) return false;
        before = now.slice(0, -1);
      }
      return true;
    }),
    { numRuns: 400 },
  );
});

test('X-02: however a text arrived, it ends as if it had been kept', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, stride) => {
      const reader = new Reader();
      for (let end = stride; end < text.length; end += stride) reader.read(text.slice(0, end), true);
      expect(reader.read(text, false)).toEqual(new Reader().read(text, false));
    }),
    { numRuns: 400 },
  );
});

test('P47: a long reply is looked through page by page', () => {
  const reader = new Reader();
  const text = 'One more.\n\n'.repeat(1_000);

  const before = reader.read(text, true);
  const after = reader.read(`${text}And the last`, true);

  expect(before.pages.length).toBeGreaterThan(30);
  expect(after.open.length).toBeLessThanOrEqual(32);
  expect(after.pages.every((page, at) => at >= before.pages.length || page === before.pages[at])).toBe(true);
});

test('X-02: a text that was changed is read afresh', () => {
  const { container, rerender } = render(<Markdown text={'one\n\ntwo\n\nthree'} />);

  rerender(<Markdown text={'four\n\nfive'} />);

  expect(container.textContent).toBe('fourfive');
});

test.each([
  ['so **bo', '<strong>bo</strong>'],
  ['so **bold*', '<strong>bold</strong>'],
  ['so **bold *and', '<strong>bold <em>and</em></strong>'],
  ['so ~~gone', '<del>gone</del>'],
  ['a `co', '<code dir="ltr">co</code>'],
  ['- [ ] one\n- **tw', '<strong>tw</strong>'],
  ['> a **quo', '<strong>quo</strong>'],
  ['| a | **b', '<th scope="col"><strong>b</strong></th>'],
  ['| a | b |\n|-', '<th scope="col">a</th>'],
  ['| a | b |\n|---|---|\n| c', '<td>c</td>'],
  ['```js\nlet', '<code>let</code>'],
  ['```js\nlet\n``', '<code>let</code>'],
])('an open end is drawn as what it will be: %s', (text, html) => {
  const { container } = render(<Markdown text={text} streaming />);

  expect(container.innerHTML).toContain(html);
});

test.each([
  ['text\n-', 'text'],
  ['text\n=', 'text'],
  ['text\n\n#', 'text'],
  ['text **', 'text '],
  ['text `', 'text '],
  ['see [the lea', 'see the lea'],
  ['see [the lease]', 'see the lease'],
  ['see [the lease](https://lea', 'see the lease'],
  ['see https://lea', 'see https://lea'],
  ['so $a_1 * b_1', 'so $a_1 * b_1'],
  ['so \\(a_1 * b_1 * c', 'so \\(a_1 * b_1 * c'],
  ['$$\na\n+ b', '$$\na\n+ b'],
  ['snake_case and 2 * 3', 'snake_case and 2 * 3'],
])('an open end shows nothing that would be taken back: %s', (text, shown) => {
  const { container } = render(<Markdown text={text} streaming />);

  expect(container.textContent?.trimEnd()).toBe(shown.trimEnd());
  expect(container.querySelector('a, em, strong, h4, li')).toBeNull();
});

test.each(['see https://lease.example/a', '- one\n- https://lease.example/a', '> **so** https://lease.example/a'])(
  'an address that stood at the end is a link once the text has ended: %s',
  (text) => {
    const { container, rerender } = render(<Markdown text={text} streaming />);
    expect(container.querySelector('a')).toBeNull();

    rerender(<Markdown text={text} />);

    expect(container.querySelector('a')?.getAttribute('href')).toBe('https://lease.example/a');
  },
);

test('completing an end adds no more than its closers', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(finish(text).replace(/\\/g, '').length).toBeLessThan(text.length + 400);
    }),
  );
});

test('M9: ten thousand characters in pieces of forty leave a frame its time', () => {
  const text = buildLong(10_000);
  const { rerender } = render(<Markdown text="" streaming />);
  const started = process.cpuUsage();
  for (let end = 40; end <= text.length; end += 40)
    act(() => rerender(<Markdown text={text.slice(0, end)} streaming />));

  // A frame has 16 ms. Counted is the processor's own time, so that a busy machine does not matter.
  expect(process.cpuUsage(started).user / 1_000 / 250).toBeLessThan(16);
}, 30_000);
