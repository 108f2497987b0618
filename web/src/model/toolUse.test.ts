import { describe, expect, it } from 'vitest';
import type { ToolUse } from '../protocol/events';
import { makeReply } from './fixtures';
import { isAsking, isAtWork, oneLine, passagesOf, pretty } from './toolUse';

function use(change: Partial<ToolUse> = {}): ToolUse {
  return {
    id: 'call_1',
    round: 0,
    at: 0,
    server: 'notes',
    tool: 'add_note',
    name: 'notes__add_note',
    arguments: '{"text": "milk"}',
    status: 'success',
    epoch: 1,
    result: '',
    told: '',
    allowed: null,
    approval_id: null,
    expires_at: null,
    seconds: null,
    pictures: [],
    ...change,
  };
}

const shapes = (reply: ReturnType<typeof makeReply>) =>
  passagesOf(reply).map((each) =>
    each.kind === 'tool' ? each.use.id : each.kind === 'picture' ? each.picture.name : each.text,
  );

const picture = (name: string, at: number) => {
  return { document_id: 'd', media_type: 'image/png', width: 1, height: 1, name, alt: '', at, round: 0 };
};

describe('where a picture stands in an answer', () => {
  it('is behind the paragraph it came in, and behind the tool that brought it', () => {
    const tools = [use({ at: 19, pictures: [picture('brought', 0)] })];
    const reply = makeReply({ text: 'One. Two.\n\nThree.\n\nFour.', pictures: [picture('made', 5)], tools });

    expect(shapes(reply)).toEqual(['One. Two.', 'made', '\n\nThree.\n\n', 'call_1', 'brought', 'Four.']);
  });

  it('is behind other words that were put in its place', () => {
    const reply = makeReply({ text: 'One.', edited: 'Other.', pictures: [picture('made', 2)] });

    expect(shapes(reply)).toEqual(['Other.', 'made']);
  });
});

describe('where a tool stands in an answer', () => {
  it('is counted in code points, between the words before and behind it', () => {
    const reply = makeReply({ text: 'Look 🧐.\n\nDone.', tools: [use({ at: 7 })] });

    expect(shapes(reply)).toEqual(['Look 🧐.', 'call_1', '\n\nDone.']);
  });

  it('keeps the order of calls at one place, and has no empty words between them', () => {
    const tools = [use({ at: 4 }), use({ id: 'call_2', at: 4 }), use({ id: 'call_3', at: 6, round: 1 })];

    expect(shapes(makeReply({ text: 'Hm. \n\nYes.', tools }))).toEqual(['Hm. ', 'call_1', 'call_2', 'call_3', 'Yes.']);
  });

  it('is never beyond the words that have come so far, and never before those already told', () => {
    expect(shapes(makeReply({ text: '', tools: [use({ at: 9 })] }))).toEqual(['call_1']);
    expect(shapes(makeReply({ text: 'One two', tools: [use({ at: 5 }), use({ id: 'call_2', at: 2 })] }))).toEqual([
      'One t',
      'call_1',
      'call_2',
      'wo',
    ]);
  });

  it('is before words that a person put in place of the answer', () => {
    expect(shapes(makeReply({ text: 'Long words.', edited: 'Short.', tools: [use({ at: 5 })] }))).toEqual([
      'call_1',
      'Short.',
    ]);
  });

  it('leaves an answer without tools in one piece', () => {
    expect(shapes(makeReply({ text: 'Plain.' }))).toEqual(['Plain.']);
    expect(shapes(makeReply({ text: '' }))).toEqual([]);
  });
});

describe('what a reply waits for', () => {
  it('is the person while a call asks, and a tool while one runs; an ended reply waits for nothing (M17, M24)', () => {
    const open = { completed: false, state: 'streaming' } as const;

    expect(isAsking(makeReply({ ...open, tools: [use({ status: 'asking' })] }))).toBe(true);
    expect(isAtWork(makeReply({ ...open, tools: [use({ status: 'running' })] }))).toBe(true);
    expect(isAtWork(makeReply({ ...open, tools: [use()] }))).toBe(false);
    expect(isAsking(makeReply({ tools: [use({ status: 'asking' })] }))).toBe(false);
  });
});

describe('arguments', () => {
  it('are one line of names and values, cut where it is too long', () => {
    expect(oneLine('{"text": "call\\nmother", "at": 5}')).toBe('text: call mother, at: 5');
    expect(oneLine('{}')).toBe('');
    expect(oneLine('{not json')).toBe('{not json');
    expect([...oneLine(JSON.stringify({ text: '🧐'.repeat(200) }))]).toHaveLength(120);
  });

  it('are pretty where they are JSON, and untouched where they are not', () => {
    expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(pretty('{not json')).toBe('{not json');
  });
});
