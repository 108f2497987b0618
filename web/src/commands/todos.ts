/** The todo list of the conversation on the screen. Every change answers with the whole list. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { moved, reminders, type Todo } from '../model/reminders';
import { announce, notify, openBeside, screen } from '../model/screen';
import type { ChangedTodo, TodosAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { refreshReminded } from './preview';
import { attempt } from './refused';

const ALL = '/v1/conversations/{conversation_id}/todos' as const;
const ONE = '/v1/conversations/{conversation_id}/todos/{number}' as const;

export function flipTodos(): void {
  openBeside(screen.getState().beside === 'todo' ? null : 'todo');
}

export async function loadTodos(conversationId: string): Promise<void> {
  const answer = await ask(`GET ${ALL}`, { path: { conversation_id: conversationId } });
  keep(conversationId, answer);
}

export function addTodo(conversationId: string, title: string): Promise<boolean> {
  return change(conversationId, (path) => ask(`POST ${ALL}`, { path, body: { title } }));
}

/** Shown at once, and taken back when the server refuses it. */
export async function changeTodo(conversationId: string, number: number, body: ChangedTodo): Promise<boolean> {
  const before = reminders.getState().todos;
  const todos = before?.map((each) => (each.number === number ? { ...each, ...body } : each)) ?? null;
  reminders.setState({ todos });
  const done = await change(conversationId, (path) =>
    ask(`PATCH ${ONE}`, { path: { ...path, number: `${number}` }, body }),
  );
  if (!done && reminders.getState().todos === todos) reminders.setState({ todos: before });
  return done;
}

export async function removeTodo(conversationId: string, todo: Todo): Promise<void> {
  const before = reminders.getState().todos ?? [];
  const gone = await change(conversationId, async (path) => {
    await ask(`DELETE ${ONE}`, { path: { ...path, number: `${todo.number}` } });
    return ask('GET /v1/conversations/{conversation_id}/todos', { path });
  });
  if (!gone) return;
  notify(say('reminders:todo.removed', { title: todo.title }), {
    undo: () => void putBack(conversationId, todo, before),
  });
}

/** Where it stood, among what stands there now, and before what had waited for it. */
function putBack(conversationId: string, todo: Todo, before: readonly Todo[]): Promise<boolean> {
  const waited = new Set(before.filter((each) => each.depends_on.includes(todo.number)).map((each) => each.number));
  const at = before.findIndex((each) => each.number === todo.number);
  return change(conversationId, async (path) => {
    const { items } = await ask(`GET ${ALL}`, { path });
    // The number of the last one is given anew to the next: then it gets another, and nobody waits for that.
    if (items.some((each) => each.number === todo.number)) {
      const again = { ...todo, number: null };
      return ask(`PUT ${ALL}`, { path, body: { todos: [...items.slice(0, at), again, ...items.slice(at)] } });
    }
    const now = items.map((each) =>
      waited.has(each.number) && !each.depends_on.includes(todo.number)
        ? { ...each, depends_on: [...each.depends_on, todo.number] }
        : each,
    );
    return ask(`PUT ${ALL}`, { path, body: { todos: [...now.slice(0, at), todo, ...now.slice(at)] } });
  });
}

export async function moveTodo(conversationId: string, todo: Todo, step: 1 | -1): Promise<void> {
  const before = reminders.getState().todos ?? [];
  const at = before.findIndex((each) => each.number === todo.number);
  const after = moved(before, at, step);
  if (after === before) return;
  const place = at + step + 1;
  if (await replaceTodos(conversationId, after)) announce(say('reminders:moved', { name: todo.title, place }));
}

function replaceTodos(conversationId: string, todos: readonly Todo[]): Promise<boolean> {
  return change(conversationId, (path) => ask(`PUT ${ALL}`, { path, body: { todos } }));
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** One after the other; the answer to an earlier change does not take back what was changed meanwhile. */
function change(
  conversationId: string,
  deed: (path: { conversation_id: string }) => Promise<TodosAnswer>,
): Promise<boolean> {
  waiting += 1;
  const before = last;
  const done = attempt(async () => {
    await before;
    const answer = await deed({ conversation_id: conversationId }).finally(() => {
      waiting -= 1;
    });
    if (waiting === 0) keep(conversationId, answer);
    void refreshReminded();
  });
  last = done.catch(() => false);
  return done;
}

/** What is read of a conversation that was left meanwhile is not shown. */
function keep(conversationId: string, { items: todos }: TodosAnswer): void {
  if (conversation.getState().id === conversationId) reminders.setState({ conversationId, todos });
}
