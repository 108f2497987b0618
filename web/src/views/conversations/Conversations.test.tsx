import { act, cleanup, screen as page, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { archiveHere } from '../../commands/conversations';
import { moveTo } from '../../commands/folders';
import { i18n } from '../../locales/i18n';
import { closeConversation, openConversation } from '../../model/conversation';
import { go } from '../../model/route';
import { screen } from '../../model/screen';
import { type ConversationEntry, workspace } from '../../model/workspace';
import { Conversations } from './Conversations';

const entry = (id: string, title: string): ConversationEntry => ({
  id,
  title,
  opening: '',
  panel_id: 'starter',
  seq: 1,
  turn_count: 1,
  created_at: '2026-11-15T08:00:00Z',
  updated_at: '2026-11-15T08:00:00Z',
  in_flight: false,
  topic: null,
  folder_id: null,
  surface: null,
  unread: 0,
  branched_from: null,
  kept_until: null,
});

/** A server that keeps conversations: renames them, puts them away and brings them back. */
function serve(entries: ConversationEntry[]) {
  const away = new Set<string>();
  const known = new Map(entries.map((each) => [each.id, each]));
  return async (path: string, init: RequestInit = {}) => {
    const [, id = ''] = /conversations\/([^/?]+)/.exec(path) ?? [];
    const found = known.get(id);
    const json = (body: unknown) => new Response(JSON.stringify(body));
    if (path.includes('/folders')) return json({ items: [], next: null });
    if (init.method === 'PATCH' && found) {
      known.set(id, { ...found, ...JSON.parse(String(init.body)) });
      return json(known.get(id));
    }
    if (init.method === 'DELETE') {
      away.add(id);
      return new Response(null, { status: 204 });
    }
    if (path.endsWith('/restore')) {
      away.delete(id);
      return json(found);
    }
    const removed = path.includes('removed=true');
    return json({ items: [...known.values()].filter((each) => away.has(each.id) === removed), next: null });
  };
}

const rows = () => page.getAllByRole('link').map((row) => row.querySelector('.t')?.textContent);

describe('the list of conversations', () => {
  beforeEach(() => {
    const entries = [entry('c_1', 'Norrvik'), entry('c_2', 'Hiring'), entry('c_3', '')];
    vi.stubGlobal('fetch', serve(entries));
    workspace.setState({ loaded: true, conversations: entries, nextConversations: null, folders: [] });
    go({ page: 'conversation', id: 'c_1', turnId: null });
    render(
      <I18nextProvider i18n={i18n}>
        <Conversations />
      </I18nextProvider>,
    );
  });
  afterEach(() => {
    cleanup();
    screen.setState({ notice: null });
    vi.unstubAllGlobals();
  });

  it('marks the one that is open, and arrows move through the rest', async () => {
    const user = userEvent.setup();
    const current = page.getByRole('link', { current: 'page' });
    expect(current.textContent).toContain('Norrvik');
    current.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement?.textContent).toContain('Hiring');
  });

  it('renames in place: F2, the words, Enter; Esc leaves it as it was', async () => {
    const user = userEvent.setup();
    page.getByRole('link', { current: 'page' }).focus();
    await user.keyboard('{F2}');
    await user.type(page.getByRole('textbox', { name: 'Title of the conversation' }), 'Sign by Friday{Enter}', {
      initialSelectionStart: 0,
      initialSelectionEnd: 99,
    });
    await waitFor(() => expect(rows()[0]).toBe('Sign by Friday'));

    page.getByRole('link', { current: 'page' }).focus();
    await user.keyboard('{F2}');
    await user.keyboard('something else{Escape}');
    expect(rows()[0]).toBe('Sign by Friday');
  });

  it('shows a folder above the rest, and what lies in it once it is opened', async () => {
    const user = userEvent.setup();
    const lies = { ...entry('c_2', 'Hiring'), folder_id: 'f_1' };
    act(() =>
      workspace.setState({
        conversations: [entry('c_1', 'Norrvik'), lies, entry('c_3', '')],
        folders: [{ id: 'f_1', name: 'Work', conversations: 1 }],
      }),
    );
    const head = await page.findByRole('button', { name: /^Work/ });
    expect(rows()).toEqual(['Norrvik', 'Not begun yet']);

    await user.click(head);
    expect(head.getAttribute('aria-expanded')).toBe('true');
    expect(rows()).toEqual(['Hiring', 'Norrvik', 'Not begun yet']);
    expect(localStorage.getItem('antiphon.openFolders')).toBe('["f_1"]');

    await user.click(head);
    expect(rows()).toEqual(['Norrvik', 'Not begun yet']);
  });

  it('puts away with Delete without asking, and undo brings it back and opens it again', async () => {
    const user = userEvent.setup();
    page.getByRole('link', { current: 'page' }).focus();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(rows()).toEqual(['Hiring', 'Not begun yet']));
    expect(location.pathname).toBe('/');

    act(() => screen.getState().notice?.undo?.());
    await waitFor(() => expect(rows()).toEqual(['Norrvik', 'Hiring', 'Not begun yet']));
    await waitFor(() => expect(location.pathname).toBe('/c/c_1'));
  });

  it('does with one the list does not reach as far as what it does with the others', async () => {
    const far = { ...entry('c_9', 'Long ago'), folder_id: 'f_1', updated_at: '2020-01-01T08:00:00Z' };
    vi.stubGlobal('fetch', serve([far]));

    await act(() => moveTo('c_9', null));
    expect(rows().at(-1)).toBe('Long ago');
    const moved = screen.getState().notice;
    await act(async () => moved?.undo?.());
    await waitFor(() => expect(workspace.getState().conversations.at(-1)?.folder_id).toBe('f_1'));

    act(() => workspace.setState({ conversations: [] }));
    openConversation('c_9');
    archiveHere();
    await waitFor(() => expect(screen.getState().notice?.text).toBe('Conversation archived.'));
    closeConversation();
  });

  it('shows in the open archive what is put away, and no longer what came back', async () => {
    const user = userEvent.setup();
    await user.click(page.getByRole('button', { name: 'Archive' }));
    await page.findByText('Nothing is archived.');

    page.getByRole('link', { current: 'page' }).focus();
    await user.keyboard('{Delete}');
    await page.findByRole('button', { name: 'Bring back Norrvik' });

    act(() => screen.getState().notice?.undo?.());
    await page.findByText('Nothing is archived.');
    expect(page.queryByRole('button', { name: 'Bring back Norrvik' })).toBeNull();
  });
});
