import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { cut, Snippet } from './Snippet';

afterEach(cleanup);

describe('a piece of text with what was looked for in it', () => {
  it('marks the stretches, counted in code points', () => {
    const { container } = render(
      <Snippet
        text="🙂 wait, 🙂 wait"
        matches={[
          [2, 6],
          [10, 14],
        ]}
      />,
    );

    expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['wait', 'wait']);
    expect(container.textContent).toBe('🙂 wait, 🙂 wait');
  });

  it('is only ever text (I-56)', () => {
    const { container } = render(<Snippet text="<img src=x onerror=alert(1)>" matches={[[0, 4]]} />);

    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('<img src=x onerror=alert(1)>');
  });

  it('neither repeats nor loses a letter when stretches overlap or make no sense', () => {
    for (const matches of [
      [
        [0, 3],
        [2, 5],
      ],
      [[9, 99]],
      [[3, 1]],
      [['x', null]],
    ] as [unknown, unknown][][]) {
      expect(
        cut('hello', matches)
          .map((piece) => piece.text)
          .join(''),
      ).toBe('hello');
    }
  });
});
