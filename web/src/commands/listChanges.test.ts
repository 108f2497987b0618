import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { folderList } from '../model/folders';
import { type ConversationEntry, workspace } from '../model/workspace';
import type { Frame } from '../protocol/events';
import { hearList } from './listChanges';

/** A server with conversations, newest first, some of them in a folder. */
let entries: { id: string; folder_id: string | null }[] = [];
let asked: string[] = [];
let number = 0;

const say = (...numbers: number[]) =>
  hearList(numbers.map((each) => ({ event: 'list_changed', data: { number: each } }) as Frame));
const ids = () => workspace.getState().conversations.map((each) => each.id);

beforeEach(() => {
  number += 10;
  asked = [];
  entries = [
    { id: 'c_2', folder_id: null },
    { id: 'c_1', folder_id: 'f_sea' },
  ];
  folderList.setState({ open: [] });
  workspace.setState({ loaded: true, conversations: entries as ConversationEntry[], folders: [] });
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://here');
    asked.push(`${pathname}${searchParams.get('folder_id') ?? ''}`);
    const folder = searchParams.get('folder_id');
    const items = pathname.endsWith('/folders')
      ? [{ id: 'f_sea', name: 'Sea', conversations: 1 }]
      : entries.filter((each) => folder === null || each.folder_id === folder);
    return new Response(JSON.stringify({ items, next: null }), { headers: { 'Content-Type': 'application/json' } });
  });
});

it('a number that was not heard yet has the list read again, and the same one does not', async () => {
  entries = entries.slice(1);
  say(number);
  await waitFor(() => expect(workspace.getState().folders).toHaveLength(1));
  expect(ids()).toEqual(['c_1']);

  const before = asked.length;
  say(number);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toHaveLength(before);
});

it('several changes at once are one reading', async () => {
  say(number, number + 1, number + 2);
  await waitFor(() => expect(asked).toEqual(['/v1/conversations', '/v1/folders']));
});

it('what lies in an open folder is read too, and a folder that is gone is not asked for', async () => {
  folderList.setState({ open: ['f_sea', 'f_gone'] });
  say(number);
  await waitFor(() => expect(asked).toEqual(['/v1/conversations', '/v1/folders', '/v1/conversationsf_sea']));
});

it('other frames say nothing of it', async () => {
  hearList([{ event: 'gap', data: { conversation_id: 'c_1', reason: 'too_old' } }]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toEqual([]);
});
