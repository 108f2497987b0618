// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { countPoints } from '../../protocol/points';
import { Markdown } from '../markdown/Markdown';
import { findWords } from './markWords';

afterEach(cleanup);

/** What is marked on the page when these words of the source are quoted; the last place where they stand. */
function marked(source: string, quote: string, at = source.lastIndexOf(quote)): string | null {
  const { container } = render(<Markdown text={source} streaming={false} />);
  const start = countPoints(source.slice(0, at));
  return findWords([container], source, start, start + countPoints(quote))?.toString() ?? null;
}

describe('quoted words on the page', () => {
  it('are marked to the letter, with the signs around them', () => {
    expect(marked('Wait. Do not sign. Really.', 'Do not sign.')).toBe('Do not sign.');
  });

  it('are found without the marks of Markdown', () => {
    expect(marked('Well: **do not *start* small**, please.', '**do not *start* small**')).toBe('do not start small');
    expect(marked('- one\n- `two` and three\n', '`two` and three')).toBe('two and three');
  });

  it('are found where the person means them when they stand there twice', () => {
    const source = 'Sign it.\n\nNot yet.\n\nSign it.';
    const { container } = render(<Markdown text={source} streaming={false} />);
    const range = findWords([container], source, source.lastIndexOf('Sign'), source.length);

    expect(range?.startContainer.parentElement?.previousElementSibling?.textContent).toContain('Not yet');
  });

  it('are found behind signs that count as two', () => {
    expect(marked('🎻🎻 **Bow** slowly.', '**Bow** slowly.')).toBe('Bow slowly.');
  });

  it('are found across a link, whatever the page says of where it leads', () => {
    expect(marked('See [the lease](https://a.example/b) first.', 'See [the lease](https://a.example/b) first.')).toBe(
      'See the lease (a.example) first.',
    );
  });

  it('are not found when the page shows something else', () => {
    const { container } = render(<p>Something else.</p>);
    expect(findWords([container], 'Do not sign.', 0, 12)).toBeNull();
  });
});
