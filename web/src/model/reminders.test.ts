import { expect, it } from 'vitest';
import { mayWaitFor, moved, omission, omittedFor, type Todo } from './reminders';

function todo(number: number, ...depends_on: number[]): Todo {
  return {
    number,
    title: `Item ${number}`,
    description: '',
    status: 'not_started',
    priority: 'medium',
    depends_on,
    blocked_reason: '',
    progress: 0,
  };
}

it('names a single thing for everybody and for one advisor', () => {
  const thing = { kind: 'memory', id: 'm_1', name: 'Has a dog' } as const;

  expect(omission(thing)).toBe('/memory:m_1');
  expect(omission(thing, 'skeptic')).toBe('skeptic/memory:m_1');
});

it('knows for whom a single thing is left out by name', () => {
  const thing = { kind: 'memory', id: 'm_1', name: 'Has a dog' } as const;
  const omit = ['/memory:m_1', 'skeptic/memory:m_1', 'builder/memory:m_2', 'builder/document:m_1'];

  expect(omittedFor(omit, thing)).toEqual(['skeptic']);
});

it('moves one step and stays at the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
});

it('offers nothing to wait for that would close a circle', () => {
  const one = todo(1);
  const todos = [one, todo(2, 1), todo(3, 2), todo(4)];

  expect(mayWaitFor(todos, one).map((each) => each.number)).toEqual([4]);
  expect(mayWaitFor(todos, todos[3] as Todo).map((each) => each.number)).toEqual([1, 2, 3]);
});
