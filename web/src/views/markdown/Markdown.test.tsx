import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { Markdown } from './Markdown';

afterEach(cleanup);

function show(text: string) {
  return render(
    <I18nextProvider i18n={i18n}>
      <Markdown text={text} />
    </I18nextProvider>,
  ).container;
}

test.each([
  ['a\nb', '<p dir="auto">a\nb</p>'],
  ['a  \nb', '<p dir="auto">a<br>b</p>'],
  ['***both***', '<p dir="auto"><em><strong>both</strong></em></p>'],
  ['`a &lt; b`', '<p dir="auto"><code dir="ltr">a &amp;lt; b</code></p>'],
  ['AT&amp;T &lt;3 &#169;', '<p dir="auto">AT&amp;T &lt;3 ©</p>'],
  ['## Head', '<h4 dir="auto" class="md-h2">Head</h4>'],
  ['---', '<hr>'],
  ['- a\n- b', '<ul dir="auto"><li>a</li><li>b</li></ul>'],
  ['3. a\n4. b', '<ol dir="auto" start="3"><li>a</li><li>b</li></ol>'],
  ['1. a\n\n2. b', '<ol dir="auto"><li><p>a</p></li><li><p>b</p></li></ol>'],
  [
    '- [x] a',
    '<ul dir="auto"><li><span role="checkbox" class="md-tick done" aria-checked="true" aria-disabled="true" aria-label="done"></span>a</li></ul>',
  ],
  ['- a\n  - b', '<ul dir="auto"><li>a<ul><li>b</li></ul></li></ul>'],
  ['> a', '<blockquote dir="auto"><p>a</p></blockquote>'],
  ['\\*a\\*', '<p dir="auto">*a*</p>'],
])('%j', (text, html) => {
  expect(show(text).firstElementChild?.innerHTML).toBe(html);
});

test('a table scrolls in a box with a name', () => {
  show('| a | b |\n|:--|--:|\n| 1 | 2 |');

  expect(screen.getByRole('figure', { name: 'Table of one row' }).tabIndex).toBe(0);
  expect(screen.getByRole('columnheader', { name: 'b' }).getAttribute('data-align')).toBe('right');
});

test('headings in a reply leave the outline of the page alone', () => {
  show('# One\n\n### Three\n\n###### Six');

  expect(screen.getAllByRole('heading', { level: 4 })).toHaveLength(3);
});

test('code says its language, and is copied as it is shown', async () => {
  const person = userEvent.setup();
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  show('```js\nlet a = 1; \u202e\n```');

  await person.click(screen.getByRole('button', { name: 'Copy' }));

  expect(screen.getByText('js')).toBeDefined();
  expect(written).toHaveBeenCalledWith('let a = 1; \ufffd');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
});

test('finished code is coloured when the highlighter has come, unknown languages stay plain', async () => {
  const container = show('```js\nlet a = "b"; // c\n```\n\n```klingon\nlet a\n```\n\n```__proto__\nlet a\n```');

  await waitFor(() => expect(container.querySelectorAll('.hljs-keyword')).toHaveLength(1), { timeout: 10_000 });
  expect(container.querySelector('.hljs-string')?.textContent).toBe('"b"');
  expect(container.querySelectorAll('code')[0]?.textContent).toBe('let a = "b"; // c');
});

test('code of more than 20 KB stays plain', async () => {
  const container = show(`\`\`\`js\n${'let a;\n'.repeat(4_000)}\`\`\``);

  await new Promise((done) => setTimeout(done, 50));
  expect(container.querySelector('.hljs-keyword')).toBeNull();
  expect(container.querySelector('code')?.textContent).toHaveLength(4_000 * 7 - 1);
});

test.each([
  ['$x^2$', 'x^2', null],
  ['so \\(x\\).', 'x', null],
  ['$$\\frac{a}{b}$$', '\\frac{a}{b}', 'block'],
  ['\\[\na\n+ b\n\\]', 'a\n+ b', 'block'],
  ['**sum $a*b*c$ here**', 'a*b*c', null],
])('a formula is set, with its source at hand: %s', async (text, tex, display) => {
  const container = show(text);

  await waitFor(() => expect(container.querySelector('math')).not.toBeNull(), { timeout: 10_000 });
  expect(container.querySelector('math')?.getAttribute('data-tex')).toBe(tex);
  expect(container.querySelector('math')?.getAttribute('display')).toBe(display);
  expect(container.querySelector('math')?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
});

test.each(['It costs $5 and $10.', 'US$5 to US$6', '$5–$10', 'a $ b $ c', '`$a$`', 'from $20M, then $30M'])(
  'a price is no formula: %s',
  (text) => {
    const container = show(text);

    expect(container.querySelector('math, .md-tex')).toBeNull();
    expect(container.textContent).toBe(text.replace(/`/g, ''));
  },
);

test.each(['$\\href{https://a.example}{x}$', '$\\frac{a}$', '$\\class{a}{b}$', '$\\def\\a{b}\\a$'])(
  'what cannot be set is shown as its source: %s',
  async (text) => {
    const container = show(`$y$ ${text}`);

    await waitFor(() => expect(container.querySelector('math')).not.toBeNull(), { timeout: 10_000 });
    expect(container.querySelector('.md-tex')?.textContent).toBe(text);
  },
);
