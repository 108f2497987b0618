import { describe, expect, it } from 'vitest';
import { dropEdit, keepEdit, library, topicLine } from './library';

describe('what was edited but not saved', () => {
  it('is kept in this browser until it is dropped', () => {
    keepEdit('advisor:skeptic', { name: 'The Doubter' });
    expect(JSON.parse(localStorage.getItem('antiphon.edits') ?? '')).toEqual({
      'advisor:skeptic': { name: 'The Doubter' },
    });

    dropEdit('advisor:skeptic');
    expect(library.getState().edits).toEqual({});
    expect(localStorage.getItem('antiphon.edits')).toBe('{}');
  });
});

describe('the line that shows a topic', () => {
  it('quotes names that look like the filter language', () => {
    expect(topicLine('/Sales/Norrvik')).toBe("t'/Sales/Norrvik'...");
    expect(topicLine("/Ann's > *list\\")).toBe("t'/Ann\\'s \\> \\*list\\\\'...");
  });
});
