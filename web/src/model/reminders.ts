/** What advisors are reminded of, as far as this browser has read it: todos of one conversation, instructions. */
import { createStore } from 'zustand/vanilla';
import type { InstructionAnswer, RemindedAnswer, TodoAnswer } from '../protocol/generated/answers';
import type { Item } from './draft';

export type Todo = TodoAnswer;
export type Instruction = InstructionAnswer;
export type Reminded = RemindedAnswer;

export interface Reminders {
  /** The conversation the todos belong to. */
  readonly conversationId: string | null;
  /** Null until they were read. */
  readonly todos: readonly Todo[] | null;
  readonly instructions: readonly Instruction[] | null;
}

export const reminders = createStore<Reminders>(() => ({ conversationId: null, todos: null, instructions: null }));

/** The kinds of single things behind each item that is sent along. */
export const KIND_OF = {
  memory: 'memory',
  instructions: 'instruction',
  todo: 'todo',
  documents: 'document',
} as const satisfies Partial<Record<Item, Reminded['kind']>>;

export type ReminderItem = keyof typeof KIND_OF;

export function isReminderItem<Some extends string>(item: Some): item is Some & ReminderItem {
  return item in KIND_OF;
}

/** How a single thing is named when it is left out; without an advisor it is for everybody. */
export function omission({ kind, id }: Reminded, advisorId = ''): string {
  return `${advisorId}/${kind}:${id}`;
}

/** The advisors a single thing is left out for by name. */
export function omittedFor(omit: readonly string[], thing: Reminded): string[] {
  const end = omission(thing);
  return omit.filter((each) => each.endsWith(end) && each !== end).map((each) => each.slice(0, -end.length));
}

/** The list with one item moved a step; the same list when it stands at that end already. */
export function moved<Thing>(list: readonly Thing[], at: number, step: 1 | -1): readonly Thing[] {
  const to = at + step;
  const thing = list[at];
  if (thing === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(at, 1).toSpliced(to, 0, thing);
}

/** What an item may wait for without waiting for itself, directly or through others. */
export function mayWaitFor(todos: readonly Todo[], todo: Todo): readonly Todo[] {
  const behind = new Set([todo.number]);
  for (let size = 0; size !== behind.size; ) {
    size = behind.size;
    for (const each of todos) if (each.depends_on.some((number) => behind.has(number))) behind.add(each.number);
  }
  return todos.filter((each) => !behind.has(each.number));
}
