import { cleanup, render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { CORPUS, HEAVY } from './corpus';
import { listForeign } from './foreign';
import { Markdown } from './Markdown';
import { Reader } from './reader';

const wrap = (element: ReactElement) => <I18nextProvider i18n={i18n}>{element}</I18nextProvider>;
const calls: string[] = [];

beforeAll(async () => {
  render(wrap(<Markdown text={'$x$\n\n```js\nlet a\n```'} />));
  await waitFor(() => expect(document.querySelector('math')).not.toBeNull(), { timeout: 10_000 });
  await waitFor(() => expect(document.querySelector('.hljs-keyword')).not.toBeNull(), { timeout: 10_000 });
  cleanup();
});

beforeEach(() => {
  calls.length = 0;
  const note = (name: string) => (): never => {
    calls.push(name);
    throw new Error(name);
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(note('fetch'));
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(note('XMLHttpRequest'));
  vi.spyOn(navigator, 'sendBeacon').mockImplementation(note('sendBeacon'));
  vi.stubGlobal('Image', note('Image'));
  vi.stubGlobal('WebSocket', note('WebSocket'));
  vi.stubGlobal('EventSource', note('EventSource'));
});

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

/** Every prefix as it would arrive, and every prefix as if it had been kept. */
function findForeignPrefix(text: string): string[] {
  const host = document.createElement('div');
  const arriving = createRoot(host.appendChild(document.createElement('div')));
  const kept = createRoot(host.appendChild(document.createElement('div')));
  for (let end = 1; end <= text.length; end += 1) {
    const prefix = text.slice(0, end);
    flushSync(() => {
      arriving.render(wrap(<Markdown text={prefix} streaming />));
      kept.render(wrap(<Markdown key={end} text={prefix} />));
    });
    const foreign = listForeign(host);
    if (foreign.length > 0) return [`after ${JSON.stringify(prefix)}`, ...foreign];
  }
  flushSync(() => {
    arriving.unmount();
    kept.unmount();
  });
  return [];
}

test('there are enough of them', () => {
  expect(new Set(CORPUS).size).toBe(CORPUS.length);
  expect(CORPUS.length).toBeGreaterThanOrEqual(120);
});

test.each(CORPUS.map((text) => [JSON.stringify(text), text] as const))(
  'I-56 X-01 X-02 X-10: every prefix of %s is harmless',
  (_name, text) => {
    expect(findForeignPrefix(text)).toEqual([]);
    expect(calls).toEqual([]);
  },
);

test('I-56: what is loaded on demand adds nothing foreign', async () => {
  const { container } = render(wrap(CORPUS.map((text) => <Markdown key={text} text={text} />) as never));

  await waitFor(() => expect(container.querySelectorAll('.hljs-tag').length).toBeGreaterThan(0));
  await new Promise((done) => setTimeout(done, 50));

  expect(listForeign(container)).toEqual([]);
  expect(calls).toEqual([]);
});

test('I-56: any string at all', () => {
  const signs = fc.constantFrom(
    ...'*_~`[]()<>!#|$\\&;:-+=\n \t"\'/.@1a',
    '**',
    '```',
    '](',
    '![',
    '$$',
    '\\(',
    '\\[',
    '| a |',
    '|-|',
    '\n\n',
    '- ',
    '> ',
    'https://a.example',
    'javascript:',
    '<img src=x onerror=y>',
    '\u202e',
    '\u0000',
  );
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(signs, { maxLength: 40 }).map((parts) => parts.join('')),
  );
  const host = document.createElement('div');
  const root = createRoot(host);

  fc.assert(
    fc.property(text, fc.boolean(), (written, streaming) => {
      flushSync(() => root.render(wrap(<Markdown text={written} streaming={streaming} />)));
      return listForeign(host).length === 0;
    }),
    { numRuns: 1_500 },
  );
  expect(calls).toEqual([]);
});

test.each([
  ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a <b onclick=x>b</b>', 'a <b onclick=x>b</b>'],
  ['<div>\n\n**b**', '<div>b'],
])('X-03: what is no markdown stays to be read: %s', (text, shown) => {
  const { container } = render(wrap(<Markdown text={text} />));

  expect(container.textContent).toBe(shown);
  expect(container.querySelector('a')).toBeNull();
});

test('X-10: an image is words and an address', () => {
  render(wrap(<Markdown text="![a chart](https://evil.example/?q=secret)" />));

  expect(screen.getByText('[image: a chart]')).toBeDefined();
  expect(screen.getByText('https://evil.example/?q=secret')).toBeDefined();
  expect(document.querySelector('img, a')).toBeNull();
});

test.each([
  ['[bank](https://good.example@evil.example)', 'bank (evil.example)', 'https://evil.example/'],
  [
    'https://good.example@evil.example/x',
    'https://good.example@evil.example/x (evil.example)',
    'https://evil.example/x',
  ],
  ['[good.example](https://evil.example)', 'good.example (evil.example)', 'https://evil.example/'],
  [
    '[https://good.example](https://good.example.evil.example)',
    'https://good.example (good.example.evil.example)',
    'https://good.example.evil.example/',
  ],
  ['[apple.com](https://\u0430pple.com)', 'apple.com (xn--pple-43d.com)', 'https://xn--pple-43d.com/'],
  ['https://evil.example/good.example', 'https://evil.example/good.example', 'https://evil.example/good.example'],
  ['[a b](https://ok.example/?a=1&amp;b=2)', 'a b (ok.example)', 'https://ok.example/?a=1&b=2'],
  ['<https://ok.example/a>', 'https://ok.example/a', 'https://ok.example/a'],
  ['[write](mailto:a@b.example?bcc=c@d.example)', 'write (a@b.example)', 'mailto:a@b.example'],
])('X-11: the place a link leads to is in sight: %s', (text, shown, href) => {
  const { container } = render(wrap(<Markdown text={text} />));
  const link = container.querySelector('a');

  expect(link?.textContent).toBe(shown);
  expect(link?.getAttribute('href')).toBe(href);
});

test.each(HEAVY)(
  'I-56: %s are shown without depth and without delay',
  (_name, text) => {
    const started = process.cpuUsage();
    new Reader().read(text, true);
    const spent = process.cpuUsage(started).user / 1_000;
    const { container } = render(wrap(<Markdown text={text} streaming />));

    // Of the processor's own time it takes some dozen milliseconds; a grammar that runs away takes minutes.
    expect(spent).toBeLessThan(1_500);
    expect(findDepth(container)).toBeLessThan(100);
    expect(listForeign(container)).toEqual([]);
  },
  60_000,
);

function findDepth(root: Element): number {
  let deepest = 0;
  for (const element of Array.from(root.querySelectorAll('*:not(:has(*))'))) {
    let depth = 0;
    for (let up: Element | null = element; up !== null && up !== root; up = up.parentElement) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
