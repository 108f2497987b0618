import { cleanup, screen as page, render, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { closeConversation, openConversation } from '../../model/conversation';
import { reminders, type Todo } from '../../model/reminders';
import { screen } from '../../model/screen';
import { TodoPanel } from './TodoPanel';

const LIST = '/v1/conversations/c_1/todos';
let todos: Todo[];
let asked: { method: string; path: string; body: unknown }[];

function todo(number: number, change: Partial<Todo> = {}): Todo {
  const usual = {
    description: '',
    status: 'not_started',
    priority: 'medium',
    blocked_reason: '',
    progress: 0,
  } as const;
  return { number, title: `Item ${number}`, depends_on: [], ...usual, ...change };
}

/** A server that keeps the list it is given, and answers every change with what `todos` is then. */
function answer(address: unknown, init: RequestInit = {}): Promise<Response> {
  const path = String(address);
  const body: unknown = init.body ? JSON.parse(String(init.body)) : null;
  asked.push({ method: init.method ?? 'GET', path, body });
  if (init.method === 'DELETE') todos = todos.filter((each) => !path.endsWith(`/${each.number}`));
  if (init.method === 'PUT') todos = (body as { todos: Todo[] }).todos;
  const kept = path.endsWith('/preview') ? { advisors: [], reminders: [] } : { items: todos, next: null };
  return Promise.resolve(new Response(JSON.stringify(kept)));
}

const deeds = () => asked.filter((each) => each.method !== 'GET' && each.path.startsWith(LIST));

beforeEach(() => {
  asked = [];
  todos = [todo(1), todo(2, { depends_on: [1], priority: 'high' })];
  vi.stubGlobal('fetch', answer);
  openConversation('c_1');
  render(
    <I18nextProvider i18n={i18n}>
      <TodoPanel />
    </I18nextProvider>,
  );
});

afterEach(() => {
  cleanup();
  closeConversation();
  vi.unstubAllGlobals();
  reminders.setState({ conversationId: null, todos: null, instructions: null });
  screen.setState({ notice: null, beside: null });
});

const row = async (number: number) => within((await page.findByText(`Item ${number}`)).closest('li') ?? document.body);

it('lists what is to be done, and what is unusual about it', async () => {
  expect(await page.findByText('high · after #1')).toBeTruthy();
  expect(page.getByRole('heading', { name: 'Todo 0 of 2 done' })).toBe(document.activeElement);
});

it('adds an item by its title', async () => {
  await userEvent.type(await page.findByRole('textbox', { name: 'What is to be done?' }), 'Call home{Enter}');

  expect(deeds()).toEqual([{ method: 'POST', path: LIST, body: { title: 'Call home' } }]);
  await waitFor(() => expect(page.getByRole<HTMLInputElement>('textbox').value).toBe(''));
});

it('asks why before it calls something blocked', async () => {
  await userEvent.selectOptions((await row(1)).getByRole('combobox'), 'blocked');
  expect(deeds()).toEqual([]);

  await userEvent.keyboard('It rains{Enter}');

  expect(deeds()).toEqual([
    { method: 'PATCH', path: `${LIST}/1`, body: { status: 'blocked', blocked_reason: 'It rains' } },
  ]);
});

it('offers only what closes no circle to wait for', async () => {
  await userEvent.click(await page.findByRole('button', { name: 'Edit Item 1' }));
  expect(page.queryByRole('group', { name: 'Waits for' })).toBeNull();

  await userEvent.click(page.getByRole('button', { name: 'Edit Item 2' }));
  await userEvent.click(page.getByRole('checkbox', { name: '#1 Item 1' }));

  expect(deeds()).toEqual([{ method: 'PATCH', path: `${LIST}/2`, body: { depends_on: [] } }]);
});

it('changes made one upon the other are all kept', async () => {
  await userEvent.click(await page.findByRole('button', { name: 'Edit Item 2' }));
  let answerFirst: () => void = () => undefined;
  vi.stubGlobal('fetch', async (address: unknown, init: RequestInit = {}) => {
    const isFirst = init.method === 'PATCH' && deeds().length === 0;
    const answered = answer(address, init);
    if (isFirst) await new Promise<void>((resolve) => (answerFirst = resolve));
    return answered;
  });
  const box = page.getByRole<HTMLInputElement>('checkbox', { name: '#1 Item 1' });

  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Priority' }), 'low');
  await userEvent.click(box);
  expect(deeds()).toHaveLength(1);
  todos = [todo(1), todo(2, { priority: 'low' })];
  answerFirst();

  await waitFor(() => expect(deeds()).toHaveLength(2));
  expect(box.checked).toBe(false);
});

it('moves an item by sending the whole list in its new order', async () => {
  await userEvent.click(await page.findByRole('button', { name: 'Edit Item 2' }));
  await userEvent.click(page.getByRole('button', { name: 'Move Item 2 up' }));

  await waitFor(() => expect(todos.map((each) => each.number)).toEqual([2, 1]));
  expect(screen.getState().announcement).toBe('Item 2 is number 1 now.');
});

it('takes a removal back with all that it was', async () => {
  const before = todos;
  await userEvent.click(await page.findByRole('button', { name: 'Edit Item 1' }));
  await userEvent.click(page.getByRole('button', { name: 'Remove Item 1' }));
  await waitFor(() => expect(screen.getState().notice?.text).toBe('“Item 1” is off the list.'));
  expect(todos).toHaveLength(1);

  screen.getState().notice?.undo?.();

  await waitFor(() => expect(todos).toEqual(before));
});

it('takes the removal of the last one back when its number was given to another meanwhile', async () => {
  await userEvent.click(await page.findByRole('button', { name: 'Edit Item 2' }));
  await userEvent.click(page.getByRole('button', { name: 'Remove Item 2' }));
  await waitFor(() => expect(screen.getState().notice?.text).toBe('“Item 2” is off the list.'));
  todos = [todo(1), todo(2, { title: 'Another' })];

  screen.getState().notice?.undo?.();

  await waitFor(() => expect(todos).toHaveLength(3));
  expect(todos.map((each) => [each.number, each.title])).toEqual([
    [1, 'Item 1'],
    [null, 'Item 2'],
    [2, 'Another'],
  ]);
});
