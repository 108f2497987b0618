import { cleanup, screen as page, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadInstructions, removeInstruction } from '../../commands/instructions';
import { i18n } from '../../locales/i18n';
import { type Instruction, reminders } from '../../model/reminders';
import { screen } from '../../model/screen';
import { InstructionList } from './InstructionList';

let kept: Instruction[];
let asked: { method: string; path: string; body: unknown }[];
let refuse: boolean;

function instruction(id: string, change: Partial<Instruction> = {}): Instruction {
  const usual = { position: 0, enabled: true, conversation_id: null, switched: null, counts: true };
  return { id, name: `Name ${id}`, text: `Text ${id}`, ...usual, ...change };
}

function answer(address: unknown, init: RequestInit = {}): Promise<Response> {
  const path = String(address);
  const isDeed = init.method !== 'GET' && path.startsWith('/v1/instructions');
  if (isDeed) asked.push({ method: init.method ?? '', path, body: init.body ? JSON.parse(String(init.body)) : null });
  if (isDeed && refuse) {
    const problem = { code: 'malformed', detail: 'this cannot be' };
    return Promise.resolve(new Response(JSON.stringify(problem), { status: 422 }));
  }
  if (init.method === 'DELETE') return Promise.resolve(new Response(null, { status: 204 }));
  if (isDeed && path === '/v1/instructions') return Promise.resolve(new Response(JSON.stringify(instruction('new'))));
  const body = path.endsWith('/preview') ? { advisors: [], reminders: [] } : { items: kept, next: null };
  return Promise.resolve(new Response(JSON.stringify(body)));
}

beforeEach(() => {
  asked = [];
  refuse = false;
  kept = [instruction('a'), instruction('b'), instruction('own', { conversation_id: 'c_1' })];
  vi.stubGlobal('fetch', answer);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  reminders.setState({ conversationId: null, todos: null, instructions: null });
  screen.setState({ notice: null });
});

function show(here: string | null): void {
  render(
    <I18nextProvider i18n={i18n}>
      <InstructionList here={here} />
    </I18nextProvider>,
  );
}

const box = (name: string) => page.findByRole<HTMLInputElement>('checkbox', { name });

it('one for every conversation is switched in the open one alone', async () => {
  show('c_1');

  await userEvent.click(await box('Send Name a along'));
  await userEvent.click(await box('Send Name own along'));

  await waitFor(() =>
    expect(asked).toEqual([
      { method: 'PUT', path: '/v1/instructions/a/conversations/c_1', body: { enabled: false } },
      { method: 'PATCH', path: '/v1/instructions/own', body: { enabled: false } },
    ]),
  );
});

it('without a conversation it is switched everywhere, and those of one are not here', async () => {
  show(null);

  await userEvent.click(await box('Send Name a along'));

  expect(asked).toEqual([{ method: 'PATCH', path: '/v1/instructions/a', body: { enabled: false } }]);
  expect(page.queryByText('Name own')).toBeNull();
});

it('a switch that is refused goes back, and says why', async () => {
  show(null);
  refuse = true;

  await userEvent.click(await box('Send Name a along'));

  await waitFor(() => expect(screen.getState().notice?.text).toContain('This cannot be'));
  expect((await box('Send Name a along')).checked).toBe(true);
});

it('a new one is for every conversation unless it is said to be for this one', async () => {
  show('c_1');

  await userEvent.type(await page.findByRole('textbox', { name: 'New instruction' }), 'Be brief.');
  await userEvent.click(page.getByRole('button', { name: 'Add' }));
  await userEvent.type(page.getByRole('textbox', { name: 'New instruction' }), 'Mind the cat.');
  await userEvent.click(page.getByRole('checkbox', { name: 'For this conversation only' }));
  await userEvent.click(page.getByRole('button', { name: 'Add' }));

  await waitFor(() =>
    expect(asked.map((each) => each.body)).toEqual([
      { name: '', text: 'Be brief.', conversation_id: null },
      { name: '', text: 'Mind the cat.', conversation_id: 'c_1' },
    ]),
  );
});

it('is moved among its own', async () => {
  show('c_1');

  await userEvent.click(await page.findByRole('button', { name: 'Edit Name b' }));
  await userEvent.click(page.getByRole('button', { name: 'Move Name b up' }));

  await waitFor(() =>
    expect(asked).toEqual([{ method: 'POST', path: '/v1/instructions/order', body: { ids: ['b', 'a'] } }]),
  );
});

it('one that was off and removed comes back off, where it stood', async () => {
  const off = instruction('b', { enabled: false });
  kept = [instruction('a'), off, instruction('d')];
  await loadInstructions(null);
  kept = [instruction('a'), instruction('d')];
  await removeInstruction(null, off);
  asked = [];

  screen.getState().notice?.undo?.();

  await waitFor(() =>
    expect(asked).toEqual([
      { method: 'POST', path: '/v1/instructions', body: { name: 'Name b', text: 'Text b', conversation_id: null } },
      { method: 'PATCH', path: '/v1/instructions/new', body: { enabled: false } },
      { method: 'POST', path: '/v1/instructions/order', body: { ids: ['a', 'new', 'd'] } },
    ]),
  );
});
